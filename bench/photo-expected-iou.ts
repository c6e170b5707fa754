// How far the IoU that a model of photographs expects is from the true one, on composed pairs that are aligned as in
// use, and how well it orders pairs beside their change score:
//   deltascribe compose --photographs DIR --outlines COCO.json --out SET -n 150 --seed 82 --held-out --size 320x240 --layout folder
//   npx tsx bench/photo-expected-iou.ts SET [PACKAGE]

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import { alignPair } from '../src/models/change-map/map-proposal'
import { calibrated, expectedIou, mapRegions, pairProbability } from '../src/models/change-map/regions'
import { mapChecked } from '../src/models/photo/predictor/checked-alignment'
import { openMapper } from '../src/models/photo/predictor/predictor'
import { VIEWS_IN_USE } from '../src/models/photo/predictor/views'
import { grey } from './evaluation-sets'

/** Share of the pairs that somebody has time for. */
const FIRST = 0.2

const [set, folder = join(root, 'models', 'ccrc-photo')] = process.argv.slice(2)
const detector = join(root, 'dist', 'models', 'nanodet')
const { mapper, manifest } = await openMapper(folder, { provider: 'cpu', threads: 1, detector })

interface Rated {
  /** Of the mask with the truth; 1 where both are empty. */
  readonly iou: number
  readonly expected: number
  /** Distance of the change score from .5. */
  readonly sureness: number
}

const rated = await rateAll()
await mapper.release()

const mean = (of: (one: Rated) => number): string =>
  (rated.reduce((sum, one) => sum + of(one), 0) / rated.length).toFixed(3)
console.log(
  `${rated.length} pairs: IoU ${mean(({ iou }) => iou)}, expected ${mean(({ expected }) => expected)}`,
)
console.log(`mean distance of both in a pair: ${mean(({ iou, expected }) => Math.abs(iou - expected))}`)
console.log('order | couples in order | of the worst fifth, among the first fifth')
for (const [name, figure] of [
  ['expected IoU', ({ expected }: Rated) => expected],
  ['change score near .5', ({ sureness }: Rated) => sureness],
] as const) {
  console.log([name, inOrder(figure).toFixed(3), worstAmongFirst(figure).toFixed(3)].join(' | '))
}

async function rateAll(): Promise<Rated[]> {
  const all: Rated[] = []
  for (const file of (await readdir(join(set, 'before'))).toSorted()) {
    const { before, after } = await decodePair(join(set, 'before', file), join(set, 'after', file))
    const truth = await grey(join(set, 'masks', file))
    const { map } = await mapChecked(await alignPair(before, after), (frame) =>
      mapper.map(frame, after, VIEWS_IN_USE),
    )
    const clusters = mapRegions(map, manifest.thresholds['pixel'] ?? 0.5)
    const score = calibrated(pairProbability(map), manifest.calibration?.['pair'])
    all.push({
      iou: iouOf(clusters.labels, truth),
      expected: expectedIou(map, clusters) ?? 1 - score,
      sureness: Math.abs(score - 0.5),
    })
  }
  return all
}

function iouOf(labels: Int32Array, truth: Uint8Array): number {
  let [overlap, union] = [0, 0]
  for (let at = 0; at < truth.length; at += 1) {
    overlap += labels[at] > 0 && truth[at] > 0 ? 1 : 0
    union += labels[at] > 0 || truth[at] > 0 ? 1 : 0
  }
  return union === 0 ? 1 : overlap / union
}

/** The share of couples of other IoU in which the worse has the lower figure; a tie counts half. */
function inOrder(figure: (one: Rated) => number): number {
  let [count, right] = [0, 0]
  for (const worse of rated) {
    for (const better of rated.filter(({ iou }) => iou > worse.iou)) {
      const difference = figure(better) - figure(worse)
      count += 1
      right += difference > 0 ? 1 : difference === 0 ? 0.5 : 0
    }
  }
  return right / count
}

function worstAmongFirst(figure: (one: Rated) => number): number {
  const count = Math.round(FIRST * rated.length)
  const worst = new Set(rated.toSorted((a, b) => a.iou - b.iou).slice(0, count))
  const first = rated.toSorted((a, b) => figure(a) - figure(b)).slice(0, count)
  return first.filter((one) => worst.has(one)).length / count
}
