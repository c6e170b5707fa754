import { CHANNELS, GRID_SIDE, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { tokenShares } from '../../systems/blocks/pixels'
import type { Found } from '../closer/placed'
import { ANCHORS, sigmoid, type CcrcModel, type Described, type Seen } from './model'

const PIXELS = MASK_SIDE * MASK_SIDE
/** A token may show a region from this chance on. */
const LEAST_HEAT = 0.25
/** Regions less likely than this are dropped. */
export const LEAST_SCORE = 0.75
/** Where two are as likely as that, others are dropped only below this. */
const LEAST_MORE = 0.6
/** Where a pair counts as changed and none is so likely, the likeliest is kept from here on. */
const LEAST_ALONE = 0.4
/** Two that share so much of the smaller one are the same. */
const SAME_SHARE = 0.8
/** A pixel whose chance has a logit under minus this is not covered. */
const FAINT = 12
/** Tokens this near to a chosen one are asked only when nothing farther is left. */
const APART = 2
/** A token as sure as this that lies on no region yet is asked after the others. */
const MISSED_HEAT = 0.8
/** A token of which regions cover so much lies on them. */
const LEAST_COVERED = 0.1
/** Times that tokens are asked at most. */
const ASKED_TIMES = 3

/** A region in the network's own frame of 128 x 128 pixels. */
export interface FoundRegion extends Found {
  /** [128] */
  readonly vector: Float32Array
  /** [2, 20] logits of shape, colour, material and size, before and after. */
  readonly attributes: Float32Array
}

interface FindOptions {
  /** Logits [512] of "shows a changed thing"; the scene's own unless words were asked. */
  readonly heat?: Float32Array
  /** The pair counts as changed, so that a region is looked for. */
  readonly isChanged?: boolean
}

/** Regions of a scene, the likeliest first, each found once. */
export async function findRegions(
  model: CcrcModel,
  seen: Seen,
  { heat = seen.heat, isChanged = false }: FindOptions = {},
): Promise<FoundRegion[]> {
  const asked = new Set<number>()
  const answers: FoundRegion[] = []
  let found: FoundRegion[] = []
  let anchors = chooseAnchors(heat)
  for (let time = 0; anchors.length > 0 && time < ASKED_TIMES; time++) {
    answers.push(...(await ask(model, seen, heat, anchors)))
    found = keepLikely(answers, isChanged)
    for (const anchor of anchors) asked.add(anchor)
    anchors = chooseAnchors(heat, MISSED_HEAT, (token) => !asked.has(token) && !isCovered(token, found))
  }
  return found
}

/**
 * What tokens answer. A score is the chance of a region, times the mean chance of the pixels that its mask sets (as
 * Cheng et al. 2022 rank the masks of Mask2Former: one thing is sure of its pixels, half of another is not), times
 * the root of the token's own chance.
 */
async function ask(
  model: CcrcModel,
  seen: Seen,
  heat: Float32Array,
  anchors: readonly number[],
): Promise<FoundRegion[]> {
  const described = await model.propose(seen, anchors)
  return readRegions(described, model.manifest.categories).map((region, index) => ({
    ...region,
    score: region.score * Math.sqrt(sigmoid(heat[anchors[index]])) * surenessOf(region.mask),
  }))
}

/** Mean chance of the pixels that a mask of logits sets; 0 where it sets none. */
function surenessOf(mask: Float32Array): number {
  let sum = 0
  let count = 0
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] <= 0) continue
    sum += sigmoid(mask[pixel])
    count++
  }
  return count === 0 ? 0 : sum / count
}

function isCovered(token: number, regions: readonly FoundRegion[]): boolean {
  const side = MASK_SIDE / GRID_SIDE
  const row = Math.floor(token / GRID_SIDE) * side
  const column = (token % GRID_SIDE) * side
  return regions.some(({ mask }) => {
    let count = 0
    for (let y = row; y < row + side; y++) {
      for (let x = column; x < column + side; x++) if (mask[y * MASK_SIDE + x] > 0) count++
    }
    return count >= LEAST_COVERED * side ** 2
  })
}

/**
 * Those that are likely enough, each once; of a changed pair one that is less likely rather than none. Where two
 * things changed, a third is believed sooner.
 */
export function keepLikely(regions: readonly FoundRegion[], isChanged: boolean): FoundRegion[] {
  const found = dropRepeats(regions.filter(({ score }) => score >= LEAST_ALONE))
  const likely = found.filter(({ score }) => score >= LEAST_SCORE)
  if (likely.length >= 2) return found.filter(({ score }) => score >= LEAST_MORE)
  return likely.length === 0 && isChanged ? found.slice(0, 1) : likely
}

/** Tokens of at least a chance, hottest first; near ones wait until the others had their turn. */
export function chooseAnchors(
  heat: Float32Array,
  least = LEAST_HEAT,
  isWanted: (token: number) => boolean = () => true,
): number[] {
  const hot = [...heat.keys()]
    .filter((token) => sigmoid(heat[token]) >= least && isWanted(token))
    .sort((a, b) => heat[b] - heat[a])
  const chosen: number[] = []
  const waiting: number[] = []
  for (const token of hot) {
    if (chosen.some((other) => isNear(token, other))) waiting.push(token)
    else chosen.push(token)
  }
  return [...chosen, ...waiting].slice(0, ANCHORS)
}

function isNear(a: number, b: number): boolean {
  if (a < TOKENS !== b < TOKENS) return false
  const [across, down] = [Math.abs((a % GRID_SIDE) - (b % GRID_SIDE)), Math.abs((a >> 4) - (b >> 4))]
  return across <= APART && down <= APART
}

export function readRegions(described: Described, categories: readonly string[]): FoundRegion[] {
  const classes = categories.length + 1
  const count = described.categories.length / classes
  return Array.from({ length: count }, (_, index) => {
    const chances = softmax(described.categories.subarray(index * classes, (index + 1) * classes))
    const best = chances.indexOf(Math.max(...chances.slice(1)), 1)
    return {
      vector: described.vectors.subarray(index * CHANNELS.model, (index + 1) * CHANNELS.model),
      category: categories[best - 1],
      score: 1 - chances[0],
      mask: described.masks.subarray(index * 2 * PIXELS, (index + 1) * 2 * PIXELS),
      attributes: described.attributes.subarray(index * 40, (index + 1) * 40),
    }
  })
}

function softmax(logits: Float32Array): number[] {
  const most = Math.max(...logits)
  const powers = Array.from(logits, (value) => Math.exp(value - most))
  const total = powers.reduce((sum, value) => sum + value, 0)
  return powers.map((value) => value / total)
}

function dropRepeats(regions: readonly FoundRegion[]): FoundRegion[] {
  const kept: Marked[] = []
  for (const region of regions.toSorted((a, b) => b.score - a.score)) {
    const marked = { region, pixels: setPixels(region.mask) }
    if (marked.pixels.length === 0) continue
    if (!kept.some((other) => sharedShare(marked, other) > SAME_SHARE)) kept.push(marked)
  }
  return kept.map(({ region }) => region)
}

/** A region with the pixels of both frames that its mask sets. */
interface Marked {
  readonly region: FoundRegion
  readonly pixels: Uint16Array
}

function sharedShare(a: Marked, b: Marked): number {
  const [fewer, more] = a.pixels.length < b.pixels.length ? [a, b] : [b, a]
  let both = 0
  for (const pixel of fewer.pixels) if (more.region.mask[pixel] > 0) both++
  return both / fewer.pixels.length
}

function setPixels(mask: Float32Array): Uint16Array {
  const pixels = new Uint16Array(mask.length)
  let count = 0
  for (let pixel = 0; pixel < mask.length; pixel++) if (mask[pixel] > 0) pixels[count++] = pixel
  return pixels.subarray(0, count)
}

/** How much of each token any of the regions covers [512], by mask chances. */
export function coverageOf(masks: readonly Float32Array[]): Float32Array {
  const union = new Float32Array(2 * PIXELS).fill(-FAINT)
  for (const mask of masks) {
    for (let pixel = 0; pixel < union.length; pixel++) union[pixel] = Math.max(union[pixel], mask[pixel])
  }
  for (let pixel = 0; pixel < union.length; pixel++) {
    union[pixel] = union[pixel] > -FAINT ? sigmoid(union[pixel]) : 0
  }
  return tokenShares(union)
}
