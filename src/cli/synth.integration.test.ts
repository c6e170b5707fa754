import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { addSynthCommand } from './synth'
import { runSynth } from './testing'

const root = mkdtempSync(join(tmpdir(), 'synth-'))
afterAll(() => rmSync(root, { recursive: true }))

/** A program takes seconds to start on a busy machine. */
const PROCESS = { timeout: 120_000 }

describe('deltascribe synth', () => {
  it.each([
    ['--size 20x20', 'from 32 to 4096'],
    ['--count 0', 'from 1 to'],
    ['--count ten', 'whole number'],
    ['--layout yolo', 'Allowed choices'],
    ['--workers 0', 'from 1 to'],
  ])('refuses %s and names the allowed values', async (flags, words) => {
    const program = new Command().exitOverride()
    addSynthCommand(program)
    let stderr = ''
    for (const command of [program, ...program.commands]) {
      command.exitOverride().configureOutput({ writeErr: (text) => (stderr += text) })
    }
    const run = program.parseAsync(['synth', join(root, 'bad'), ...flags.split(' ')], { from: 'user' })
    await expect(run).rejects.toBeInstanceOf(CommanderError)
    expect(stderr).toContain(words)
    expect(existsSync(join(root, 'bad'))).toBe(false)
  })

  it.each(['--layout clevr-change --world aerial', '--layout levir-mci --truth', '--between 3', ''])(
    'refuses flags that do not go together, and a folder that is not empty: %s',
    async (flags) => {
      const program = new Command()
      addSynthCommand(program)
      const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const out = flags === '' ? import.meta.dirname : join(root, 'no')
      try {
        await program.parseAsync(['synth', out, ...flags.split(' ').filter(Boolean)], { from: 'user' })
        expect(process.exitCode).toBe(2)
        expect(String(stderr.mock.calls[0][0])).toMatch(/leave out|not empty/)
      } finally {
        process.exitCode = undefined
        stderr.mockRestore()
      }
    },
  )

  it('prints one JSON document and reports progress on stderr', PROCESS, async () => {
    const { code, stdout, stderr } = await runSynth(
      `SYNTH "${join(root, 'json')}" -n 3 --size 48x32 --workers 1 --json`,
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ pairs: 3, folder: join(root, 'json') })
    expect(stderr).toContain('3/3 pairs')
  })
})
