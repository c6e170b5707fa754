import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenPair } from '../contract/pairs'
import type { Region } from '../domain/document'
import { encodePng } from '../images/raster'
import { makePair } from '../images/testing'
import { decodeRle, encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { DIFFERENCE_PROPOSER } from '../contract/proposal'
import { ProjectStore } from '../store/project-store'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const [WIDTH, HEIGHT] = [48, 32]
const DATES = ['2019-05', '2019-06', '2019-07', '2020-05']

let home: string
let folder: string
let started: StartedEngine

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-sequences-'))
  folder = join(home, 'fields')
  for (const [index, date] of DATES.entries()) {
    await putImage(`${date}/a.png`, index, WIDTH)
  }
  started = startEngine(join(home, 'user'), { isHeadless: true })
  await openAs(null)
})
afterEach(async () => {
  started.engine.dispose()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

async function putImage(path: string, index: number, width: number): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), await encodePng(makePair(index, width, HEIGHT).after))
}

async function openAs(reading: string | null): Promise<void> {
  await started.client.call('project.open', { folder, reading })
}

async function ids(): Promise<number[]> {
  const filter = { states: null, search: '', hasProblem: null, sequence: 'a' }
  return (await started.client.call('pairs.find', { filter, order: 'sequence' })).ids
}

async function keys(): Promise<string[]> {
  return (await started.client.call('pairs.rows', { ids: await ids() })).map(({ key }) => key)
}

/** Four pixels a side. */
function square(x: number, y: number): Rle {
  const data = new Uint8Array(WIDTH * HEIGHT)
  for (let row = y; row < y + 4; row += 1) {
    data.fill(1, row * WIDTH + x, row * WIDTH + x + 4)
  }
  return encodeRle({ width: WIDTH, height: HEIGHT, data })
}

function drawn(id: string, mask: Rle, change: Partial<Region> = {}): Region {
  const own = { category: 'house', status: 'proposed', beforeMask: null, score: null } as const
  return { id, mask, source: { kind: 'person' }, ...own, ...change }
}

async function draw(pairId: number, ...regions: Region[]): Promise<void> {
  const diff = regions.map((region, index) => ({ type: 'region.add', region, index }) as const)
  const eventId = `drawn-${pairId}-${regions[0].id}`
  await started.client.call('pairs.edit', { pairId, eventId, label: 'Drawn', diff })
}

async function accept(pairId: number): Promise<void> {
  const eventId = `accepted-${pairId}`
  await started.client.call('pairs.decide', { pairId, eventId, decision: 'accept', milliseconds: 0 })
}

function get(pairId: number): Promise<OpenPair> {
  return started.client.call('pairs.get', { pairId })
}

describe('a folder of dates', () => {
  test('is a sequence, which the contract lists', async () => {
    expect(await keys()).toEqual(['a/2019-05..2019-06', 'a/2019-06..2019-07', 'a/2019-07..2020-05'])
    const [first] = await ids()
    expect((await get(first)).pair.sequence).toEqual({
      name: 'a',
      position: 1,
      beforeDate: '2019-05',
      afterDate: '2019-06',
    })
    await accept(await drawnOn(first))
    const list = await started.client.call('sequences.list', {})
    expect(list).toEqual([{ name: 'a', pairCount: 3, reviewedCount: 1 }])
  })

  test('can be paired otherwise, and pairs with work stay', async () => {
    const [, second] = await ids()
    await draw(second, drawn('one', square(4, 4)))
    await openAs('sequence-first')
    expect(await keys()).toEqual([
      'a/2019-05..2019-06',
      'a/2019-05..2019-07',
      'a/2019-06..2019-07',
      'a/2019-05..2020-05',
    ])
    expect((await get(second)).document.regions).toHaveLength(1)
    const project = await started.client.call('project.current', {})
    expect(project).toMatchObject({ pairCount: 4, reading: { id: 'sequence-first' } })

    await openAs(null)
    expect(await keys()).toHaveLength(4)
    await openAs('sequence-neighbours')
    expect(await keys()).toHaveLength(3)
  })

  test('keeps a pair with work whose date is gone, and says which file that is, until it is back', async () => {
    const [first, second] = await ids()
    await accept(await drawnOn(second))
    const away = join(home, 'away.png')
    await rename(join(folder, '2019-07/a.png'), away)
    await openAs(null)
    expect(await keys()).toEqual(['a/2019-05..2019-06', 'a/2019-06..2020-05', 'a/2019-06..2019-07'])
    const problem = {
      code: 'missing',
      path: '2019-07/a.png',
      message: '2019-07/a.png is not there: it was moved, renamed or deleted.',
    }
    expect(await get(second)).toMatchObject({
      pair: { problem, sequence: { name: 'a', position: 2 } },
      document: { review: { state: 'corrected' }, regions: [{ status: 'accepted' }] },
    })
    expect((await get(first)).pair.problem).toBeNull()
    const project = await started.client.call('project.current', {})
    expect(project).toMatchObject({ pairCount: 3, counts: { corrected: 1 } })

    await openAs(null)
    expect((await get(second)).pair.problem).toMatchObject(problem)
    await rename(away, join(folder, '2019-07/a.png'))
    await openAs(null)
    expect(await keys()).toEqual(['a/2019-05..2019-06', 'a/2019-06..2019-07', 'a/2019-07..2020-05'])
    expect(await get(second)).toMatchObject({
      pair: { problem: null },
      document: { review: { state: 'corrected' } },
    })
  })

  test('keeps a pair with work that a new date parts', async () => {
    const [, , third] = await ids()
    await accept(await drawnOn(third))
    await putImage('2019-12/a.png', 7, WIDTH)
    await openAs(null)
    expect(await keys()).toEqual([
      'a/2019-05..2019-06',
      'a/2019-06..2019-07',
      'a/2019-07..2019-12',
      'a/2019-07..2020-05',
      'a/2019-12..2020-05',
    ])
    expect(await get(third)).toMatchObject({
      pair: { problem: null },
      document: { review: { state: 'corrected' } },
    })
  })
})

async function drawnOn(pairId: number): Promise<number> {
  await draw(pairId, drawn('one', square(4, 4)))
  return pairId
}

describe('regions that are carried', () => {
  test('are offered to the next date, and change no document', async () => {
    const [first, second] = await ids()
    await draw(first, drawn('one', square(4, 4)), drawn('two', square(20, 8), { status: 'rejected' }))
    await accept(first)
    const before = await get(second)
    const changes: unknown[] = []
    started.client.on('pair.changed', (change) => changes.push(change))
    const carried = await started.client.call('sequences.carry', { pairId: first })
    expect(carried).toMatchObject({
      pairId: second,
      key: 'a/2019-06..2019-07',
      regionCount: 1,
      isKnown: false,
    })
    expect(await get(second)).toEqual(before)
    // a page that shows the second pair reads its proposals anew
    expect(changes).toEqual([{ pairId: second, version: 0, isProposal: true }])

    const [offer] = await started.client.call('proposals.list', { pairId: second })
    expect(offer).toMatchObject({ id: carried.proposalId, proposer: 'carried', regionCount: 1 })
    const { regions } = await started.client.call('proposals.get', { proposalId: offer.id })
    expect(regions).toMatchObject([{ category: 'house', status: 'proposed', mask: square(4, 4) }])

    const again = await started.client.call('sequences.carry', { pairId: first })
    expect(again).toEqual({ ...carried, isKnown: true })
  })

  test('are the accepted ones alone where nobody has decided about the pair', async () => {
    const [first] = await ids()
    await draw(first, drawn('one', square(4, 4)))
    const nothing = started.client.call('sequences.carry', { pairId: first })
    await expect(nothing).rejects.toMatchObject({ failure: { code: 'conflict' } })
    await draw(first, drawn('two', square(20, 8), { status: 'accepted' }))
    expect(await started.client.call('sequences.carry', { pairId: first })).toMatchObject({ regionCount: 1 })
  })

  test('can be taken, and taken back until then', async () => {
    const [first, second] = await ids()
    await draw(first, drawn('one', square(4, 4)))
    await accept(first)
    const { proposalId } = await started.client.call('sequences.carry', { pairId: first })
    await started.client.call('sequences.takeBack', { proposalId })
    expect(await started.client.call('proposals.list', { pairId: second })).toEqual([])
    expect(await started.client.call('proposals.proposers', {})).toEqual([])

    const anew = await started.client.call('sequences.carry', { pairId: first })
    const eventId = 'adopted-0001'
    await started.client.call('proposals.adopt', { pairId: second, proposalId: anew.proposalId, eventId })
    expect((await get(second)).document.regions).toMatchObject([{ mask: square(4, 4) }])
    const taken = started.client.call('sequences.takeBack', { proposalId: anew.proposalId })
    await expect(taken).rejects.toMatchObject({ failure: { code: 'conflict' } })
  })

  test('an offer alone is no proposal: the next pair cannot be accepted as without change', async () => {
    const [first, second] = await ids()
    await accept(await drawnOn(first))
    await started.client.call('sequences.carry', { pairId: first })
    await expect(accept(second)).rejects.toMatchObject({ failure: { code: 'conflict' } })
  })

  test('move as the next pair was registered; those outside of its view are left out', async () => {
    const [first, second] = await ids()
    await align(second, 10)
    await draw(first, drawn('one', square(4, 4)), drawn('two', square(42, 8)))
    await accept(first)
    const { proposalId, regionCount } = await started.client.call('sequences.carry', { pairId: first })
    expect(regionCount).toBe(1)
    const { regions, remarks } = await started.client.call('proposals.get', { proposalId })
    expect(decodeRle(regions[0].mask)).toEqual(decodeRle(square(14, 4)))
    expect(remarks).toHaveLength(2)
  })

  test('go back to the first date and on, where each date is paired with it', async () => {
    await openAs('sequence-first')
    const [first, second] = await ids()
    await align(first, 10)
    await align(second, 3)
    await draw(first, drawn('one', square(20, 4)))
    await accept(first)
    const { proposalId } = await started.client.call('sequences.carry', { pairId: first })
    const { regions } = await started.client.call('proposals.get', { proposalId })
    expect(decodeRle(regions[0].mask)).toEqual(decodeRle(square(13, 4)))
  })

  test('are not carried to another size, nor past the last date', async () => {
    const [first, , last] = await ids()
    await accept(await drawnOn(last))
    const past = started.client.call('sequences.carry', { pairId: last })
    await expect(past).rejects.toMatchObject({
      failure: { message: expect.stringContaining('no other date') },
    })
    await accept(await drawnOn(first))
    await putImage('2019-07/a.png', 2, WIDTH + 1)
    const larger = started.client.call('sequences.carry', { pairId: first })
    await expect(larger).rejects.toMatchObject({ failure: { code: 'conflict' } })
  })
})

/** As a proposal does whose frames were registered: the after frame lies further to the right. */
async function align(pairId: number, right: number): Promise<void> {
  await started.client.call('project.close', {})
  const store = new ProjectStore(join(folder, '.deltascribe', 'project.db'))
  store.addProposal(
    {
      pairId,
      madeAt: 1,
      proposer: DIFFERENCE_PROPOSER,
      version: '1',
      provider: 'cpu',
      milliseconds: {},
      score: 0.5,
      alignment: [1, 0, right, 0, 1, 0, 0, 0, 1],
      remarks: [],
      regions: [],
      captions: [],
      links: [],
      agreement: null,
    },
    { isOffer: false },
  )
  store.close()
  await openAs(null)
}
