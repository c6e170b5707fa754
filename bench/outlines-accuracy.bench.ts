import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProviderName } from '../src/contract/proposal'
import { decodePair } from '../src/images/decode'
import { defaultSettings } from '../src/models/difference/settings'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import type { DifferenceProposer } from '../src/models/difference/proposer'
import { defaultOutlineSettings } from '../src/models/sam2/outline-settings'
import { refineWith } from '../src/models/sam2/refine-outlines'
import { SegmentAnything } from '../src/models/sam2/segment-anything'
import { decodeRle } from '../src/mask/rle'
import { sam2TinyPack } from '../src/packs/catalogue'
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
 * groups. Embeddings are kept in the user's cache, so that a second run costs no encoder. Run with
 * `npx tsx bench/outlines-accuracy.bench.ts [--limit PAIRS_A_SET] [--set NAME] [--outline FIELD=VALUE]`.
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
const settings = { ...defaultOutlineSettings }
for (const change of options.outline) {
  const [field, value] = change.split('=') as [keyof typeof settings, string]
  settings[field] = Number(value)
}

type Proposers = Record<'difference' | 'difference+sam2', DifferenceProposer>
const seconds: Record<keyof Proposers, number[]> = { difference: [], 'difference+sam2': [] }
const names = ['difference', 'difference+sam2'] as const

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
      for (const name of names) {
        const draft = await proposers[name].propose(before, after)
        seconds[name].push(draft.milliseconds['total'] / 1000)
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
  console.log(`  ${title.padEnd(28)} ${names.map((name) => `${name} ${row[name].toFixed(3)}`).join('  ')}`)
}

async function boxed(folder: string, proposers: Proposers): Promise<void> {
  const pairs = await pcbPairs(folder, limit)
  for (const name of names) {
    let [boxes, touched, wrong] = [0, 0, 0]
    for (const pair of pairs) {
      const { before, after } = await decodePair(pair.before, pair.after)
      const draft = await proposers[name].propose(before, after)
      seconds[name].push(draft.milliseconds['total'] / 1000)
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
if (await isInstalled(packsFolder, sam2TinyPack)) {
  const place = {
    folder: packFolder(packsFolder, sam2TinyPack.id),
    id: `${sam2TinyPack.id}-${sam2TinyPack.version}`,
    cacheFolder: join(home, 'cache', 'embeddings'),
  }
  const models = new SegmentAnything(place, provider, 2)
  const proposers: Proposers = {
    difference: await createDifferenceProposer({ provider, threads: 1 }),
    'difference+sam2': await createDifferenceProposer(
      { provider, threads: 1 },
      defaultSettings,
      refineWith(models, settings),
    ),
  }
  for (const set of options.set.split(',')) {
    const folder = dataFolder(set)
    console.log(`\n${set}`)
    if (folder === null) {
      console.log('  not here (set DELTASCRIBE_DATA), left out')
      continue
    }
    names.forEach((name) => (seconds[name].length = 0))
    if (set === 'pcb-defects') {
      await boxed(folder, proposers)
    } else {
      await masked(await (set === 'surveillance' ? surveillancePairs : remoteSensingPairs)(folder), proposers)
    }
    for (const name of names) {
      const mean = seconds[name].reduce((sum, value) => sum + value, 0) / seconds[name].length
      console.log(`  ${name}: ${(1000 * mean).toFixed(0)} ms a pair, decoding left out`)
    }
  }
} else {
  console.log(
    `${sam2TinyPack.id} is not installed in ${packsFolder}: run "deltascribe models add ${sam2TinyPack.id}"`,
  )
}
