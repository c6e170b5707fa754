import { maskCoverage } from '../../layers/pixels'
import { TOKENS } from '../../layers/sizes'
import { splitClauses } from '../../../text/clauses'
import { MAX_CONTEXT_REGIONS } from './model'
import { sigmoid } from '../../../basics/numbers'
import type { CcrcModel, SceneEncoding } from './model'
import { detectRegions, MIN_SCORE } from './detect-regions'
import { regionCoverage, MIN_SHOWN_COVERAGE, parseRegions } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'
import type { LinkedCaption } from '../../decode-captions'
import {
  linkWords,
  captionAttention,
  groundText,
  encodeCaption,
  decodeOverMemory,
  regionContext,
  contextCoverages,
} from './caption-states'

export interface ScenePredictionOptions {
  /** Probability from which the pair counts as changed. */
  readonly threshold: number
  /** Rounds of refinement at most; 0 for none. */
  readonly rounds: number
  /** How many captions; 0 for none, which costs no decoding. */
  readonly captions: number
}

export interface ScenePrediction {
  readonly regions: readonly CcrcRegion[]
  readonly captions: readonly LinkedCaption[]
  /** Rounds done before nothing changed any more. */
  readonly rounds: number
}

/**
 * Options of a proposal. A second round changed masks by less than the difference between held-out sets. The best of
 * three captions is more accurate than the one of highest probability.
 */
export const PROPOSAL_OPTIONS = { rounds: 1, captions: 3 } as const

/** Of several clauses, words are grounded at a token from this probability. */
const MIN_CLAUSE_GROUNDING = 0.15
/** Masks that share so much are the same. */
const SAME_MASK = 0.99

/** Regions, then a caption from them, then both from each other until they stay as they are. */
export async function predictScene(
  model: CcrcModel,
  encoding: SceneEncoding,
  options: ScenePredictionOptions,
): Promise<ScenePrediction> {
  let regions =
    encoding.changeProbability >= options.threshold
      ? await detectRegions(model, encoding, { isChanged: true })
      : []
  let rounds = 0
  if (regions.length > 0 && options.rounds > 0 && model.parts.refined) {
    let before = ''
    while (rounds < options.rounds) {
      const context = regionContext(regions, regionCoverage(regions))
      const memory = await model.encodeContext(encoding, context)
      const [caption] = await decodeOverMemory(model, memory, { count: 1 })
      const wordStates = await encodeCaption(model, memory, caption.ids)
      const described = await model.refine(encoding, context, wordStates.hidden, wordStates.length)
      const refined = parseRegions(described, model.manifest.categories).map((region, index) => ({
        ...region,
        score: regions[index].score,
      }))
      const isSame = caption.text === before && isSameMask(regions, refined)
      regions = [...refined, ...regions.slice(MAX_CONTEXT_REGIONS)]
      before = caption.text
      rounds++
      if (isSame) {
        break
      }
    }
  }
  const captions =
    options.captions === 0 ? [] : await captionRegions(model, encoding, regions, options.captions)
  return { regions, captions, rounds }
}

/** Captions for regions, with the words linked to them. */
export async function captionRegions(
  model: CcrcModel,
  encoding: SceneEncoding,
  regions: readonly CcrcRegion[],
  count: number,
  begin = '',
  coverage: Float32Array = regionCoverage(regions),
): Promise<ScenePrediction['captions']> {
  const memory = await model.encodeContext(encoding, regionContext(regions, coverage))
  const decoded = await decodeOverMemory(model, memory, { count, begin })
  const shares = contextCoverages(regions)
  // without a region there is nothing to link words to
  if (decoded.length === 0 || shares.length === 0) {
    return decoded.map((caption) => ({ ...caption, links: [] }))
  }
  const attention = await captionAttention(model, memory, decoded)
  return decoded.map((caption, at) => ({
    ...caption,
    links: linkWords(model, caption.ids, attention[at], shares),
  }))
}

export interface GroundedRegions {
  readonly regions: readonly CcrcRegion[]
  /** Logits of "some of the words are about this token" [512]. */
  readonly groundingLogits: Float32Array
  /** Some region is likely; else there is one at most, rather than none. */
  readonly isSure: boolean
}

/**
 * The regions that a caption describes; at least one, where it is grounded anywhere. The grounding of several
 * clauses together is weaker at each change than that of a single clause. There the scene's own heat counts too, at
 * tokens where the words are grounded, and masks are not refined. A model without trained refinement has no
 * grounding and returns all regions of the scene.
 */
export async function groundCaption(
  model: CcrcModel,
  encoding: SceneEncoding,
  caption: string,
): Promise<GroundedRegions> {
  const grounding = model.parts.refined ? await groundText(model, encoding, caption) : null
  const groundingLogits = grounding?.logits ?? encoding.heat
  const isOfSeveral = grounding !== null && splitClauses(caption).length > 1
  const heat = isOfSeveral
    ? groundingLogits.map((logit, token) => Math.max(logit, encoding.heat[token]))
    : groundingLogits
  const all = await detectRegions(model, encoding, { heat, isChanged: true })
  const regions = isOfSeveral ? all.filter(({ mask }) => isGrounded(mask, groundingLogits)) : all
  const isSure = regions.some(({ score }) => score >= MIN_SCORE)
  if (regions.length === 0 || grounding === null || isOfSeveral) {
    return { regions, groundingLogits, isSure }
  }
  const contextRegions = regions.slice(0, MAX_CONTEXT_REGIONS)
  const context = regionContext(contextRegions, new Float32Array(2 * TOKENS))
  const described = await model.refine(encoding, context, grounding.first.hidden, grounding.first.length)
  const refined = parseRegions(described, model.manifest.categories)
    .map((region, index) => ({ ...region, score: Math.max(region.score, contextRegions[index].score) }))
    .filter(({ mask }) => mask.some((value) => value > 0))
  return { regions: [...refined, ...regions.slice(MAX_CONTEXT_REGIONS)], groundingLogits, isSure }
}

/** Whether words are grounded at a token of which a region covers a quarter, or at any where it covers none so far. */
function isGrounded(mask: Float32Array, groundingLogits: Float32Array): boolean {
  const covered = [...maskCoverage(mask).entries()].filter(([, share]) => share >= MIN_SHOWN_COVERAGE)
  return (
    covered.length === 0 || covered.some(([token]) => sigmoid(groundingLogits[token]) >= MIN_CLAUSE_GROUNDING)
  )
}

function isSameMask(a: readonly CcrcRegion[], b: readonly CcrcRegion[]): boolean {
  let both = 0
  let either = 0
  b.forEach(({ mask }, index) => {
    const before = a[index].mask
    for (let pixel = 0; pixel < mask.length; pixel++) {
      const was = before[pixel] > 0
      const is = mask[pixel] > 0
      if (was && is) {
        both++
      }
      if (was || is) {
        either++
      }
    }
  })
  return either === 0 || both / either > SAME_MASK
}
