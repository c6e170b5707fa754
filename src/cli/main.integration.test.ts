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
