import { setShares } from '../../systems/blocks/pixels'
import { TOKENS } from '../../systems/blocks/sizes'
import { splitClauses } from '../../text/clauses'
import { sigmoid, TOLD_REGIONS, type CcrcModel, type Seen } from './model'
import { COVERED, coverageOfAll } from './coverage'
import { findRegions, LEAST_SCORE, readRegions, type FoundRegion } from './regions'
import type { LinkedCaption } from '../say'
import { linkWords, lookedAt, readBlind, readCaption, sayOver, tellingOf, toldShares } from './words'

export interface ChainOptions {
  /** Chance from which the pair counts as changed. */
  readonly threshold: number
  /** Rounds of refinement at most; 0 for none. */
  readonly rounds: number
  /** How many captions; 0 for none, which costs no decoding. */
  readonly captions: number
}

export interface ChainResult {
  readonly regions: readonly FoundRegion[]
  readonly captions: readonly LinkedCaption[]
  /** Rounds done before nothing changed any more. */
  readonly rounds: number
}

/**
 * What a proposal asks for. A second round moved masks by less than one held-out set differs from another. Of three
 * captions side by side the best is truer than the one of likeliest words.
 */
export const PROPOSED = { rounds: 1, captions: 3 } as const

/** Of several clauses, words point at a token from this chance on. */
const LEAST_POINTED = 0.15
/** Masks that share so much are the same. */
const SAME_MASK = 0.99

/** Regions, then a caption from them, then both from each other until they stay as they are. */
export async function runChain(model: CcrcModel, seen: Seen, options: ChainOptions): Promise<ChainResult> {
  let regions = seen.chance >= options.threshold ? await findRegions(model, seen, { isChanged: true }) : []
  let rounds = 0
  if (regions.length > 0 && options.rounds > 0 && model.parts.refined) {
    let before = ''
    while (rounds < options.rounds) {
      const telling = tellingOf(regions, coverageOfAll(regions))
      const memory = await model.tell(seen, telling)
      const [said] = await sayOver(model, memory, { count: 1 })
      const read = await readCaption(model, memory, said.ids)
      const described = await model.refine(seen, telling, read.hidden, read.length)
      const refined = readRegions(described, model.manifest.categories).map((region, index) => ({
        ...region,
        score: regions[index].score,
      }))
      const isSame = said.text === before && isSameMask(regions, refined)
      regions = [...refined, ...regions.slice(TOLD_REGIONS)]
      before = said.text
      rounds++
      if (isSame) break
    }
  }
  const captions = options.captions === 0 ? [] : await captionsFor(model, seen, regions, options.captions)
  return { regions, captions, rounds }
}

/** Captions for regions, with the words that speak of them. */
export async function captionsFor(
  model: CcrcModel,
  seen: Seen,
  regions: readonly FoundRegion[],
  count: number,
  begin = '',
  coverage: Float32Array = coverageOfAll(regions),
): Promise<ChainResult['captions']> {
  const memory = await model.tell(seen, tellingOf(regions, coverage))
  const said = await sayOver(model, memory, { count, begin })
  const shares = toldShares(regions)
  // without a region there is nothing that words could speak of
  if (said.length === 0 || shares.length === 0) return said.map((caption) => ({ ...caption, links: [] }))
  const looked = await lookedAt(model, memory, said)
  return said.map((caption, at) => ({ ...caption, links: linkWords(model, caption.ids, looked[at], shares) }))
}

export interface RegionsFor {
  readonly regions: readonly FoundRegion[]
  /** Logits of "some of the words are about this token" [512]. */
  readonly point: Float32Array
  /** Some region is likely; else there is one at most, rather than none. */
  readonly isSure: boolean
}

/**
 * The regions that a caption speaks of, whatever else the pair shows; where it points anywhere, at least one. What
 * several clauses mean together points at each change less surely than one clause at its own, so there what the pair
 * shows by itself counts too, where the words point at it at all, and masks stay as they are seen. A model that was
 * not taught to refine does not know what words point at, and answers with all that it sees.
 */
export async function regionsFor(model: CcrcModel, seen: Seen, caption: string): Promise<RegionsFor> {
  const meant = model.parts.refined ? await readBlind(model, seen, caption) : null
  const point = meant?.point ?? seen.heat
  const isOfSeveral = meant !== null && splitClauses(caption).length > 1
  const heat = isOfSeveral ? point.map((logit, token) => Math.max(logit, seen.heat[token])) : point
  const all = await findRegions(model, seen, { heat, isChanged: true })
  const found = isOfSeveral ? all.filter(({ mask }) => isPointedAt(mask, point)) : all
  const isSure = found.some(({ score }) => score >= LEAST_SCORE)
  if (found.length === 0 || meant === null || isOfSeveral) return { regions: found, point, isSure }
  const told = found.slice(0, TOLD_REGIONS)
  const telling = tellingOf(told, new Float32Array(2 * TOKENS))
  const described = await model.refine(seen, telling, meant.first.hidden, meant.first.length)
  const refined = readRegions(described, model.manifest.categories)
    .map((region, index) => ({ ...region, score: Math.max(region.score, told[index].score) }))
    .filter(({ mask }) => mask.some((value) => value > 0))
  return { regions: [...refined, ...found.slice(TOLD_REGIONS)], point, isSure }
}

/** Whether words point at a token of which a region covers a quarter, or at any where it covers none so far. */
function isPointedAt(mask: Float32Array, point: Float32Array): boolean {
  const covered = [...setShares(mask).entries()].filter(([, share]) => share >= COVERED)
  return covered.length === 0 || covered.some(([token]) => sigmoid(point[token]) >= LEAST_POINTED)
}

function isSameMask(a: readonly FoundRegion[], b: readonly FoundRegion[]): boolean {
  let both = 0
  let either = 0
  b.forEach(({ mask }, index) => {
    const before = a[index].mask
    for (let pixel = 0; pixel < mask.length; pixel++) {
      const was = before[pixel] > 0
      const is = mask[pixel] > 0
      if (was && is) both++
      if (was || is) either++
    }
  })
  return either === 0 || both / either > SAME_MASK
}
