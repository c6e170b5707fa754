// At which scales, and from which probability on, does a model of photographs mark best? On composed pairs that are
// aligned as in use:
//   deltascribe compose --photographs DIR --outlines COCO.json --out SET -n 60 --seed 78 --held-out --size 480x352 --layout folder
//   npx tsx bench/photo-scales.ts SET... [--model PACKAGE]

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import type { Raster } from '../src/images/raster'
import { alignPair } from '../src/models/change-map/map-proposal'
import { mapRegions } from '../src/models/change-map/regions'
import type { ChangeMap } from '../src/models/model-proposer'
import { mapChecked } from '../src/models/photo/predictor/checked-alignment'
import { meanOfViews } from '../src/models/photo/predictor/views'
import type { View } from '../src/models/photo/predictor/views'
import { openMapper } from '../src/models/photo/predictor/predictor'
import { bootstrapIntervals, meanScore } from '../src/metrics/set-score'
import { countMask, SetScore } from './accuracy/scoring'
import type { PairCounts } from './accuracy/scoring'
import { grey } from './evaluation-sets'

const { positionals: sets, values: options } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string', default: join(root, 'models', 'ccrc-photo') } },
})
/** Weights of full size, three quarters and half of it. */
const CHOICES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1 / 2, 1 / 2, 0],
  [1 / 2, 0, 1 / 2],
  [2 / 3, 0, 1 / 3],
  [1 / 3, 1 / 3, 1 / 3],
].map((weights) => viewsOf(weights))
const THRESHOLDS = [0.3, 0.5, 0.7]
const GAIN_AT = 1
const GAIN = `mean of pairs at ${THRESHOLDS[GAIN_AT]}, over that at full size`

const detector = join(root, 'dist', 'models', 'nanodet')
const { mapper } = await openMapper(options.model, { provider: 'cpu', threads: 1, detector })

for (const set of sets) {
  const scores = CHOICES.map(() => THRESHOLDS.map(() => new SetScore('iou')))
  const files = await readdir(join(set, 'before'))
  for (const file of files.toSorted()) {
    await addPair(set, file, scores)
  }
  console.log(`${set}, ${files.length} pairs, IoU\nscales and weights | ${THRESHOLDS.join(' | ')} | ${GAIN}`)
  CHOICES.forEach((views, choice) =>
    console.log(
      [
        views.map(({ scale, weight }) => `${scale} (${weight.toFixed(2)})`).join(' and '),
        ...scores[choice].map((score) => score.withIntervals()),
        gainOf(scores[choice][GAIN_AT], scores[0][GAIN_AT]),
      ].join(' | '),
    ),
  )
}
await mapper.release()

async function addPair(set: string, file: string, scores: readonly SetScore[][]): Promise<void> {
  const { before, after } = await decodePair(join(set, 'before', file), join(set, 'after', file))
  const truth = await grey(join(set, 'masks', file))
  const aligned = await alignPair(before, after)
  const mapAt = mapsOnce(after)
  for (const [choice, views] of CHOICES.entries()) {
    const { map } = await mapChecked(aligned, async (frame) => {
      const maps = []
      for (const { scale } of views) {
        maps.push((await mapAt(frame, scale)).values)
      }
      const { width, height } = after
      // a copy: what one frame does not show is cleared in it
      return { width, height, values: meanOfViews(maps, views).slice() }
    })
    for (const [at, threshold] of THRESHOLDS.entries()) {
      const { labels } = mapRegions(map, threshold)
      const counts = countMask(Uint8Array.from(labels, Math.sign), truth)
      scores[choice][at].add({ key: file, group: 'all', counts })
    }
  }
}

/** With 95 % of resamples over pairs. */
function gainOf(score: SetScore, other: SetScore): string {
  const gains = score.all.map((pair, at) => iouOf(pair) - iouOf(other.all[at]))
  const gain = meanScore(gains)
  const [{ low, high }] = bootstrapIntervals([gain])
  return [gain.corpus, low, high].map((value) => value.toFixed(3)).join(' ')
}

function iouOf({ counts: [both, either] }: PairCounts): number {
  return either === 0 ? 1 : both / either
}

/** Runs the network once for each before frame and scale. */
function mapsOnce(after: Raster): (before: Raster, scale: number) => Promise<ChangeMap> {
  const made = new Map<Raster, Map<number, Promise<ChangeMap>>>()
  return (before, scale) => {
    const ofFrame = made.get(before) ?? new Map<number, Promise<ChangeMap>>()
    made.set(before, ofFrame)
    const map = ofFrame.get(scale) ?? mapper.map(before, after, [{ scale, weight: 1 }])
    ofFrame.set(scale, map)
    return map
  }
}

function viewsOf(weights: readonly number[]): View[] {
  return [1, 0.75, 0.5]
    .map((scale, at) => ({ scale, weight: weights[at] }))
    .filter(({ weight }) => weight > 0)
}
