import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Port } from '../../../contract/port'
import { nodeProcessHost } from '../../../process/process-host'
import type { ProcessHost } from '../../../process/process-host'
import { put } from '../testing'
import { checkApart, convertApart, importApart } from './apart'
import type { Apart } from './attempt'
import { putHangingParquet, putParquet } from './testing'

const GOOD = 'data/train-00000-of-00001.parquet'
const HANGING = 'data/test-00000-of-00001.parquet'
const STUCK_MILLISECONDS = 2000

let folder: string
let source: string
let into: string
let pids: number[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-apart-'))
  source = join(folder, 'source')
  into = join(folder, 'into')
  pids = []
})
afterEach(() => rm(folder, { recursive: true }))

const host: ProcessHost = {
  async start(program, options) {
    const hosted = await nodeProcessHost.start(program, options)
    pids.push(hosted.pid!)
    return hosted
  },
}

function apart(change: Partial<Apart> = {}): Apart {
  const signal = new AbortController().signal
  return { host, signal, progress: () => {}, stuckMilliseconds: STUCK_MILLISECONDS, ...change }
}

describe('a file that its reader comes to no end in', () => {
  beforeEach(async () => {
    await putHangingParquet(join(source, HANGING))
    await putParquet(join(source, GOOD))
  })

  const reason = `${HANGING} is left out: nothing came of it for 2 s.`

  test('is left out of an import by name, and the rest is taken', async () => {
    const done: number[] = []
    const report = await importApart(
      { source, into, format: null },
      apart({ progress: (count) => done.push(count) }),
    )
    expect(report).toMatchObject({ pairCount: 1, leftOutCount: 1, splits: { train: 1 } })
    expect(report.problems).toMatchObject([{ file: HANGING, message: reason, level: 'error' }])
    expect(done).toEqual([1])
    expect(pids.map(isAlive)).toEqual([false, false])
    expect((await readdir(folder)).sort()).toEqual(['into', 'source'])
  })

  test('is told by a check, once', async () => {
    await put(source, 'manifest.sha256', '')
    const report = await checkApart({ path: source, format: null, imageFolder: null }, apart())
    expect(report).toMatchObject({ pairCount: 1, problems: [{ file: HANGING, message: reason }] })
  })

  test('is left out of a conversion', async () => {
    const options = { source, from: null, imageFolder: null, format: 'a-b', out: into }
    const report = await convertApart(options, apart())
    expect(report).toMatchObject({ export: { pairCount: 1 }, problems: [{ message: reason }] })
    expect((await readdir(folder)).sort()).toEqual(['into', 'source'])
  })

  test('is ended by who cancels, within a second or so, and nothing is left', async () => {
    const stopper = new AbortController()
    const importing = importApart(
      { source, into, format: null },
      apart({ signal: stopper.signal, stuckMilliseconds: 600_000 }),
    ).catch((error: unknown) => error)
    await expect.poll(() => pids.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const asked = performance.now()
    stopper.abort()
    expect(await importing).toMatchObject({ failure: { code: 'cancelled' } })
    expect(performance.now() - asked).toBeLessThan(1900)
    expect(pids.map(isAlive)).toEqual([false])
    expect(await readdir(folder)).toEqual(['source'])
  })
})

test('where every file is one, nothing is taken, in words', async () => {
  await putHangingParquet(join(source, HANGING))
  await expect(importApart({ source, into, format: null }, apart())).rejects.toMatchObject({
    failure: { code: 'invalid-input', message: expect.stringContaining(`${HANGING} is left out`) as string },
  })
  expect(await readdir(folder)).toEqual(['source'])
})

test('a process that ends while it reads costs what it read', async () => {
  await putHangingParquet(join(source, HANGING))
  await putParquet(join(source, GOOD))
  const killing: ProcessHost = {
    async start(program, options) {
      const hosted = await host.start(program, options)
      const { port } = hosted
      const onMessage: Port['onMessage'] = (listener) =>
        port.onMessage((message) => {
          listener(message)
          if (pids.length === 1 && JSON.stringify(message).includes(HANGING)) {
            process.kill(hosted.pid!, 'SIGKILL')
          }
        })
      return { ...hosted, port: { ...port, onMessage } }
    },
  }
  const report = await checkApart(
    { path: source, format: null, imageFolder: null },
    apart({ host: killing, stuckMilliseconds: 600_000 }),
  )
  expect(report.pairCount).toBe(1)
  expect(report.problems[0].message).toContain('perhaps for lack of memory')
})

test('what is said of a data set is the same as without a process', async () => {
  await put(source, 'images/1.png', 'no image')
  await put(source, 'train.json', [{ img0: '../x.png', img1: '1.png', sents: ['x'], uid: 'a' }])
  const options = { path: source, format: 'image-editing-request', imageFolder: null }
  const { problems } = await checkApart(options, apart())
  expect(problems).toMatchObject([{ file: 'train.json', line: 2, item: 'a', level: 'error' }])
  const missing = checkApart({ ...options, path: join(folder, 'gone') }, apart())
  await expect(missing).rejects.toMatchObject({ failure: { code: 'invalid-input' } })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
