import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Decision } from '../contract/pairs'
import type { Region } from '../domain/document'
import { startEngine } from '../engine/testing'
import { makePairFolder } from '../images/testing'
import { encodeRle } from '../mask/rle'
import { postgresLocation } from '../store/postgres/location'
import { openPostgres } from '../store/postgres/postgres-database'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { ProjectStore } from '../store/project-store'
import { foundPair } from '../store/testing'
import { addCompareReviewsCommand } from './compare-reviews'
import { addOverlapCommand } from './overlap'
import { runHere } from './testing'
import type { Ran } from './testing'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''

let home = ''
let server: TestServer
let place = ''
beforeAll(async () => {
  if (programs !== null) {
    home = mkdtempSync(join(tmpdir(), 'deltascribe-overlap-'))
    vi.stubEnv('DELTASCRIBE_HOME', join(home, 'another'))
    server = await startTestServer(programs)
    place = `${server.url}&schema=overlap`
  }
})
afterAll(async () => {
  await server?.stop()
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

/** What each person painted of each pair, in pixels from the first on, and decided. */
const WORK: Record<string, readonly (readonly [pixels: number, decision: Decision])[]> = {
  Ann: [
    [10, 'accept'],
    [20, 'accept'],
    [30, 'reject'],
    [40, 'accept'],
  ],
  Ben: [
    [12, 'accept'],
    [10, 'accept'],
    [30, 'accept'],
    [44, 'accept'],
  ],
}

function region(pixels: number): Region {
  const data = Uint8Array.from({ length: 32 * 32 }, (_, at) => (at < pixels ? 1 : 0))
  return {
    id: 'own',
    category: pixels > 25 ? 'house' : 'road',
    status: 'accepted',
    mask: encodeRle({ width: 32, height: 32, data }),
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
  }
}

/** The pairs in a folder of its own, reviewed by one person. */
async function reviewFolder(name: string): Promise<string> {
  const folder = join(home, name)
  await makePairFolder(folder, { count: 4, width: 32, height: 32, layout: 'a-b' })
  const { engine, client } = startEngine(join(home, 'home'))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
  for (const [index, [pixels, decision]] of WORK[name].entries()) {
    const of = { pairId: index + 1 }
    const diff = [{ type: 'region.add' as const, region: region(pixels), index: 0 }]
    await client.call('pairs.edit', { ...of, eventId: `painted-${index}`, label: 'Brush stroke', diff })
    await client.call('pairs.decide', { ...of, eventId: `decided-${index}`, decision, milliseconds: 1 })
  }
  engine.dispose()
  return folder
}

const run = (...words: string[]): Promise<Ran> =>
  runHere(addOverlapCommand, 'overlap', ...words, '--database', place)

const compare = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { out } = await runHere(addCompareReviewsCommand, 'compare-reviews', ...words, '--json')
  return JSON.parse(out) as Record<string, unknown>
}

const iou = (value: number): unknown =>
  expect.arrayContaining([expect.objectContaining({ metric: 'all changed pixels, IoU', value })])

test.skipIf(programs === null)(
  `agreement of blind reviews is that of the same reviews in folders${reason}`,
  async () => {
    const folders = [await reviewFolder('Ann'), await reviewFolder('Ben')]
    const store = new ProjectStore(openPostgres(postgresLocation(place)))
    const names = ['pair_000000', 'pair_000001', 'pair_000002', 'pair_000003']
    store.pairs.synchronise(names.map(foundPair))
    for (const [index, proposer] of ['one', 'one', 'two', 'two'].entries()) {
      const made = {
        madeAt: 1,
        provider: 'cpu' as const,
        milliseconds: {},
        score: 0.5,
        alignment: null,
        remarks: [],
      }
      const nothing = { regions: [], captions: [], links: [], agreement: null }
      store.addProposal(
        { pairId: index + 1, proposer, version: '3', ...made, ...nothing },
        { isOffer: false },
      )
    }
    expect((await run('set', '--reviews', '1')).err).toContain('From 2 to 9 people')
    expect((await run('set', '--reviews', '2')).out).toMatch(/^2 +4 +0 +0 +0 +0$/m)
    for (const [name, work] of Object.entries(WORK)) {
      work.forEach(([pixels, decision], index) => {
        const row = store.ownReview(index + 1, name)
        const diff = [{ type: 'region.add' as const, region: region(pixels), index: 0 }]
        store.edit(row, `painted-${name}-${index}`, 'Brush stroke', diff, name)
        store.decide(row, decision, { eventId: `decided-${name}-${index}`, reviewer: name, milliseconds: 1 })
      })
    }
    const [ofFolders, stored] = [
      await compare(...folders, '--name', 'Ann', 'Ben'),
      await compare('--database', place),
    ]
    const [two] = stored['two'] as {
      models: { model: string; pairs: number; metrics: unknown }[]
      metrics: unknown
    }[]
    const { models, ...same } = two
    expect({ ...stored, two: [same] }).toEqual(ofFolders)
    expect(models).toMatchObject([
      { model: 'one 3', pairs: 2, metrics: iou(20 / 32) },
      { model: 'two 3', pairs: 2, metrics: iou(70 / 74) },
    ])
    expect((await run('list', '--json')).out).toContain('"waiting": 4')

    // a pair that an adjudicator decided is gold from now on
    store.adjudicate(1, { kind: 'review', reviewer: 'Ann' }, { eventId: 'adjudicated-1', reviewer: 'Olga' })
    store.close()
    expect((await run('gold', names[1])).err).toContain('is not decided yet')
    expect((await run('gold', names[0])).out).toBe(`Gold pairs: ${names[0]}.\n`)
    const { gold } = await compare('--database', place)
    expect(gold).toMatchObject([
      { first: 'Ann', second: 'gold', pairs: 1, metrics: iou(1) },
      { first: 'Ben', second: 'gold', pairs: 1, metrics: iou(10 / 12) },
    ])
    const told = await runHere(addCompareReviewsCommand, 'compare-reviews', '--database', place)
    expect(told.out).toMatch(/^Ben and gold: 1 pairs that both decided on\.$/m)
    expect(told.out).toMatch(/^Begun from one 3: 2 pairs\.$/m)
  },
)
