// How far a model of photographs can be believed, on composed pairs that are aligned as in use, and what to write as
// `calibration` in model.json:
//   deltascribe compose --photographs DIR --outlines COCO.json --out SET -n 300 --seed 81 --held-out --size 320x240 --layout folder
//   npx tsx bench/photo-calibration.ts SET [PACKAGE]

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import { openMapper } from '../src/models/photo/predictor/predictor'
import { calibrated, mapRegions, pairProbability, regionProbability } from '../src/models/change-map/regions'
import { logit, sigmoid } from '../src/basics/numbers'
import { alignPair } from '../src/models/change-map/map-proposal'
import { mapChecked } from '../src/models/photo/predictor/checked-alignment'
import { VIEWS_IN_USE } from '../src/models/photo/predictor/views'
import type { Calibration } from '../src/packages/manifest'
import { grey } from './evaluation-sets'

const [set, folder = join(root, 'models', 'ccrc-photo')] = process.argv.slice(2)
const detector = join(root, 'dist', 'models', 'nanodet')
const { mapper, manifest } = await openMapper(folder, { provider: 'cpu', threads: 1, detector })

/** Cells of equal width from 0 to 1: how many answers lie in it, how many of them are right, and their sum. */
const CELLS = 15
/** One pixel of so many is looked at. */
const EVERY = 7
/** A region is right where at least half of it lies on a change. */
const RIGHT_SHARE = 0.5

interface Answer {
  probability: number
  isRight: boolean
}

const [pixels, regions, pairs]: [Answer[], Answer[], Answer[]] = [[], [], []]
for (const file of (await readdir(join(set, 'before'))).toSorted()) {
  const { before, after } = await decodePair(join(set, 'before', file), join(set, 'after', file))
  const truth = await grey(join(set, 'masks', file))
  const aligned = await alignPair(before, after)
  const { map } = await mapChecked(aligned, (frame) => mapper.map(frame, after, VIEWS_IN_USE))
  for (let at = 0; at < truth.length; at += EVERY) {
    pixels.push({ probability: map.values[at], isRight: truth[at] > 0 })
  }
  const clusters = mapRegions(map, manifest.thresholds['pixel'] ?? 0.5)
  const hits = new Map<number, number>()
  clusters.labels.forEach((label, at) => {
    if (truth[at] > 0) {
      hits.set(label, (hits.get(label) ?? 0) + 1)
    }
  })
  for (const extent of clusters.extents.filter(({ area }) => area > 0)) {
    const isRight = (hits.get(extent.label) ?? 0) >= RIGHT_SHARE * extent.area
    regions.push({ probability: regionProbability(map, clusters, extent), isRight })
  }
  pairs.push({ probability: pairProbability(map), isRight: truth.some((value) => value > 0) })
}
await mapper.release()

const fits = new Map<string, Calibration>()
console.log('what | answers | calibration error as it is | fitted | area under the ROC')
for (const [name, answers] of Object.entries({ pixel: pixels, region: regions, pair: pairs })) {
  const present = manifest.calibration?.[name]
  // pixels come calibrated from the map
  const given = name === 'pixel' ? answers : withFit(answers, present)
  const fit = fitted(given)
  fits.set(name, combined(present, fit))
  const errors = [given, withFit(given, fit)].map((one) => calibrationError(one).toFixed(3))
  console.log([name, answers.length, ...errors, areaUnderRoc(given).toFixed(4)].join(' | '))
}
console.log('\nof pairs, by cell: probability | share with a change | pairs')
for (const { count, right, sum } of cellsOf(withFit(pairs, fits.get('pair')))) {
  if (count > 0) {
    console.log(`${(sum / count).toFixed(2)} | ${(right / count).toFixed(2)} | ${count}`)
  }
}
console.log(JSON.stringify(Object.fromEntries(fits)))

function withFit(answers: readonly Answer[], fit: Calibration | undefined): Answer[] {
  return answers.map(({ probability, isRight }) => ({ probability: calibrated(probability, fit), isRight }))
}

/** One fit upon another. */
function combined(first: Calibration | undefined, second: Calibration): Calibration {
  const { scale, shift } = first ?? { scale: 1, shift: 0 }
  return { scale: rounded(second.scale * scale), shift: rounded(second.scale * shift + second.shift) }
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000
}

/** Logistic regression on the logit, by Newton's method with a weak pull to leave all as it is. */
function fitted(answers: readonly Answer[]): Calibration {
  let [scale, shift] = [1, 0]
  for (let round = 0; round < 30; round += 1) {
    let [g0, g1, h00, h01, h11] = [scale - 1, shift, 1, 0, 1]
    for (const { probability, isRight } of answers) {
      const x = logit(probability)
      const p = sigmoid(scale * x + shift)
      const [error, weight] = [p - Number(isRight), p * (1 - p)]
      g0 += error * x
      g1 += error
      h00 += weight * x * x
      h01 += weight * x
      h11 += weight
    }
    const determinant = h00 * h11 - h01 * h01
    scale = Math.max(0.05, scale - (h11 * g0 - h01 * g1) / determinant)
    shift -= (h00 * g1 - h01 * g0) / determinant
  }
  return { scale, shift }
}

function cellsOf(answers: readonly Answer[]): { count: number; right: number; sum: number }[] {
  const cells = Array.from({ length: CELLS }, () => ({ count: 0, right: 0, sum: 0 }))
  for (const { probability, isRight } of answers) {
    const cell = cells[Math.min(CELLS - 1, Math.floor(CELLS * probability))]
    cell.count += 1
    cell.right += Number(isRight)
    cell.sum += probability
  }
  return cells
}

/** Mean difference of what is said and what is right, over answers. */
function calibrationError(answers: readonly Answer[]): number {
  return (
    cellsOf(answers).reduce((sum, { right, sum: said }) => sum + Math.abs(right - said), 0) / answers.length
  )
}

/** The share of couples of one that is right and one that is not in which the first is more probable. */
function areaUnderRoc(answers: readonly Answer[]): number {
  const sorted = answers.toSorted((a, b) => a.probability - b.probability)
  let [below, won] = [0, 0]
  for (let at = 0, end = 0; at < sorted.length; at = end) {
    let right = 0
    for (; sorted[end]?.probability === sorted[at].probability; end += 1) {
      right += Number(sorted[end].isRight)
    }
    const wrong = end - at - right
    won += right * (below + wrong / 2)
    below += wrong
  }
  return won / Math.max(1, below * (answers.length - below))
}
