import { GRID_SIDE, MASK_SIDE, TOKENS } from '../../layers/sizes'
import { MAX_ANCHORS } from '../network/training-inputs'
import { sigmoid } from '../../../basics/numbers'
import type { CcrcModel, SceneEncoding } from './model'
import { parseRegions } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'

/** Least probability of an anchor token. */
const MIN_HEAT = 0.25
/** Regions less likely than this are dropped. */
export const MIN_SCORE = 0.75
/** Where two are as likely as that, others are dropped only below this. */
const MIN_SCORE_OF_MORE = 0.6
/** Where a pair counts as changed and no region reaches `MIN_SCORE`, the best one counts from this score. */
const MIN_SCORE_ALONE = 0.4
/** Two that share so much of the smaller one are the same. */
const SAME_SHARE = 0.8
/** Tokens this near to a chosen anchor come after all others. */
const MIN_ANCHOR_DISTANCE = 2
/** A token of this probability that lies on no region yet is queried in a later round. */
const MISSED_HEAT = 0.8
/** A token of which regions cover so much lies on them. */
const MIN_COVERED = 0.1
/** Rounds of anchors at most. */
const MAX_ROUNDS = 3

interface DetectOptions {
  /** Logits [512] of "shows a changed object". Default: the scene's own; a caption's grounding replaces them. */
  readonly heat?: Float32Array
  /** The pair counts as changed, so that one region at least is searched for. */
  readonly isChanged?: boolean
}

/** Regions of a scene, the likeliest first, each found once. */
export async function detectRegions(
  model: CcrcModel,
  encoding: SceneEncoding,
  { heat = encoding.heat, isChanged = false }: DetectOptions = {},
): Promise<CcrcRegion[]> {
  const queriedTokens = new Set<number>()
  const predictions: CcrcRegion[] = []
  let detected: CcrcRegion[] = []
  let anchors = chooseAnchors(heat)
  for (let time = 0; anchors.length > 0 && time < MAX_ROUNDS; time++) {
    predictions.push(...(await predictAtAnchors(model, encoding, heat, anchors)))
    detected = filterByScore(predictions, isChanged)
    for (const anchor of anchors) {
      queriedTokens.add(anchor)
    }
    anchors = chooseAnchors(
      heat,
      MISSED_HEAT,
      (token) => !queriedTokens.has(token) && !isCovered(token, detected),
    )
  }
  return detected
}

/**
 * Predictions at anchors. A score is the probability of a region, times the mean probability of the pixels that its
 * mask sets (as Cheng et al. 2022 rank the masks of Mask2Former: the mask of one whole object is confident, that of
 * a part is not), times the root of the token's own probability.
 */
async function predictAtAnchors(
  model: CcrcModel,
  encoding: SceneEncoding,
  heat: Float32Array,
  anchors: readonly number[],
): Promise<CcrcRegion[]> {
  const described = await model.propose(encoding, anchors)
  return parseRegions(described, model.manifest.categories).map((region, index) => ({
    ...region,
    score: region.score * Math.sqrt(sigmoid(heat[anchors[index]])) * maskConfidence(region.mask),
  }))
}

/** Mean probability of the pixels that a mask of logits sets; 0 where it sets none. */
function maskConfidence(mask: Float32Array): number {
  let sum = 0
  let count = 0
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] <= 0) {
      continue
    }
    sum += sigmoid(mask[pixel])
    count++
  }
  return count === 0 ? 0 : sum / count
}

function isCovered(token: number, regions: readonly CcrcRegion[]): boolean {
  const side = MASK_SIDE / GRID_SIDE
  const row = Math.floor(token / GRID_SIDE) * side
  const column = (token % GRID_SIDE) * side
  return regions.some(({ mask }) => {
    let count = 0
    for (let y = row; y < row + side; y++) {
      for (let x = column; x < column + side; x++) {
        if (mask[y * MASK_SIDE + x] > 0) {
          count++
        }
      }
    }
    return count >= MIN_COVERED * side ** 2
  })
}

/**
 * Regions above the score thresholds, without duplicates; of a changed pair one below `MIN_SCORE` rather than none.
 * Where two regions reach it, the threshold of further ones is lower.
 */
export function filterByScore(regions: readonly CcrcRegion[], isChanged: boolean): CcrcRegion[] {
  const unique = suppressDuplicates(regions.filter(({ score }) => score >= MIN_SCORE_ALONE))
  const likely = unique.filter(({ score }) => score >= MIN_SCORE)
  if (likely.length >= 2) {
    return unique.filter(({ score }) => score >= MIN_SCORE_OF_MORE)
  }
  return likely.length === 0 && isChanged ? unique.slice(0, 1) : likely
}

/** Tokens of at least this probability, hottest first; tokens near a chosen one come after all others. */
export function chooseAnchors(
  heat: Float32Array,
  least = MIN_HEAT,
  isAllowed: (token: number) => boolean = () => true,
): number[] {
  const hot = [...heat.keys()]
    .filter((token) => sigmoid(heat[token]) >= least && isAllowed(token))
    .sort((a, b) => heat[b] - heat[a])
  const chosen: number[] = []
  const waiting: number[] = []
  for (const token of hot) {
    if (chosen.some((other) => isNear(token, other))) {
      waiting.push(token)
    } else {
      chosen.push(token)
    }
  }
  return [...chosen, ...waiting].slice(0, MAX_ANCHORS)
}

function isNear(a: number, b: number): boolean {
  if (a < TOKENS !== b < TOKENS) {
    return false
  }
  const [across, down] = [Math.abs((a % GRID_SIDE) - (b % GRID_SIDE)), Math.abs((a >> 4) - (b >> 4))]
  return across <= MIN_ANCHOR_DISTANCE && down <= MIN_ANCHOR_DISTANCE
}

function suppressDuplicates(regions: readonly CcrcRegion[]): CcrcRegion[] {
  const unique: RegionPixels[] = []
  for (const region of regions.toSorted((a, b) => b.score - a.score)) {
    const withPixels = { region, pixels: setPixels(region.mask) }
    if (withPixels.pixels.length === 0) {
      continue
    }
    if (!unique.some((other) => sharedShare(withPixels, other) > SAME_SHARE)) {
      unique.push(withPixels)
    }
  }
  return unique.map(({ region }) => region)
}

/** A region with the pixels of both frames that its mask sets. */
interface RegionPixels {
  readonly region: CcrcRegion
  readonly pixels: Uint16Array
}

function sharedShare(a: RegionPixels, b: RegionPixels): number {
  const [fewer, more] = a.pixels.length < b.pixels.length ? [a, b] : [b, a]
  let both = 0
  for (const pixel of fewer.pixels) {
    if (more.region.mask[pixel] > 0) {
      both++
    }
  }
  return both / fewer.pixels.length
}

function setPixels(mask: Float32Array): Uint16Array {
  const pixels = new Uint16Array(mask.length)
  let count = 0
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] > 0) {
      pixels[count++] = pixel
    }
  }
  return pixels.subarray(0, count)
}
