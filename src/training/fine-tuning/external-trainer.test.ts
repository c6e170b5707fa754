import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FineTuneError } from '../data/corrected-pair'
import { messageTextOf } from '../../messages/message'
import { runExternalTrainer } from './external-trainer'

/** Starts another program, writes its id beside itself, prints a line and continues. */
const trainer = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const wait = ['-e', 'setTimeout(() => {}, 120_000)']
const { pid } = spawn(process.execPath, wait, { stdio: 'ignore' })
writeFileSync(import.meta.dirname + '/pid', String(pid))
console.log(JSON.stringify({ type: 'notice', message: 'it began' }))
setTimeout(() => {}, 120_000)
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outside-trainer-'))
  writeFileSync(join(folder, 'trainer.mjs'), trainer)
})
afterEach(() => rm(folder, { recursive: true }))

function run(onLine: () => void, signal: AbortSignal): Promise<string> {
  const command = `"${process.execPath}" "${join(folder, 'trainer.mjs')}"`
  const order = { command, data: folder, out: join(folder, 'out'), from: folder }
  return runExternalTrainer(order, { onLine, onText: () => {} }, signal)
}

async function expectGone(): Promise<void> {
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
}

/** A zombie counts as ended: its id remains until its parent has waited for it. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (state !== '' || existsSync('/proc/self')) {
    return state !== '' && !/\) [ZX] /.test(state)
  }
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function fails(): void {
  throw new Error('the terminal is gone')
}

const isWindows = process.platform === 'win32'

test.skipIf(isWindows)('a trainer that a signal ends is said so by its name [not on Windows]', async () => {
  const order = { command: 'kill -TERM $$ #', data: folder, out: folder, from: folder }
  const handlers = { onLine: fails, onText: fails }
  const failure = await runExternalTrainer(order, handlers, new AbortController().signal).catch(
    (error: unknown) => error,
  )
  expect(messageTextOf(failure)).toMatchObject({
    id: 'training.trainerKilled',
    values: { signal: 'SIGTERM', command: 'kill -TERM $$ #' },
  })
})

test.skipIf(isWindows)(
  'a line that cannot be dealt with ends the trainer and all that it started [not on Windows]',
  async () => {
    await expect(run(fails, new AbortController().signal)).rejects.toThrow('the terminal is gone')
    await expectGone()
  },
  120_000,
)

test.skipIf(isWindows)(
  'a stop ends the trainer and all that it started [not on Windows]',
  async () => {
    const stopper = new AbortController()
    await expect(run(() => stopper.abort(), stopper.signal)).rejects.toThrow(FineTuneError)
    await expectGone()
  },
  120_000,
)

test('a trainer that was stopped before it began is not started', async () => {
  await expect(run(() => {}, AbortSignal.abort())).rejects.toThrow('stopped before it began')
  expect(existsSync(join(folder, 'pid'))).toBe(false)
})
