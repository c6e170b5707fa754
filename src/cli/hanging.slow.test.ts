import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putHangingParquet, putParquet } from '../dataset/import/apart/testing'
import { EXIT_CODES } from './output'
import { ownFolder, programArgs } from './testing'

const at = ownFolder()
const hasPs = spawnSync('ps', ['-p', String(process.pid)]).status === 0
const hostile = join(process.env['DELTASCRIBE_DATA'] ?? '', 'hostile', 'parquet-hang')

/** In a group of its own, as a terminal starts it. */
function start(seconds: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [...programArgs, ...args], {
    detached: true,
    env: { ...process.env, DELTASCRIBE_READ_SECONDS: seconds },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Seconds that processes which this one started have computed: one of them reads. */
function secondsOfChildren(parent: number): number {
  const lines = execFileSync('ps', ['-axo', 'ppid=,time='], { encoding: 'utf8' }).trim().split('\n')
  const times = lines.map((line) => line.trim().split(/\s+/)).filter(([ppid]) => Number(ppid) === parent)
  // such as 01:02:03 on Linux and 2:03.45 on macOS
  return times.reduce(
    (sum, [, time]) => sum + time.split(':').reduce((all, part) => 60 * all + Number(part), 0),
    0,
  )
}

/** To start it and to come to the file that hangs takes less. */
const STUCK_SECONDS = 2

test.skipIf(!hasPs).each([
  ['import', 'SIGTERM', false],
  ['import', 'SIGINT', true],
  ['check', 'SIGTERM', false],
  ['convert', 'SIGINT', true],
] as const)(
  '%s that reads without end ends by %s soon [needs the program ps]',
  async (name, signal, isGroup) => {
    await putHangingParquet(at('source/data/train-00000-of-00001.parquet'))
    const targets = { import: ['--into', at('out')], check: [], convert: ['--to', 'a-b', '--out', at('out')] }
    const child = start('600', name, at('source'), ...targets[name])
    const exit = once(child, 'exit')
    await expect
      .poll(() => secondsOfChildren(child.pid!), { interval: 200, timeout: 240_000 })
      .toBeGreaterThanOrEqual(STUCK_SECONDS)
    const asked = performance.now()
    process.kill(isGroup ? -child.pid! : child.pid!, signal)
    expect(await exit).toEqual([EXIT_CODES.stopped, null])
    // a tenth of the time after which it would end by itself
    expect(performance.now() - asked).toBeLessThan(60_000)
    expect(await readdir(at())).toEqual(['source'])
  },
)

test('a file that is read without end is told, and the others are taken', async () => {
  await putHangingParquet(at('source/data/test-00000-of-00001.parquet'))
  await putParquet(at('source/data/train-00000-of-00001.parquet'))
  const child = start('6', 'import', at('source'), '--into', at('out'))
  let told = ''
  child.stderr?.on('data', (text: Buffer) => (told += text.toString()))
  expect(await once(child, 'close')).toEqual([EXIT_CODES.failed, null])
  expect(told).toContain('data/test-00000-of-00001.parquet is left out: nothing came of it for 6 s.')
})

test.skipIf(!existsSync(hostile))(
  'the import of a published damaged set ends [needs DELTASCRIBE_DATA]',
  async () => {
    cpSync(hostile, at('source'), { recursive: true })
    const child = start('6', 'import', at('source'), '--into', at('out'))
    expect(await once(child, 'exit')).toEqual([EXIT_CODES.failed, null])
    expect(await readdir(at('out'))).toContain('pairs.jsonl')
  },
)
