import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { put } from '../testing'
import { checkApart, convertApart, importApart } from './apart'
import { ApartTest, HANGING, isAlive, LEFT_OUT, putHangingParquet } from './testing'

const at = new ApartTest()

describe('a file that its reader comes to no end in', () => {
  beforeEach(() => at.putHangingSet())

  test('is told by a check, once', async () => {
    await put(at.source, 'manifest.sha256', '')
    const report = await checkApart({ path: at.source, format: null, imageFolder: null }, at.apart())
    expect(report).toMatchObject({ pairCount: 1, problems: [{ file: HANGING, message: LEFT_OUT }] })
  })

  test('is left out of a conversion', async () => {
    const options = { source: at.source, from: null, imageFolder: null, format: 'a-b', out: at.into }
    const report = await convertApart(options, at.apart())
    expect(report).toMatchObject({ export: { pairCount: 1 }, problems: [{ message: LEFT_OUT }] })
    expect((await readdir(at.folder)).sort()).toEqual(['into', 'source'])
  })

  test('is ended soon by who cancels, and nothing is left', async () => {
    const stopper = new AbortController()
    const importing = importApart(
      { source: at.source, into: at.into, format: null },
      at.apart({ signal: stopper.signal, stuckMilliseconds: 600_000 }),
    ).catch((error: unknown) => error)
    await expect.poll(() => at.pids.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const asked = performance.now()
    stopper.abort()
    expect(await importing).toMatchObject({ failure: { code: 'cancelled' } })
    // a tenth of the time after which it would end by itself
    expect(performance.now() - asked).toBeLessThan(60_000)
    expect(at.pids.map(isAlive)).toEqual([false])
    expect(await readdir(at.folder)).toEqual(['source'])
  })
})

test('where every file is one, nothing is taken, in words', async () => {
  await putHangingParquet(join(at.source, HANGING))
  const importing = importApart({ source: at.source, into: at.into, format: null }, at.apart())
  await expect(importing).rejects.toMatchObject({
    failure: { code: 'invalid-input', message: expect.stringContaining(`${HANGING} is left out`) as string },
  })
  expect(await readdir(at.folder)).toEqual(['source'])
})

test('a file that its reader comes to no end in is left out of an import by name, and the rest is taken', async () => {
  await at.putHangingSet()
  const done: number[] = []
  const report = await importApart(
    { source: at.source, into: at.into, format: null },
    at.apart({ progress: (count) => done.push(count) }),
  )
  expect(report).toMatchObject({ pairCount: 1, leftOutCount: 1, splits: { train: 1 } })
  expect(report.problems).toMatchObject([{ file: HANGING, message: LEFT_OUT, level: 'error' }])
  expect(done).toEqual([1])
  expect(at.pids.map(isAlive)).toEqual([false, false])
  expect((await readdir(at.folder)).sort()).toEqual(['into', 'source'])
})
