import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runSynth, stopSynth } from './testing'

const root = mkdtempSync(join(tmpdir(), 'synth-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('deltascribe synth', () => {
  it('leaves nothing when it is the list of pairs that cannot be written', async () => {
    // Pictures of 32 x 32 stay under 20 kB, the list of 60 pairs does not.
    const { code, stderr } = await runSynth(
      `ulimit -f 20; SYNTH "${join(root, 'long')}" -n 60 --size 32x32 --workers 1`,
    )
    expect(code).toBe(1)
    expect(stderr).toContain('No set was written to')
    expect(readdirSync(root).filter((name) => name.includes('long'))).toEqual([])
  })

  it('cleans up on SIGHUP, which its workers get too, and exits with 130', async () => {
    expect(await stopSynth(join(root, 'stopped'), 'SIGHUP')).toBe(130)
    expect(readdirSync(root).filter((name) => name.includes('stopped'))).toEqual([])
  })

  it('reports a file that could not be written, exits with 1 and leaves nothing', async () => {
    // No file may grow over 50 kB: the same path as a full disk, without one.
    const { code, stderr } = await runSynth(
      `ulimit -f 50; SYNTH "${join(root, 'big')}" -n 4 --size 480x320 --workers 1`,
    )
    expect(code).toBe(1)
    expect(stderr).toContain('No set was written to')
    expect(readdirSync(root).filter((name) => name.includes('big'))).toEqual([])
  })

  it('cleans up on SIGINT, which its workers get too, and exits with 130', async () => {
    expect(await stopSynth(join(root, 'stopped'), 'SIGINT')).toBe(130)
    expect(readdirSync(root).filter((name) => name.includes('stopped'))).toEqual([])
  })
})
