import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatNamed, commonFormatNames } from '../formats/list'
import type { ExportOptions, ExportReport } from '../../contract/work'
import { emptyDocument } from '../../domain/document'
import type { Region } from '../../domain/document'
import { reviewStates } from '../../domain/pair'
import type { ReviewState } from '../../domain/pair'
import { exportItems } from '../../engine/export-items'
import { openProject } from '../../engine/project/open-project'
import { putSidecars } from '../../georeference/testing'
import { encodePng } from '../../images/raster'
import { makePair } from '../../images/testing'
import { encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { exportPairs, previewExport } from '../export/export'
import type { ExportItem } from '../export/export-pair'
import { sortNaturally } from '../pair-record'
import { checkDataset } from './check'
import { madeFactsItem } from '../export/testing'
import { filesIn, importMade } from './testing'

const states = ['accepted', 'corrected'] as const

interface MadePairPlan {
  key: string
  split: string | null
  width: number
  height: number
  state: ReviewState
  regions: {
    category: string
    pixels: boolean[]
    before: boolean[] | null
    score: number | null
    origin: number
  }[]
  captions: string[]
  isProposed: boolean
}

/** Small masks of any pixels contain holes, empty masks, single pixels, touching regions and odd sizes. */
const pixels = (count: number): fc.Arbitrary<boolean[]> =>
  fc.oneof(
    fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    fc.nat(count - 1).map((location) => Array.from({ length: count }, (_, at) => at === location)),
    fc.constant(Array.from({ length: count }, () => false)),
  )

const words = fc.constantFrom(
  'a',
  'Haus',
  'дом',
  '建物',
  'is new',
  'naïve café',
  '🚧',
  'was "built"',
  '<b>&amp;',
  'x, y; z?',
)
const caption = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
const names = fc
  .array(fc.constantFrom('a', 'B', 'train', 'é', '東', '12', '-', '_', 'A_1', '.x'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(''))
const keys = fc
  .array(names, { minLength: 1, maxLength: 2 })
  .map((parts) => parts.join('/'))
  .filter((key) => !/(^|\/)\.+($|\/)/.test(key))

const plans = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 })).chain(([width, height]) =>
    fc.record({
      key: keys,
      split: fc.constantFrom(null, 'train', 'val', 'test'),
      width: fc.constant(width),
      height: fc.constant(height),
      state: fc.constantFrom(...states),
      regions: fc.array(
        fc.record({
          category: fc.constantFrom('change', 'road', 'Café 東', 'color', 'moved'),
          pixels: pixels(width * height),
          before: fc.option(pixels(width * height)),
          score: fc.option(fc.constantFrom(0, 0.25, 0.875, 1)),
          origin: fc.nat(2),
        }),
        { maxLength: 3 },
      ),
      captions: fc.oneof(
        fc.array(caption, { minLength: 1, maxLength: 3 }),
        fc.constant([]),
        fc.constant(Array.from({ length: 100 }, (_, index) => `Caption ${index}`)),
      ),
      isProposed: fc.boolean(),
    }),
  ),
  { selector: ({ key }) => key.toLowerCase(), minLength: 1, maxLength: 4 },
) as fc.Arbitrary<MadePairPlan[]>

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-round-'))
})
afterEach(() => rm(folder, { recursive: true }))

function rleOf(bits: readonly boolean[], { width, height }: MadePairPlan): Rle {
  return encodeRle({ width, height, data: Uint8Array.from(bits, Number) })
}

async function itemOf(plan: MadePairPlan, root: string, number: number): Promise<ExportItem> {
  const { before, after } = makePair(number, plan.width, plan.height)
  const [beforePath, afterPath] = [join(root, `${number}-0.png`), join(root, `${number}-1.png`)]
  await writeFile(beforePath, await encodePng(before))
  await writeFile(afterPath, await encodePng(after))
  await Promise.all([putSidecars(beforePath), putSidecars(afterPath)])
  const sourceOf = (origin: number): Region['source'] =>
    origin === 0
      ? { kind: 'person' }
      : origin === 1 || !plan.isProposed
        ? { kind: 'imported' }
        : { kind: 'proposal', proposalId: 7 }
  return {
    key: plan.key,
    split: plan.split,
    beforePath,
    afterPath,
    width: plan.width,
    height: plan.height,
    problem: null,
    document: {
      ...emptyDocument(),
      review: { state: plan.state, notes: '', reviewer: null },
      regions: plan.regions.map((region, index) => ({
        id: `r${index}`,
        category: region.category,
        status: 'accepted',
        mask: rleOf(region.pixels, plan),
        beforeMask: region.before === null ? null : rleOf(region.before, plan),
        source: sourceOf(region.origin),
        score: region.score,
      })),
      captions: plan.captions.map((text, rank) => {
        return { id: `c${rank}`, text, rank, source: sourceOf(rank % 3), logProbability: null }
      }),
    },
    proposedBy: plan.isProposed ? { proposer: 'difference', version: '1.2.0' } : null,
  }
}

/** Exports all that a project folder holds. */
async function exportProject(
  folder: string,
  options: Omit<ExportOptions, 'states'>,
  userFolder: string,
): Promise<ExportReport> {
  const { signal } = new AbortController()
  const project = await openProject(folder, null, userFolder)
  try {
    const items: ExportItem[] = []
    for await (const item of exportItems(project, reviewStates)) {
      items.push(item)
    }
    return await exportPairs(items, { ...options, states: [...reviewStates] }, { progress: () => {}, signal })
  } finally {
    project.store.close()
  }
}

/** Exports, imports into a project, and exports that. Empty if the format takes none of the pairs. */
async function roundTrip(
  made: readonly MadePairPlan[],
  options: Omit<ExportOptions, 'out' | 'states'>,
): Promise<{ first: Map<string, Buffer>; second: Map<string, Buffer>; pairCount: number }> {
  const root = await mkdtemp(join(folder, 'trip-'))
  // a project gives its pairs in this order
  const sorted = sortNaturally(made, ({ key }) => key)
  const items = await Promise.all(sorted.map((plan, index) => itemOf(plan, root, index)))
  const [one, project, two] = ['one', 'project', 'two'].map((name) => join(root, name))
  const signal = new AbortController().signal
  const chosen = { ...options, out: one, states: [...states] }
  if ((await previewExport(items.map(madeFactsItem), chosen)).pairCount === 0) {
    return { first: new Map(), second: new Map(), pairCount: 0 }
  }
  const report = await exportPairs(items, chosen, { progress: () => {}, signal })
  const imported = await importMade(one, project, {
    format: options.format,
    imageFolder: options.images === 'reference' ? root : null,
  })
  expect(imported.problems).toEqual([])
  expect(imported.pairCount).toBe(report.pairCount)
  await exportProject(project, { ...options, out: two }, join(root, 'user'))
  return { first: await filesIn(one), second: await filesIn(two), pairCount: report.pairCount }
}

/** Files about the export and not its pairs: they count what the format itself does not keep. */
const cards = ['README.md', 'manifest.sha256']

/** Paths of files that are in one only, or have other bytes. */
function differences(
  first: ReadonlyMap<string, Buffer>,
  second: ReadonlyMap<string, Buffer>,
  except: readonly string[],
): string[] {
  return [...new Set([...first.keys(), ...second.keys()])].filter((path) => {
    const [one, other] = [first.get(path), second.get(path)]
    return one === undefined || other === undefined || (!except.includes(path) && !one.equals(other))
  })
}

const RUNS = 24

describe.each(commonFormatNames)('%s', (format: string) => {
  test('is byte-equal after export, import and export, for any pairs', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (made) => {
        const { first, second, pairCount } = await roundTrip(made, { format })
        const isWhole = formatNamed(format).writer.supports.details === 'all' && pairCount === made.length
        expect(differences(first, second, isWhole ? [] : cards)).toEqual([])
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  })
})

test.each(['rle-numbers', 'polygons'] as const)(
  'coco with masks as %s is byte-equal too',
  { timeout: 180_000 },
  async (masks) => {
    await fc.assert(
      fc.asyncProperty(plans, async (made) => {
        const { first, second } = await roundTrip(made, { format: 'coco', masks })
        expect(differences(first, second, cards)).toEqual([])
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
)

test.each(commonFormatNames)(
  '%s by reference is byte-equal too, once the folder of its images is named',
  { timeout: 180_000 },
  async (format) => {
    const made = fc.sample(plans, { seed: 9, numRuns: 2 }).flat()
    const { first, second } = await roundTrip(distinct(made), { format, images: 'reference' })
    expect(differences(first, second, cards)).toEqual([])
    expect(second.size).toBeGreaterThan(0)
  },
)

/** Makes keys distinct, also on disks that ignore case. */
function distinct(made: readonly MadePairPlan[]): MadePairPlan[] {
  return made.map((plan, index) => ({ ...plan, key: `${index}/${plan.key}` }))
}

test.each(commonFormatNames)('%s without our own list keeps all but keys and typing', async (format) => {
  const plan: MadePairPlan = {
    key: 'street/A_1',
    split: 'train',
    width: 4,
    height: 3,
    state: 'accepted',
    regions: [
      {
        category: 'color',
        pixels: Array.from({ length: 12 }, (_, at) => at < 5),
        before: null,
        score: null,
        origin: 0,
      },
    ],
    captions: ['a red car', 'it is red'],
    isProposed: false,
  }
  const root = join(folder, 'x')
  await mkdir(root)
  const out = join(root, 'out')
  const signal = new AbortController().signal
  await exportPairs(
    [await itemOf(plan, root, 1)],
    { format, out, states: [...states] },
    { progress: () => {}, signal },
  )
  await rm(join(out, 'pairs.jsonl'), { force: true })
  const found = await checkDataset(out, null, null)
  expect(found.format).toBe(format)
  expect(found.pairCount).toBe(1)
  expect(found.regionCount).toBe(1)
  expect(found.captionCount).toBe(format === 'levir-mci' ? 5 : 2)
})
