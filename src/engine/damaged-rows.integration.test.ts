import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trainingOptionsSchema } from '../contract/training'
import { reviewStates } from '../domain/pair'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const [COUNT, STATES] = [6, [...reviewStates]]
let [home, folder] = ['', '']
let engine: StartedEngine['engine']
let client: StartedEngine['client']
let pairIds: number[]

beforeEach(async () => {
  ;[home, folder] = ['home', 'pairs'].map((name) => mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)))
  await makePairFolder(folder, { count: COUNT, width: 16, height: 12, layout: 'before-after' })
  ;({ engine, client } = startEngine(home, { isHeadless: true }))
  await open()
  pairIds = await ids()
  for (const pairId of pairIds) {
    const source = { kind: 'person' } as const
    const caption = { id: 'c', text: 'A house is new.', rank: 0, source, logProbability: null }
    const diff = [{ type: 'caption.add', caption, index: 0 } as const]
    await client.call('pairs.edit', { pairId, eventId: `edit-${pairId}-0000`, label: 'Caption', diff })
  }
})
afterEach(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

function open(): Promise<unknown> {
  return client.call('project.open', { folder, reading: null })
}

async function ids(hasProblem: boolean | null = null): Promise<number[]> {
  const filter = { states: null, search: '', hasProblem }
  return (await client.call('pairs.find', { filter, order: 'key' })).ids
}

/** By another connection, and the engine has read none of it before. */
async function damage(sql: string): Promise<void> {
  await client.call('project.close', {})
  const database = new DatabaseSync(join(folder, '.deltascribe', 'project.db'))
  database.exec(sql)
  database.close()
  await open()
}

const breakEdit = (): Promise<void> =>
  damage(`UPDATE events SET diff = '[{"type":' WHERE pair_id = ${pairIds[1]}`)
const message = expect.stringContaining('The project store holds a damaged edit.') as string
/** The same as an entry of the catalogue. */
const reason = expect.objectContaining({ text: message }) as object

test('a damaged edit is the problem of its pair in a preview, and the rest is counted', async () => {
  await breakEdit()
  const preview = await client.call('export.preview', { format: 'coco', states: STATES })
  expect(preview.pairCount).toBe(COUNT - 1)
  expect(preview.leftOut).toEqual([{ key: 'pair_000001', reason }])
  expect(await ids(true)).toEqual([pairIds[1]])
  await client.call('project.close', {})
  await open()
  const [row] = await client.call('pairs.rows', { ids: [pairIds[1]] })
  expect(row.problem).toMatchObject({ code: 'damaged', message })
})

test('a damaged edit is the problem of its pair in Review, and an edit of it is refused in words', async () => {
  await breakEdit()
  const opened = await client.call('pairs.get', { pairId: pairIds[1] })
  expect(opened).toMatchObject({
    pair: { problem: { code: 'damaged', message } },
    document: { captions: [] },
  })
  const diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'x' } } as const]
  const edit = { pairId: pairIds[1], eventId: 'edit-more-0000', label: 'Notes', diff }
  await expect(client.call('pairs.edit', edit)).rejects.toMatchObject({
    failure: { code: 'folder-unreadable', message },
  })
  expect((await client.call('pairs.get', { pairId: pairIds[0] })).pair.problem).toBeNull()
})

test('an edit that does not fit what is stored before it is the problem of its pair in Review', async () => {
  const change = JSON.stringify([
    { type: 'caption.set', captionId: 'of nobody', from: {}, to: { text: 'x' } },
  ])
  await damage(`UPDATE events SET diff = '${change}' WHERE pair_id = ${pairIds[1]}`)
  const opened = await client.call('pairs.get', { pairId: pairIds[1] })
  expect(opened.pair.problem).toMatchObject({ code: 'damaged', message })
})

test('an export and the plan of a run leave out the pair alone, with its reason', async () => {
  await breakEdit()
  const out = join(home, 'out')
  const { id } = await client.call('export.start', { format: 'coco', states: STATES, out })
  await expect
    .poll(async () => (await client.call('jobs.list', {})).find((job) => job.id === id)?.state)
    .toBe('done')
  const [job] = await client.call('jobs.list', {})
  expect(job.exportReport).toMatchObject({ pairCount: COUNT - 1, leftOut: [{ key: 'pair_000001', reason }] })
  const plan = await client.call('training.preview', trainingOptionsSchema.parse({ states: STATES }))
  expect(plan.leftOut).toEqual([{ key: 'pair_000001', reason }])
})

test('a damaged alignment, problem or count is no fault of the others', async () => {
  await damage(
    `UPDATE pairs SET alignment = '[1,' WHERE id = ${pairIds[0]}; UPDATE pairs SET problem = '{' WHERE id = ${pairIds[2]};
     UPDATE pair_facts SET captions = '[', regions = 'x' WHERE pair_id = ${pairIds[3]}`,
  )
  const rows = await client.call('pairs.rows', { ids: pairIds })
  expect(rows.map(({ problem }) => problem?.code ?? null)).toEqual([null, null, null, null, null, null])
  const preview = await client.call('export.preview', { format: 'coco', states: STATES })
  expect([preview.pairCount, preview.captionCount, preview.estimatedCount]).toEqual([COUNT - 1, COUNT - 1, 0])
  expect(preview.leftOut).toEqual([
    {
      key: 'pair_000000',
      reason: expect.objectContaining({ text: expect.stringContaining('alignment') as string }) as object,
    },
  ])
  const opened = await client.call('pairs.get', { pairId: pairIds[0] })
  expect(opened.pair.problem?.code).toBe('damaged')
})

test('mended rows are no problem any more', async () => {
  await breakEdit()
  await client.call('pairs.get', { pairId: pairIds[1] })
  const whole = `(SELECT diff FROM events WHERE pair_id = ${pairIds[0]})`
  await damage(`UPDATE events SET diff = ${whole} WHERE pair_id = ${pairIds[1]}`)
  const preview = await client.call('export.preview', { format: 'coco', states: STATES })
  expect([preview.pairCount, preview.leftOut]).toEqual([COUNT, []])
  expect(await ids(true)).toEqual([])
})
