import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Decision } from '../contract/pairs'
import { trainingOptionsSchema } from '../contract/training'
import type { Proposal } from '../contract/proposal'
import { exportPairs, previewExport } from '../dataset/export/export'
import { planExport, reportOf } from '../dataset/export/export-plan'
import { commonFormatNames } from '../dataset/formats/list'
import type { Diff } from '../domain/diff'
import type { Caption, Region } from '../domain/document'
import { reviewStates } from '../domain/pair'
import { makePairFolder } from '../images/testing'
import { emptyRle, encodeRle } from '../mask/rle'
import { nodeProcessHost } from '../process/process-host'
import { STORE_NAME } from '../store/project-store'
import { countedItems } from './counted-items'
import { countAhead, forgetTooMany, keptOf, readAhead } from './kept-counts'
import { readMissingFacts } from './project/read-facts'
import { exportItems } from './export-items'
import { openProject } from './project/open-project'
import type { OpenProject } from './project/open-project'
import { gatherTrainingData, previewTraining } from './training/training-data'
import { InferenceLane } from './lanes/inference-lane'
import { englishOf } from '../messages/message'

const [WIDTH, HEIGHT, COUNT] = [16, 12, 40]
/** Their images were never opened. */
const UNREADABLE = [1, 3]
let home: string
let folder: string
let project: OpenProject
let pairIds: number[]

// Each edit is on the disk before the next one. Tests read the project, and the last one opens it anew.
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-counted-'))
  folder = join(home, 'pairs')
  await makePairFolder(folder, { count: COUNT, width: WIDTH, height: HEIGHT, layout: 'a-b' })
  rmSync(join(folder, 'label'), { recursive: true, force: true })
  for (const index of UNREADABLE) {
    writeFileSync(join(folder, `A/pair_00000${index}.png`), 'not an image')
  }
  project = await openProject(folder, null, home)
  pairIds = project.store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
  pairIds.forEach(review)
  unlinkSync(join(folder, 'B/pair_000005.png'))
})
afterAll(() => {
  project.store.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

function made(index: number, change: Partial<Region> = {}): Region {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(1, index, index + 20)
  return {
    id: `r${index}`,
    category: ['building', 'road', 'change', 'color'][index % 4],
    status: 'proposed',
    mask: encodeRle({ width: WIDTH, height: HEIGHT, data }),
    beforeMask: index % 5 === 0 ? encodeRle({ width: WIDTH, height: HEIGHT, data }) : null,
    source: { kind: 'person' },
    score: index % 3 === 0 ? 0.5 : null,
    ...change,
  }
}

function regionsOf(index: number): Region[] {
  const odd = {
    7: [made(7, { mask: emptyRle(9, 9) })],
    8: [made(8, { mask: emptyRle(WIDTH, HEIGHT), beforeMask: null })],
    9: [made(9, { status: 'rejected' }), made(10, { status: 'rejected' })],
  }[index]
  return (
    odd ??
    Array.from({ length: index % 4 }, (_, place) => made(index + (place > 1 ? 0 : place), { id: `${place}` }))
  )
}

function captionsOf(index: number): Caption[] {
  const texts = [
    [],
    ['A house is new.'],
    ['  ', 'no change'],
    Array.from({ length: 7 }, (_, place) => `caption ${place}`),
    [Array.from({ length: 50 }, () => 'word').join(' ')],
    ['?', 'The two  scenes\nseem identical.'],
  ][index % 6]
  return texts.map((text, place) => ({
    id: `c${place}`,
    text,
    rank: texts.length - place,
    source: index % 2 === 0 ? ({ kind: 'proposal', proposalId: 1 } as const) : ({ kind: 'person' } as const),
    logProbability: null,
  }))
}

/** Some with a proposal alone, some edited, some of which nothing is known; each in one of the states. */
function review(pairId: number, index: number): void {
  const { store } = project
  if (index % 10 === 0) {
    return
  }
  store.pairs.setSize(pairId, WIDTH, HEIGHT)
  const [regions, captions] = [regionsOf(index), captionsOf(index)]
  if (index % 3 === 0) {
    store.addProposal({ ...EMPTY_PROPOSAL, pairId, regions, captions }, { isOffer: false })
  } else {
    // a mask of another size is left from before the image was replaced
    store.pairs.setSize(pairId, index === 7 ? 9 : WIDTH, index === 7 ? 9 : HEIGHT)
    const diff: Diff = [
      ...regions.map((region, at) => ({ type: 'region.add', region, index: at }) as const),
      ...captions.map((caption, at) => ({ type: 'caption.add', caption, index: at }) as const),
    ]
    store.edit(pairId, `edit-${index}`.padEnd(12, '0'), 'Made', diff, 'ann')
  }
  store.pairs.setSize(pairId, WIDTH, HEIGHT)
  if (UNREADABLE.includes(index)) {
    store.pairs.setSize(pairId, 0, 0)
  }
  const decision = (['accept', 'reject', 'flag', null, 'accept'] as (Decision | null)[])[index % 5]
  const isKnown = index % 3 === 0 || regions.length + captions.length > 0
  if (decision !== null && (decision !== 'accept' || isKnown)) {
    const eventId = `decide-${index}`.padEnd(12, '0')
    store.decide(pairId, decision, { eventId, reviewer: null, milliseconds: 1 })
  }
}

const EMPTY_PROPOSAL: Omit<Proposal, 'id' | 'pairId'> = {
  madeAt: 1,
  proposer: 'difference',
  version: '1',
  provider: 'cpu',
  milliseconds: {},
  score: 0.5,
  alignment: null,
  remarks: [],
  regions: [],
  captions: [],
  links: [],
  agreement: null,
}

/** Nothing is read but what must be. */
const NO_TIME = 0

test.each(commonFormatNames)(
  'a preview of %s counts what the documents hold, with every reason',
  async (format) => {
    for (const states of [[...reviewStates], ...reviewStates.map((state) => [state])]) {
      const options = { format, states }
      const plan = await planExport(exportItems(project, states), options)
      const { items, notices, estimatedCount } = await countedItems(project, options, NO_TIME)
      expect(await previewExport(items, options)).toEqual(reportOf(plan, options, null))
      expect([notices, estimatedCount]).toEqual([[], 0])
    }
  },
)

test('totals are those of the documents, in any states, and of a search', () => {
  for (const states of [[...reviewStates], ['accepted', 'corrected'] as const]) {
    const ids = project.store.pairs.find({ states: [...states], search: '', hasProblem: null }, 'key')
    const documents = ids.map((id) => project.store.document(project.store.pair(id)))
    const regions = documents.flatMap((one) => one.regions.filter(({ status }) => status !== 'rejected'))
    expect(project.store.pairs.totals({ states: [...states], search: '' })).toEqual({
      pairCount: ids.length,
      regionCount: regions.length,
      captionCount: documents.flatMap(({ captions }) => captions).filter(({ text }) => text.trim() !== '')
        .length,
    })
  }
  const found = project.store.pairs.totals({ states: [...reviewStates], search: 'pair_00001' })
  expect(found.pairCount).toBe(10)
})

test('an export has the counts of its preview', async () => {
  const options = { format: 'coco', states: [...reviewStates] }
  const { items } = await countedItems(project, options, Infinity)
  const preview = await previewExport(items, options)
  const running = { progress: () => {}, signal: new AbortController().signal }
  const out = join(home, 'out')
  const report = await exportPairs(exportItems(project, options.states), { ...options, out }, running)
  const counts = ({ pairCount, regionCount, captionCount, splits, leftOut }: typeof preview): unknown => [
    pairCount,
    regionCount,
    captionCount,
    splits,
    leftOut,
  ]
  expect(counts(report)).toEqual(counts(preview))
  expect(preview.leftOut.map(({ reason }) => englishOf(reason)).join(' ')).toMatch(
    /not a PNG.*was the image replaced\?/s,
  )
})

test('the plan of a run is the same without documents, but for what it says it did not look at', async () => {
  const lane = new InferenceLane(nodeProcessHost)
  try {
    const none = { shipped: join(home, 'none'), user: join(home, 'none') }
    const sources = { project, lane, packages: none, inUse: '', secondsPerStep: () => null }
    const options = trainingOptionsSchema.parse({
      states: [...reviewStates],
      grouping: { by: 'prefix', length: 11 },
    })
    const { plan } = await gatherTrainingData(sources, options)
    const counted = await previewTraining(sources, options, 0)
    const { groupCount, train, heldOut, shortages, ...exact } = counted
    expect(plan).toMatchObject(exact)
    expect(train + heldOut).toBe(plan.train + plan.heldOut)
    expect(groupCount).toBeGreaterThan(1)
    expect(shortages.filter(({ code }) => code === 'estimated')).toHaveLength(1)
    expect(await previewTraining(sources, options)).toEqual(plan)
  } finally {
    lane.dispose()
  }
})

test('what was read ahead is what the first count takes, and changes nothing of it', async () => {
  const options = { format: 'coco', states: [...reviewStates] }
  const never = new AbortController().signal
  const exact = await countedItems(project, options, Infinity)
  const again: OpenProject = { ...project }
  await readAhead({ project: again, closing: never }, { isHeadless: true })
  expect(keptOf(again).items.size).toBe(0)
  await countAhead(again, AbortSignal.abort())
  expect(keptOf(again).items.size).toBe(0)
  await readAhead({ project: again, closing: never }, {})
  const ahead = new Map([...keptOf(again).items].map(([id, { item }]) => [id, item]))
  // the file of one was removed
  expect(ahead.size).toBe(COUNT - 1)
  const counted = await countedItems(again, options, Infinity)
  expect(counted).toEqual(exact)
  expect(counted.items.filter((item) => ahead.get(item.pairId) === item)).toHaveLength(COUNT - 1)
  const asked: OpenProject = { ...project }
  await countedItems(asked, { states: [] }, NO_TIME)
  await countAhead(asked, never)
  expect(keptOf(asked).items.size).toBe(0)
})

test('of a project with too many pairs nothing is kept, and its counts are the same', async () => {
  const options = { format: 'coco', states: [...reviewStates] }
  const exact = await countedItems(project, options, Infinity)
  const kept = keptOf(project)
  forgetTooMany(kept, COUNT)
  expect(kept.rows.size).toBe(COUNT)
  forgetTooMany(kept, COUNT - 1)
  expect([kept.rows.size, kept.items.size]).toEqual([0, 0])
  kept.last = null
  expect(await countedItems(project, options, Infinity)).toEqual(exact)
})

test('a file that is removed between two counts is missed by the second', async () => {
  const options = { format: 'coco', states: [...reviewStates] }
  const name = join(folder, 'A/pair_000020.png')
  const found = async (): Promise<unknown> =>
    (await countedItems(project, options, Infinity)).items.find(({ key }) => key === 'pair_000020')
  const before = await found()
  const bytes = readFileSync(name)
  unlinkSync(name)
  expect(await found()).toMatchObject({ beforePath: '', problem: { code: 'missing' } })
  writeFileSync(name, bytes)
  expect(await found()).toEqual(before)
})

test('pairs of an older program are estimated where there is no time, and read afterwards', async () => {
  const options = { format: 'coco', states: [...reviewStates] }
  project.store.close()
  project = await openProject(folder, null, home)
  const exact = await previewExport((await countedItems(project, options, Infinity)).items, options)
  const path = join(project.storeFolder, STORE_NAME)
  project.store.close()
  const older = new DatabaseSync(path)
  older.exec('DELETE FROM pair_facts')
  older.close()
  project = await openProject(folder, null, home)
  const first = await countedItems(project, options, NO_TIME)
  expect(first.estimatedCount).toBeGreaterThan(0)
  expect(first.notices.map(englishOf).join(' ')).toContain('Estimated from the list of pairs')
  const estimate = await previewExport(first.items, options)
  expect([estimate.regionCount > 0, estimate.pairCount > 0]).toEqual([true, true])
  await readMissingFacts(project, new AbortController().signal)
  const second = await countedItems(project, options, NO_TIME)
  expect(second.estimatedCount).toBe(0)
  expect(await previewExport(second.items, options)).toEqual(exact)
})
