import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manyOrFew } from '../../build/testing/draws'
import { DatabaseSync } from '@photostructure/sqlite'
import { startEngine } from '../../src/engine/testing'
import type { StartedEngine } from '../../src/engine/testing'
import { makePairFolder } from '../../src/images/testing'
import { pairIds } from '../engine-client'
import { Random } from '../random'
import { pixelsOf, rleOf } from './pixels'
import { PairModel } from './pair-model'

const size = { width: 40, height: 30 }
let home = ''
let started: StartedEngine
let model: PairModel

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-model-'))
  await makePairFolder(join(home, 'pairs'), { count: 1, ...size, layout: 'before-after' })
  started = startEngine(home, { isHeadless: true })
  await open()
  const [pairId] = await pairIds(started.client)
  model = new PairModel(pairId, size)
})
afterEach(() => {
  started.engine.dispose()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

function open(): Promise<unknown> {
  return started.client.call('project.open', { folder: join(home, 'pairs'), reading: null })
}

async function edit(random: Random, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const sent = model.next(random)
    await sent.send(started.client)
    model.acknowledge(sent)
  }
}

async function compare(): Promise<void> {
  const { client } = started
  const { pairId } = model
  model.compare(await client.call('pairs.get', { pairId }), await client.call('pairs.history', { pairId }))
}

async function behindItsBack(sql: string): Promise<void> {
  await started.client.call('project.close', {})
  const database = new DatabaseSync(join(home, 'pairs', '.deltascribe', 'project.db'))
  database.exec(sql)
  database.close()
  await open()
}

test.each([1, 2, 3].slice(0, manyOrFew(3, 1)))(
  'what the engine stores is what the model expects, with seed %i',
  async (seed) => {
    const random = new Random(seed, 'model')
    await edit(random, 150)
    await compare()
    expect(model.acknowledgedCount).toBe(150)
  },
)

test('an edit that was sent and not answered may be there or not', async () => {
  const random = new Random(4, 'model')
  await edit(random, 10)
  const there = model.next(random)
  await there.send(started.client)
  model.next(random)
  await compare()
  expect([model.acknowledgedCount, model.pending]).toEqual([11, []])
})

test('a lost edit, and one that is there twice, are noticed', async () => {
  const random = new Random(5, 'model')
  await edit(random, 20)
  await behindItsBack('DELETE FROM events WHERE version = 20')
  await expect(compare()).rejects.toMatchObject({ kind: 'lost' })
  const { pairId } = model
  const opened = await started.client.call('pairs.get', { pairId })
  const [entry] = await started.client.call('pairs.history', { pairId })
  expect(() => model.compare(opened, [entry, entry])).toThrow('is there twice')
})

test('other content under the same history is noticed', async () => {
  await edit(new Random(6, 'model'), 5)
  const diff = JSON.stringify([{ type: 'review.set', from: {}, to: { notes: 'of nobody' } }])
  await behindItsBack(`UPDATE events SET diff = '${diff}' WHERE version = 5`)
  await expect(compare()).rejects.toMatchObject({ kind: 'lost' })
})

test('masks come back from run lengths as they were', () => {
  const random = new Random(7, 'pixels')
  for (let round = 0; round < 200; round += 1) {
    const pixels = new Set(Array.from({ length: random.below(300) }, () => random.below(1200)))
    expect(pixelsOf(rleOf(pixels, 40, 30))).toEqual(pixels)
  }
})

test('an answer that comes in another order is noticed', () => {
  const random = new Random(8, 'model')
  model.next(random)
  const second = model.next(random)
  expect(() => model.acknowledge(second)).toThrow('was answered before')
})
