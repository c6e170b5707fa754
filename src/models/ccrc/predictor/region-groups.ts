import type { CaptionMaskScore, RegionMasks } from '../../../domain/document'
import { decodeRle } from '../../../mask/rle'
import { splitClauses } from '../../../text/clauses'
import type { TextSpan } from '../../../text/clauses'
import type { RegionGroup } from '../../../views/region-views'
import { toCropMask, bothFrames, CERTAIN_LOGIT } from '../../../views/crop-view'
import type { CropView } from '../../../views/crop-view'
import { presenceScore } from '../../../metrics/presence-score'
import { withoutPlaces } from '../../../views/place-phrases'
import { rectOf } from '../../../mask/measures'
import { sharedArea } from '../../../mask/rect'
import { captionMaskScore, lowestScore } from './caption-mask-score'
import { MAX_ANCHORS } from '../network/training-inputs'
import type { CcrcModel, SceneEncoding } from './model'
import type { RegionPredictions } from './stage-tensors'
import { parseRegions } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'
import { tokenMeans } from '../../layers/pixels'

/** Encodes a user's regions in one view. */
export async function encodeUserRegions(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  regions: readonly RegionMasks[],
): Promise<CcrcRegion[]> {
  const masks = regions.map(({ mask, beforeMask }) => ({
    after: toCropMask(decodeRle(mask), view.after),
    before: beforeMask === null ? null : toCropMask(decodeRle(beforeMask), view.before),
  }))
  return encodeRegions(model, view, masks)
}

/**
 * Score of a caption against a user's regions: the lowest of their groups. Windows get the caption without its
 * places. Where there are several groups, the best fitting clause of the caption counts for each.
 */
export async function captionMaskScoreOfGroups(
  model: CcrcModel,
  groups: readonly RegionGroup<SceneEncoding>[],
  whole: CropView<SceneEncoding>,
  regions: readonly RegionMasks[],
  caption: string,
): Promise<CaptionMaskScore> {
  const plain = presenceScore(regions.length, caption)
  if (plain !== null) {
    return plain
  }
  const scores: CaptionMaskScore[] = []
  for (const { view } of groups) {
    const shown = groups.length === 1 ? regions : regions.filter((region) => isShown(region, view))
    const shownRegions = await encodeUserRegions(model, view, shown)
    const text = view === whole ? caption : withoutPlaces(caption) || caption
    const { agreement } = await bestClause(model, view, shownRegions, text, () => groups.length > 1)
    scores.push(agreement)
  }
  return lowestScore(scores)
}

/** The part of a text that fits regions in a view best: all of it, or one of its clauses that `mayFit`. */
export async function bestClause(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  regions: readonly CcrcRegion[],
  text: string,
  mayFit: (clause: TextSpan) => boolean = () => true,
): Promise<TextSpan & { readonly agreement: CaptionMaskScore }> {
  const all = { start: 0, end: text.length }
  let best = { ...all, agreement: await captionMaskScore(model, view, regions, text) }
  for (const clause of splitClauses(text)) {
    const isAll = clause.start === all.start && clause.end === all.end
    if (isAll || !mayFit(clause)) {
      continue
    }
    const agreement = await captionMaskScore(model, view, regions, text.slice(clause.start, clause.end))
    if (agreement.score > best.agreement.score) {
      best = { ...clause, agreement }
    }
  }
  return best
}

function isShown({ mask, beforeMask }: RegionMasks, view: CropView<SceneEncoding>): boolean {
  if (sharedArea(rectOf(mask), view.after) > 0) {
    return true
  }
  return beforeMask !== null && sharedArea(rectOf(beforeMask), view.before) > 0
}

/** A mask as logits [16384] of each frame of a view; null where it is not given. */
export interface MaskLogits {
  readonly after: Float32Array
  readonly before: Float32Array | null
}

/** Regions of given masks, with the network's vectors for them; a missing before mask is predicted. */
export async function encodeRegions(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  masks: readonly MaskLogits[],
): Promise<CcrcRegion[]> {
  const anchors = anchorsOf(masks.map(shareOfTokens), view.encoding.heat)
  const encoded: CcrcRegion[] = []
  for (let first = 0; first < masks.length; first += MAX_ANCHORS) {
    const described = await model.propose(view.encoding, anchors.slice(first, first + MAX_ANCHORS))
    const some = masks.slice(first, first + MAX_ANCHORS)
    encoded.push(...replaceMasks(described, some, model.manifest.categories))
  }
  return encoded
}

function replaceMasks(
  described: RegionPredictions,
  masks: readonly MaskLogits[],
  categories: readonly string[],
): CcrcRegion[] {
  return parseRegions(described, categories).map(({ vector, attributes, mask }, index) => {
    const { after, before } = masks[index]
    return {
      vector: vector.slice(),
      category: '',
      score: 1,
      mask: bothFrames(before ?? mask.subarray(0, after.length), after),
      attributes: attributes.slice(),
    }
  })
}

/** Share of each token [512] that the mask sets; a cell that it does not set at all has the logit -CERTAIN. */
function shareOfTokens({ after, before }: MaskLogits): Float32Array {
  const unset = new Float32Array(after.length).fill(-CERTAIN_LOGIT)
  return tokenMeans(bothFrames(before ?? unset, after).map((logit) => logit / (2 * CERTAIN_LOGIT) + 0.5))
}

/**
 * The query token of each region: of those that show at least half as much of it as any, and that no other region
 * covers more, the one with most coverage and heat. Of a region without pixels, the hottest token.
 * @param shares of each token [512], by region
 */
function anchorsOf(shares: readonly Float32Array[], heat: Float32Array): number[] {
  return shares.map((own) => {
    const enough = Math.max(...own) / 2
    const showing = [...own.keys()].filter((token) => own[token] >= enough)
    const mostly = showing.filter((token) => shares.every((other) => other[token] <= own[token]))
    const worth = (token: number): number =>
      (own[token] + Number.EPSILON) * (1 + Math.exp(Math.min(5, heat[token])))
    return (mostly.length > 0 ? mostly : showing).reduce((best, token) =>
      worth(token) > worth(best) ? token : best,
    )
  })
}
