import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { programArgs } from './testing'

const main = join(import.meta.dirname, 'main.ts')

test('the program names its interpreter, as Linux and macOS require of a file that is run by its name', () => {
  const [first] = readFileSync(main, 'utf8').split('\n')
  expect(first).toBe('#!/usr/bin/env node')
})

test.skipIf(!existsSync('/dev/full'))(
  'a result that could not be written is a failure [needs /dev/full]',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'deltascribe-cli-main-'))
    const command = [process.execPath, ...programArgs, 'models', 'list']
    const options = { env: { ...process.env, DELTASCRIBE_HOME: home } }
    const run = promisify(execFile)('sh', ['-c', '"$@" > /dev/full', 'sh', ...command], options)
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The result could not be written: ENOSPC') as string,
    })
    await rm(home, { recursive: true })
  },
  120_000,
)

test.each([
  [['propose', 'x', '--limt', '3'], "unknown option '--limt'", 'deltascribe propose'],
  [['models', 'promote'], "missing required argument 'model'", 'deltascribe models promote'],
  [['prpose', 'x'], "unknown command 'prpose'", 'deltascribe'],
])('wrong use is told of in a few lines, the fault first: %j', async (words, fault, path) => {
  const run = promisify(execFile)(process.execPath, [...programArgs, ...words])
  const { code, stderr } = (await run.catch((error: unknown) => error)) as { code: number; stderr: string }
  const lines = stderr.trimEnd().split('\n')
  expect(code).toBe(2)
  expect(lines[0]).toBe(`deltascribe: ${fault}`)
  expect(lines.at(-1)).toMatch(new RegExp(`^Usage: ${path} .*\\. All options: ${path} --help$`))
  expect(lines.length).toBeLessThan(4)
})
