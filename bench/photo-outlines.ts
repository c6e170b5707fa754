// Do outlines of Segment Anything 2 make the regions of a model of photographs better, and from when on? Settings are
// chosen on composed pairs and checked on others:
//   deltascribe compose --photographs DIR --outlines COCO.json --cutouts DIR --out CHOSEN -n 60 --seed 91 --held-out --size 480x352 --layout folder
//   the same with --out CHECKED --seed 92
//   npx tsx bench/photo-outlines.ts CHOSEN CHECKED --sam2 PACK [--model PACKAGE] [--limit PAIRS] [--cache EMBEDDINGS]

import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import { pooledScore, pairedBootstrap } from '../src/metrics/set-score'
import type { SetScore } from '../src/metrics/set-score'
import { alignPair, clearUnknown } from '../src/models/change-map/map-proposal'
import { mapRegions } from '../src/models/change-map/regions'
import type { Clusters } from '../src/models/difference/clusters'
import { openMapper } from '../src/models/photo/predictor/predictor'
import { outlinesOf, withOutlines } from './accuracy/map-outlines'
import { SegmentAnything } from '../src/models/sam2/segment-anything'
import { SAM2_TINY_PACK } from '../src/packs/catalogue'
import { grey } from './evaluation-sets'
import { VIEWS_IN_USE } from '../src/models/photo/predictor/views'

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    sam2: { type: 'string' },
    model: { type: 'string', default: join(root, 'models', 'ccrc-photo') },
    limit: { type: 'string', default: '1000000' },
    cache: { type: 'string', default: join(tmpdir(), 'deltascribe-embeddings') },
  },
})
const [chosenSet, checkedSet] = positionals
if (options.sam2 === undefined || checkedSet === undefined) {
  throw new Error('Name two folders of composed pairs, and the folder of the pack with --sam2.')
}

/** Agreement from which on an outline counts; probability, over the threshold, of what it drops and of what it adds. */
const CHOICES = [0.6, 0.75, 0.9].flatMap((minIou) =>
  [0, 1.4, 1.8].flatMap((clear) => [0.2, 0.6, Infinity].map((hinted) => ({ minIou, clear, hinted }))),
)

const detector = join(root, 'dist', 'models', 'nanodet')
const { mapper, manifest } = await openMapper(options.model, { provider: 'cpu', threads: 1, detector })
const threshold = manifest.thresholds['pixel'] ?? 0.5
const location = {
  folder: options.sam2,
  id: `${SAM2_TINY_PACK.id}-${SAM2_TINY_PACK.version}`,
  cacheFolder: options.cache,
}
const models = new SegmentAnything(location, 'cpu', { threads: 1 })

/** Pixels that both mark and that either marks, a row a pair. */
interface Counts {
  readonly own: Float64Array[]
  readonly choices: Float64Array[][]
}

async function countsOf(set: string): Promise<Counts> {
  const files = (await readdir(join(set, 'before'))).toSorted().slice(0, Number(options.limit))
  const counts: Counts = { own: [], choices: CHOICES.map(() => []) }
  for (const file of files) {
    const { before, after } = await decodePair(join(set, 'before', file), join(set, 'after', file))
    const truth = await grey(join(set, 'masks', file))
    const pair = await alignPair(before, after)
    const map = await mapper.map(pair.registered.aligned, after, VIEWS_IN_USE)
    clearUnknown(map.values, pair)
    const clusters = mapRegions(map, threshold)
    counts.own.push(count(clusters, truth))
    const outlines = await outlinesOf(pair, clusters, models)
    for (const [at, choice] of CHOICES.entries()) {
      counts.choices[at].push(count(withOutlines(clusters, outlines, { map, threshold }, choice), truth))
    }
  }
  return counts
}

function count({ labels }: Clusters, truth: Uint8Array): Float64Array {
  const row = new Float64Array(2)
  labels.forEach((label, at) => {
    row[0] += label > 0 && truth[at] > 0 ? 1 : 0
    row[1] += label > 0 || truth[at] > 0 ? 1 : 0
  })
  return row
}

function scoreOf(rows: readonly Float64Array[]): SetScore {
  return pooledScore(rows, ([both, either]) => both / Math.max(1, either))
}

const chosen = await countsOf(chosenSet)
const scores = chosen.choices.map((rows) => scoreOf(rows).corpus)
const ranked = [...CHOICES.keys()].toSorted((a, b) => scores[b] - scores[a])
console.log(
  `${chosen.own.length} pairs to choose on: IoU ${scoreOf(chosen.own).corpus.toFixed(4)} without outlines`,
)
for (const at of ranked.slice(0, 8)) {
  const { minIou, clear, hinted } = CHOICES[at]
  console.log(`  agreement ${minIou}, clear ${clear}, hinted ${hinted}: ${scores[at].toFixed(4)}`)
}
const checked = await countsOf(checkedSet)
const [before, after] = [scoreOf(checked.own), scoreOf(checked.choices[ranked[0]])]
const [{ difference, interval }] = pairedBootstrap([[before, after]])
const span = `${interval.low.toFixed(4)} to ${interval.high.toFixed(4)}`
console.log(`${checked.own.length} pairs to check: IoU ${before.corpus.toFixed(4)} without outlines`)
console.log(
  `  with the first of the choices ${after.corpus.toFixed(4)}, ${difference.toFixed(4)} more (95 %: ${span})`,
)
await mapper.release()
await models.release()
