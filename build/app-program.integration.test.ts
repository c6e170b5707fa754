import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runProgram } from './app-program'

const node = process.execPath

test.each([
  [node, ['-e', 'process.exit(3)'], { code: 3, whyNotStarted: 'it ended at its start (exit code 3)' }],
  [
    node,
    ['-e', 'process.kill(process.pid, "SIGABRT")'],
    { code: 1, whyNotStarted: 'it ended at its start (SIGABRT)' },
  ],
  [
    'no-such-program',
    [],
    { code: 1, whyNotStarted: 'it could not be started (spawn no-such-program ENOENT)' },
  ],
  [node, ['-e', ''], { code: 0, whyNotStarted: null }],
])('how %s %j ended is told', async (program, args, end) => {
  expect(await runProgram(program, args)).toEqual(end)
})

test('a program that was asked to stop did start', async () => {
  const ended = runProgram(node, ['-e', 'setTimeout(() => {}, 60_000)'])
  await wait(200)
  process.kill(process.pid, 'SIGTERM')
  expect(await ended).toEqual({ code: 1, whyNotStarted: null })
})
