import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'testing', 'silent-thread.ts')

test('a thread that answers nothing is given up, and its program ends without it', async () => {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM])
  // the thread was at its run: a program that had waited for it would have ended by itself
  await expect(run).rejects.toMatchObject({
    signal: 'SIGKILL',
    stdout: 'Error: no answer for 1 minutes\n',
  })
})
