import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PredictionOptions } from '../contract/dataset'
import type { Job } from '../contract/work'
import { put } from '../dataset/import/testing'
import { encodeRle } from '../mask/rle'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

let home: string
let started: StartedEngine
let keys: string[]
let pairIds: number[]
let options: PredictionOptions

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-predictions-'))
  started = startEngine(join(home, 'user'), { isHeadless: true })
  keys = await makePairFolder(join(home, 'pairs'), {
    count: 3,
    width: 32,
    height: 24,
    layout: 'before-after',
  })
  const { client } = started
  await client.call('project.open', { folder: join(home, 'pairs'), reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  pairIds = (await client.call('pairs.find', { filter, order: 'key' })).ids
  await put(
    home,
    'mine.json',
    Object.fromEntries(keys.map((key) => [key, { captions: ['a red box is new'] }])),
  )
  options = { source: join(home, 'mine.json'), format: 'captions', name: 'mine', replaces: false }
})
afterEach(async () => {
  started.engine.dispose()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

async function ended(command: 'predictions.plan' | 'predictions.start', change = {}): Promise<Job> {
  const { client } = started
  const { id } = await client.call(command, { ...options, ...change })
  const job = async (): Promise<Job | undefined> =>
    (await client.call('jobs.list', {})).find((one) => one.id === id)
  await expect.poll(async () => (await job())?.state, { timeout: 30_000 }).not.toBe('running')
  return (await job())!
}

async function proposers(pairId: number): Promise<string[]> {
  return (await started.client.call('proposals.list', { pairId })).map(({ proposer }) => proposer)
}

test(
  'a plan counts and stores nothing; the import stores beside what a person did',
  { timeout: 60_000 },
  async () => {
    const { client } = started
    const caption = {
      id: 'mine',
      text: 'my own',
      rank: 0,
      source: { kind: 'person' as const },
      logProbability: null,
    }
    await client.call('pairs.edit', {
      pairId: pairIds[0],
      eventId: 'event-0001',
      label: 'Caption',
      diff: [{ type: 'caption.add', caption, index: 0 }],
    })
    const planned = await ended('predictions.plan')
    expect(planned.predictionReport).toMatchObject({ isStored: false, pairCount: 3, earlierCount: 0 })
    expect(await proposers(pairIds[0])).toEqual([])

    const stored = await ended('predictions.start')
    expect(stored.predictionReport).toEqual({ ...planned.predictionReport, isStored: true })
    expect(await proposers(pairIds[0])).toEqual(['import:mine'])
    const edited = await client.call('pairs.get', { pairId: pairIds[0] })
    expect(edited.document.captions.map(({ text }) => text)).toEqual(['my own'])
    const untouched = await client.call('pairs.get', { pairId: pairIds[1] })
    expect(untouched).toMatchObject({ version: 0, proposal: null, document: { captions: [] } })
    // a blank document is not accepted because of what was merely imported
    const accepting = client.call('pairs.decide', {
      pairId: pairIds[1],
      eventId: 'event-0002',
      decision: 'accept',
      milliseconds: 0,
    })
    await expect(accepting).rejects.toMatchObject({ failure: { code: 'conflict' } })

    const [offer] = await client.call('proposals.list', { pairId: pairIds[1] })
    await client.call('proposals.adopt', { pairId: pairIds[1], proposalId: offer.id, eventId: 'event-0003' })
    const adopted = await client.call('pairs.get', { pairId: pairIds[1] })
    expect(adopted.document.captions).toMatchObject([
      { text: 'a red box is new', source: { kind: 'proposal' } },
    ])
    expect((await client.call('proposals.status', {})).coverage).toMatchObject({ proposed: 0 })
  },
)

test('taking captions over leaves regions, and masks leave captions', { timeout: 60_000 }, async () => {
  const { client } = started
  const [pairId] = pairIds
  const mask = encodeRle({ width: 32, height: 24, data: new Uint8Array(32 * 24).fill(1, 0, 9) })
  await put(home, 'masks.json', { [keys[0]]: { regions: [{ segmentation: mask }] } })
  await ended('predictions.start')
  await ended('predictions.start', { source: join(home, 'masks.json'), name: 'masks' })
  const [masks, captions] = await client.call('proposals.list', { pairId })
  await client.call('proposals.adopt', { pairId, proposalId: masks.id, eventId: 'event-0001' })
  await client.call('proposals.adopt', { pairId, proposalId: captions.id, eventId: 'event-0002' })
  await client.call('proposals.adopt', { pairId, proposalId: masks.id, eventId: 'event-0003' })
  const { document } = await client.call('pairs.get', { pairId })
  expect([document.regions.length, document.captions.map(({ text }) => text)]).toEqual([
    1,
    ['a red box is new'],
  ])
  expect(await client.call('proposals.compare', { pairId, againstId: null })).toEqual([
    { proposalId: masks.id, iou: 1, caption: null },
    { proposalId: captions.id, iou: 0, caption: 'a red box is new' },
  ])
  expect(await client.call('proposals.compare', { pairId, againstId: captions.id })).toMatchObject([
    { iou: 0 },
    { iou: 1 },
  ])
  expect(await client.call('proposals.proposers', {})).toEqual([
    { proposer: 'import:mine', pairCount: 3 },
    { proposer: 'import:masks', pairCount: 1 },
  ])
})

test(
  'a name that is taken is refused, or its proposals are replaced where nobody used them',
  { timeout: 60_000 },
  async () => {
    const { client } = started
    await ended('predictions.start')
    const [used] = await client.call('proposals.list', { pairId: pairIds[0] })
    await client.call('proposals.adopt', { pairId: pairIds[0], proposalId: used.id, eventId: 'event-0001' })
    const refused = await ended('predictions.start')
    expect(refused).toMatchObject({
      state: 'failed',
      failure: {
        code: 'conflict',
        message: expect.stringContaining('3 pairs have proposals named mine') as string,
      },
    })
    await ended('predictions.start', { replaces: true })
    // the one that a person used stays stored, and is not listed
    expect(await proposers(pairIds[0])).toEqual(['import:mine'])
    await expect(client.call('proposals.get', { proposalId: used.id })).resolves.toMatchObject({
      id: used.id,
    })
    const [newest, ...others] = await client.call('proposals.list', { pairId: pairIds[1] })
    expect([newest.id > used.id, others]).toEqual([true, []])
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('deltascribe-predictions.'))).toEqual(
      [],
    )
  },
)

test('of two predictions for a pair the more certain one is stored', { timeout: 60_000 }, async () => {
  const lines = [`{"key":"x/${keys[0]}","caption":"by name"}`, `{"key":"${keys[0]}","caption":"by key"}`]
  await put(home, 'two.jsonl', lines.join('\n'))
  const job = await ended('predictions.start', { source: join(home, 'two.jsonl') })
  expect(job).toMatchObject({
    state: 'done',
    done: 1,
    total: 1,
    predictionReport: { pairCount: 1, leftOutCount: 1 },
  })
  const stored = await started.client.call('proposals.list', { pairId: pairIds[0] })
  const { captions } = await started.client.call('proposals.get', { proposalId: stored[0].id })
  expect([stored.length, captions[0].text]).toEqual([1, 'by key'])
})

test('an empty name and a format that is none are refused', async () => {
  await expect(started.client.call('predictions.start', { ...options, name: ' ' })).rejects.toMatchObject({
    failure: { code: 'invalid-input' },
  })
  expect(await ended('predictions.plan', { format: 'made-up' })).toMatchObject({
    state: 'failed',
    failure: { code: 'invalid-input' },
  })
})
