import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { madeSources } from '../dataset/composing/testing'
import { addComposeCommand } from './compose'

const root = mkdtempSync(join(tmpdir(), 'compose-'))
afterAll(() => rmSync(root, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

const { photographs, outlines, cutouts } = madeSources(join(root, 'sources'), 12)

/** Output of the command, and its exit code. */
async function run(...flags: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const program = new Command().exitOverride()
  addComposeCommand(program)
  const said = { stdout: '', stderr: '' }
  for (const command of program.commands) {
    command.exitOverride().configureOutput({ writeErr: (text) => (said.stderr += text) })
  }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text)
      return true
    })
  }
  try {
    await program.parseAsync(['compose', ...flags], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error
    }
    return { code: error.code, ...said }
  }
  return { code: process.exitCode, ...said }
}

it('writes a set and tells of it as one JSON document', async () => {
  const out = join(root, 'set')
  writeFileSync(join(photographs, 'broken.jpg'), 'no image')
  const sources = ['--photographs', photographs, '--outlines', outlines, '--cutouts', cutouts]
  const { code, stdout, stderr } = await run(...sources, '--out', out, '-n', '3', '--size', '64x64', '--json')
  expect(code).toBe(0)
  const report: unknown = JSON.parse(stdout)
  expect(report).toMatchObject({ pairs: 3, folder: out, leftOut: [{ name: 'broken.jpg' }] })
  expect(stderr).toContain('left out: broken.jpg: is not a PNG')
  expect(stderr).toContain('3/3 pairs')
  expect(readdirSync(out).sort()).toEqual([
    'README.md',
    'contact-sheet.png',
    'contact-sheet.txt',
    'pairs',
    'pairs.jsonl',
    'set.json',
  ])
  const again = await run(...sources, '--out', out)
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('not empty')
})

it.each([
  [[], "required option '--photographs"],
  [['--photographs', photographs], "required option '--out"],
  [['--photographs', photographs, '--out', 'x', '--size', '10x10'], 'from 32 to 4096'],
  [['--photographs', photographs, '--out', 'x', '--layout', 'yolo'], 'Allowed choices'],
])('refuses %j and says why', async (flags, words) => {
  const { code, stderr } = await run(...flags)
  expect(code).toMatch(/^commander\./)
  expect(stderr).toContain(words)
})

it.each([
  [['--photographs', join(root, 'nowhere')], 'nowhere is not there: it was moved, renamed or deleted.'],
  [['--photographs', import.meta.filename], 'is a file: name its folder.'],
  [['--photographs', photographs, '--outlines', join(root, 'nothing.json')], 'nothing.json'],
])('says in words what cannot be read: %j', async (flags, words) => {
  const out = join(root, 'none')
  const { code, stderr } = await run(...flags, '--out', out)
  expect(code).toBe(2)
  expect(stderr).toContain(words)
  expect(existsSync(out)).toBe(false)
})
