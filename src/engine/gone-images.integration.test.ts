import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Decision } from '../contract/pairs'
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

async function decide({ id: pairId }: PairRow, decision: Decision): Promise<void> {
  const eventId = `${decision}-of-pair-${pairId}`
  await started.client.call('pairs.decide', { pairId, eventId, decision, milliseconds: 0 })
}

function flag(row: PairRow): Promise<void> {
  return decide(row, 'flag')
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

test('a rejected pair goes with its image, and is as it was with the image back', async () => {
  const [, second, third] = await open()
  await decide(second, 'reject')
  await decide(third, 'flag')
  const image = join(folder, `B/${second.key}.png`)
  renameSync(image, join(home, 'away.png'))
  rmSync(join(folder, `B/${third.key}.png`))
  const states = async (): Promise<unknown[]> => (await open()).map(({ key, state }) => [key, state])
  expect(await states()).toEqual([
    [expect.any(String), 'unreviewed'],
    [third.key, 'flagged'],
  ])
  // one whose image is gone can be let go by rejecting it
  await decide(third, 'reject')
  expect(await states()).toEqual([[expect.any(String), 'unreviewed']])
  renameSync(join(home, 'away.png'), image)
  expect(await states()).toEqual([
    [expect.any(String), 'unreviewed'],
    [second.key, 'rejected'],
  ])
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

test('one that goes meanwhile is named in its own place, the other one is shown, and the pair has the problem', async () => {
  const { client, engine } = started
  const [{ id: pairId }] = await open()
  const { pair } = await client.call('pairs.get', { pairId })
  const changed: unknown[] = []
  onTestFinished(client.on('pair.changed', (each) => changed.push(each)))
  rmSync(join(folder, pair.before))
  const after = await engine.locatePicture({ pairId, kind: 'after' })
  expect(after.path).toContain(pair.after)
  const thumbnail = await engine.locatePicture({ pairId, kind: 'after-thumbnail' })
  expect(existsSync(thumbnail.path)).toBe(true)
  expect(changed).toEqual([])
  const gone = `${pair.before} is not there: it was moved, renamed or deleted.`
  for (const kind of ['before', 'before-thumbnail', 'difference'] as const) {
    await expect(engine.locatePicture({ pairId, kind })).rejects.toMatchObject({ failure: { message: gone } })
  }
  await expect.poll(() => changed).toHaveLength(1)
  const problem = { code: 'missing', path: pair.before, message: gone }
  const [row] = await client.call('pairs.rows', { ids: [pairId] })
  expect(row.problem).toMatchObject(problem)
  expect((await client.call('pairs.get', { pairId })).pair.problem).toMatchObject(problem)
  const accepted = client.call('pairs.decide', {
    pairId,
    eventId: 'accepted',
    decision: 'accept',
    milliseconds: 0,
  })
  await expect(accepted).rejects.toThrow(gone)
  expect(changed).toHaveLength(1)
})

test('one that goes before its pair is opened is the problem of the pair at once, until it is back', async () => {
  const { client } = started
  const [{ id: pairId }] = await open()
  const { pair } = await client.call('pairs.get', { pairId })
  const changed: unknown[] = []
  onTestFinished(client.on('pair.changed', (each) => changed.push(each)))
  renameSync(join(folder, pair.after), join(home, 'away.png'))
  const opened = await client.call('pairs.get', { pairId })
  expect(opened.pair.problem).toMatchObject({ code: 'missing', path: pair.after })
  await expect.poll(() => changed).toHaveLength(1)
  renameSync(join(home, 'away.png'), join(folder, pair.after))
  expect((await client.call('pairs.get', { pairId })).pair.problem).toBeNull()
  await expect.poll(() => changed).toHaveLength(2)
})
