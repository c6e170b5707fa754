import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProviderName } from '../src/contract/proposal'
import { decodePair } from '../src/frames/decode-pair'
import { DEFAULT_SETTINGS } from '../src/models/difference/settings'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import type { DifferenceProposer } from '../src/models/difference/proposer'
import { DEFAULT_OUTLINE_SETTINGS } from '../src/models/sam2/outline-settings'
import { refineWith } from '../src/models/sam2/refine-outlines'
import { SegmentAnything } from '../src/models/sam2/segment-anything'
import { decodeRle } from '../src/mask/rle'
import { SAM2_TINY_PACK } from '../src/packs/catalogue'
import { isInstalled, packFolder } from '../src/packs/installed'
import { userFolder } from '../src/engine/user-folder'
import { countPixels, emptyCounts, iouOf } from './difference-scores'
import type { PixelCounts } from './difference-scores'
import { dataFolder } from './data'
import {
  grey,
  pcbPairs,
  remoteSensingPairs,
  spread,
  surveillancePairs,
  touchesBox,
  unionOf,
} from './evaluation-sets'
import type { MaskedPair } from './evaluation-sets'

/**
 * `difference` against `difference+sam2` on the optional evaluation sets, on the same pairs, spread over each set's
 * groups. Embeddings are cached in the user's cache, so that a second run costs no encoder. Run with `npx tsx
 * bench/outlines-accuracy.bench.ts [--limit PAIRS_A_SET] [--set NAME] [--outline FIELD=VALUE]`.
 */
const { values: options } = parseArgs({
  options: {
    limit: { type: 'string', default: '1000000' },
    set: { type: 'string', default: 'surveillance,pcb-defects,remote-sensing-levir' },
    provider: { type: 'string', default: 'cpu' },
    outline: { type: 'string', multiple: true, default: [] },
  },
})
const limit = Number(options.limit)
const provider = options.provider as ProviderName
const SETTINGS = { ...DEFAULT_OUTLINE_SETTINGS }
for (const change of options.outline) {
  const [field, value] = change.split('=') as [keyof typeof SETTINGS, string]
  SETTINGS[field] = Number(value)
}

type Proposers = Record<'difference' | 'difference+sam2', DifferenceProposer>
const SECONDS: Record<keyof Proposers, number[]> = { difference: [], 'difference+sam2': [] }
const NAMES = ['difference', 'difference+sam2'] as const

function groupsOf(pairs: readonly MaskedPair[]): Map<string, MaskedPair[]> {
  const groups = new Map<string, MaskedPair[]>()
  for (const pair of pairs) {
    groups.set(pair.group, [...(groups.get(pair.group) ?? []), pair])
  }
  return groups
}

async function masked(pairs: readonly MaskedPair[], proposers: Proposers): Promise<void> {
  const groups = groupsOf(pairs)
  const rows: Record<keyof Proposers, number>[] = []
  for (const [group, all] of groups) {
    const counts: Record<keyof Proposers, PixelCounts> = {
      difference: emptyCounts(),
      'difference+sam2': emptyCounts(),
    }
    const chosen = spread(all, Math.ceil(limit / groups.size))
    for (const pair of chosen) {
      const { before, after } = await decodePair(pair.before, pair.after)
      const truth = await grey(pair.truth)
      for (const name of NAMES) {
        const draft = await proposers[name].propose(before, after)
        SECONDS[name].push(draft.milliseconds['total'] / 1000)
        countPixels(counts[name], unionOf(draft, after), truth)
      }
    }
    rows.push({ difference: iouOf(counts.difference), 'difference+sam2': iouOf(counts['difference+sam2']) })
    print(`${group} (${chosen.length} pairs)`, rows.at(-1)!)
  }
  const mean = (name: keyof Proposers): number => rows.reduce((sum, row) => sum + row[name], 0) / rows.length
  print('mean', { difference: mean('difference'), 'difference+sam2': mean('difference+sam2') })
}

function print(title: string, row: Record<keyof Proposers, number>): void {
  console.log(`  ${title.padEnd(28)} ${NAMES.map((name) => `${name} ${row[name].toFixed(3)}`).join('  ')}`)
}

async function boxed(folder: string, proposers: Proposers): Promise<void> {
  const pairs = await pcbPairs(folder, limit)
  for (const name of NAMES) {
    let [boxes, touched, wrong] = [0, 0, 0]
    for (const pair of pairs) {
      const { before, after } = await decodePair(pair.before, pair.after)
      const draft = await proposers[name].propose(before, after)
      SECONDS[name].push(draft.milliseconds['total'] / 1000)
      const masks = draft.regions.map(({ mask }) => decodeRle(mask).data)
      const touches = masks.map((mask) => pair.boxes.map((box) => touchesBox(mask, after.width, box)))
      boxes += pair.boxes.length
      touched += pair.boxes.filter((_, at) => touches.some((row) => row[at])).length
      wrong += touches.filter((row) => !row.includes(true)).length
    }
    const share = ((100 * touched) / boxes).toFixed(2)
    const each = (wrong / pairs.length).toFixed(2)
    console.log(
      `  ${name}: ${share} % of ${boxes} boxes touched, ${each} false regions a pair (${pairs.length} pairs)`,
    )
  }
}

const home = userFolder()
const packsFolder = join(home, 'packs')
if (await isInstalled(packsFolder, SAM2_TINY_PACK)) {
  const location = {
    folder: packFolder(packsFolder, SAM2_TINY_PACK.id),
    id: `${SAM2_TINY_PACK.id}-${SAM2_TINY_PACK.version}`,
    cacheFolder: join(home, 'cache', 'embeddings'),
  }
  const models = new SegmentAnything(location, provider, { threads: 2 })
  const proposers: Proposers = {
    difference: await createDifferenceProposer({ provider, threads: 1 }),
    'difference+sam2': await createDifferenceProposer(
      { provider, threads: 1 },
      DEFAULT_SETTINGS,
      refineWith(models, SETTINGS),
    ),
  }
  for (const set of options.set.split(',')) {
    const folder = dataFolder(set)
    console.log(`\n${set}`)
    if (folder === null) {
      console.log('  not here (set DELTASCRIBE_DATA), left out')
      continue
    }
    NAMES.forEach((name) => (SECONDS[name].length = 0))
    if (set === 'pcb-defects') {
      await boxed(folder, proposers)
    } else {
      await masked(await (set === 'surveillance' ? surveillancePairs : remoteSensingPairs)(folder), proposers)
    }
    for (const name of NAMES) {
      const mean = SECONDS[name].reduce((sum, value) => sum + value, 0) / SECONDS[name].length
      console.log(`  ${name}: ${(1000 * mean).toFixed(0)} ms a pair, decoding left out`)
    }
  }
} else {
  console.log(
    `${SAM2_TINY_PACK.id} is not installed in ${packsFolder}: run "deltascribe models add ${SAM2_TINY_PACK.id}"`,
  )
}
