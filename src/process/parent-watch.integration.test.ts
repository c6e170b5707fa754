import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PARENT = join(import.meta.dirname, 'testing', 'busy-parent.ts')

test('a process that computes ends soon after its parent was killed', async () => {
  const parent = spawn(process.execPath, ['--import', 'tsx', PARENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(text.toString())
  try {
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
  } finally {
    if (isAlive(pid)) {
      process.kill(pid, 'SIGKILL')
    }
  }
})

test('a process whose parent was gone before it had loaded ends', async () => {
  const child = fork(join(import.meta.dirname, 'testing', 'late-child.ts'), {
    serialization: 'advanced',
    execArgv: ['--import', 'tsx'],
  })
  try {
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test('a process that computes ends where it holds more than it may', async () => {
  const child = fork(join(import.meta.dirname, 'testing', 'busy-child.ts'), {
    serialization: 'advanced',
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, MOST_BYTES: '1000' },
  })
  child.send('begin')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})

/** Whether the process runs. Some systems keep an ended process as a zombie, under Z. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
