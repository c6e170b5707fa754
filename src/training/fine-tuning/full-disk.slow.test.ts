import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { trainingFailure } from './failure'
import { makeCorrectedPairs, writeUntrainedPackage, writeRun } from './testing'
import { runFineTune } from './fine-tune-run'

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
/** A separate disk in memory: only root may mount one. */
const mount = (options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0
const isMounted = mount('size=8m')

afterAll(() => {
  if (isMounted) {
    spawnSync('umount', [disk])
  }
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!isMounted)(
  'a full disk ends a run in plain words, and with room it continues to its end [needs root to mount a disk]',
  async () => {
    const from = await writeUntrainedPackage(join(folder, 'parents'), 'fresh', 1, ['refinement'])
    const items = await makeCorrectedPairs(join(folder, 'images'), 6)
    const run = join(disk, 'run')
    writeRun(
      run,
      items,
      { from, models: join(folder, 'models'), replay: join(folder, 'replay') },
      { steps: 2 },
    )
    const control = { emit: () => undefined, isPauseRequested: () => false }
    const error: unknown = await runFineTune(run, control).catch((reason: unknown) => reason)
    const { failure } = trainingFailure(error)
    expect(failure.code).toBe('cannot-write')
    expect(failure.message).toMatch(/^The disk is full: .* free some space, then resume\.$/)
    expect(mount('remount,size=400m')).toBe(true)
    expect(await runFineTune(run, control)).toBe(join(folder, 'models', 'tuned'))
  },
  600_000,
)
