import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PairRow } from '../contract/project'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

let home: string
let folder: string
let started: StartedEngine

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-kept-'))
  folder = join(home, 'pairs')
  await makePairFolder(folder, { count: 3, width: 48, height: 32, layout: 'a-b' })
  started = startEngine(join(home, 'user'), { isHeadless: true })
})
afterEach(() => {
  started.engine.dispose()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

async function open(): Promise<PairRow[]> {
  await started.client.call('project.open', { folder, reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await started.client.call('pairs.find', { filter, order: 'key' })
  return started.client.call('pairs.rows', { ids })
}

async function flag({ id: pairId }: PairRow): Promise<void> {
  const eventId = `flagged-${pairId}`
  await started.client.call('pairs.decide', { pairId, eventId, decision: 'flag', milliseconds: 0 })
}

test('a pair without work goes with its image, one with work stays and names the file', async () => {
  const [first, second, third] = await open()
  await flag(second)
  rmSync(join(folder, `B/${second.key}.png`))
  rmSync(join(folder, `B/${third.key}.png`))
  const rows = await open()
  expect(rows.map(({ key, state, problem }) => [key, state, problem?.path ?? null])).toEqual([
    [first.key, 'unreviewed', null],
    [second.key, 'flagged', `B/${second.key}.png`],
  ])
  const filter = { states: null, search: '', hasProblem: true }
  const withProblem = await started.client.call('pairs.find', { filter, order: 'key' })
  expect(withProblem.ids).toEqual([second.id])
})

test('pairs with work whose folder has another name stay beside those of the new name', async () => {
  const inner = join(folder, 'north')
  await makePairFolder(inner, { count: 2, width: 48, height: 32, layout: 'a-b' })
  rmSync(join(folder, 'A'), { recursive: true })
  rmSync(join(folder, 'B'), { recursive: true })
  const [first] = await open()
  await flag(first)
  renameSync(inner, join(folder, 'south'))
  const rows = await open()
  expect(rows.filter(({ state }) => state === 'flagged')).toMatchObject([
    { key: first.key, problem: { code: 'missing' } },
  ])
  expect(rows.filter(({ problem }) => problem === null)).toHaveLength(2)
  renameSync(join(folder, 'south'), inner)
  expect((await open()).map(({ key, state, problem }) => [key, state, problem])).toMatchObject([
    [first.key, 'flagged', null],
    [expect.any(String), 'unreviewed', null],
  ])
})
