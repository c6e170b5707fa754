import type { CaptionMaskScore } from '../../../domain/document'
import { presenceScore } from '../../../metrics/presence-score'
import type { ViewCaption } from '../../../views/view-captions'
import type { CropView } from '../../../views/crop-view'
import { regionCoverage, MIN_SHOWN_COVERAGE } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'
import { sigmoid } from '../../../basics/numbers'
import type { CcrcModel, SceneEncoding } from './model'
import { wordGrounding } from './word-grounding'
import { groundText } from './caption-states'
import { message } from '../../../messages/message'

/** Below this score, caption and mask disagree. */
export const MIN_CAPTION_MASK_SCORE = 0.35
/** Least probability of a token that words are grounded at. */
const MIN_GROUNDING = 0.3
/** A smaller covered share of a token counts as none: pixels outside a mask have a small probability too. */
const MIN_COVERAGE = 0.02

const ELSEWHERE = 'The words of the caption point at another place than the mask.'
const NOWHERE = 'The words of the caption fit nothing that the model finds here.'

/**
 * Score of a caption against the regions of a view: the lower of its grounding overlap with the regions and of the
 * probability of its words given the regions. A model trained for neither gives the presence score alone.
 */
export async function captionMaskScore(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  regions: readonly CcrcRegion[],
  caption: string,
): Promise<CaptionMaskScore> {
  const grounding = await groundingScore(model, view, regions, caption)
  if (grounding.score < MIN_CAPTION_MASK_SCORE || regions.length === 0) {
    return grounding
  }
  const fit = await wordGrounding(model, view.encoding, regions, caption)
  if (fit === null || fit.score >= grounding.score) {
    return grounding
  }
  const { score, word, expected } = fit
  if (score >= MIN_CAPTION_MASK_SCORE) {
    return { score, remark: null }
  }
  return {
    score,
    remark: message('contradictions.wordDoesNotFit', { word, expected }),
  }
}

/** How far the grounding of a caption overlaps regions; for the model's own captions too. */
async function groundingScore(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  regions: readonly CcrcRegion[],
  caption: string,
): Promise<CaptionMaskScore> {
  const plain = presenceScore(regions.length, caption)
  if (plain !== null) {
    return plain
  }
  if (!model.parts.refined) {
    return { score: 1, remark: null }
  }
  const { logits: groundingLogits } = await groundText(model, view.encoding, caption)
  const score = groundingOverlap(groundingLogits, regionCoverage(regions))
  if (score === null) {
    return { score: 1, remark: null }
  }
  if (score >= MIN_CAPTION_MASK_SCORE) {
    return { score, remark: null }
  }
  const isGroundedElsewhere = groundingLogits.some((logit) => sigmoid(logit) > MIN_GROUNDING)
  return { score, remark: isGroundedElsewhere ? ELSEWHERE : NOWHERE }
}

/**
 * 0 to 1: overlap of the tokens that words are grounded at with those that regions cover. Tokens covered by a small
 * share are neutral; where there are no others, it is enough that words are grounded at one of them, because the
 * most covered one is arbitrary. Null where regions cover too little of this view.
 */
export function groundingOverlap(groundingLogits: Float32Array, coverage: Float32Array): number | null {
  if (Math.max(...coverage) < MIN_COVERAGE) {
    return null
  }
  let [both, either, partly] = [0, 0, 0]
  for (let token = 0; token < groundingLogits.length; token++) {
    const probability = sigmoid(groundingLogits[token])
    if (coverage[token] >= MIN_SHOWN_COVERAGE) {
      both += probability
      either += 1
    } else if (coverage[token] >= MIN_COVERAGE) {
      partly = Math.max(partly, probability)
    } else if (probability > MIN_GROUNDING) {
      either += probability
    }
  }
  const hasCovered = coverage.some((share) => share >= MIN_SHOWN_COVERAGE)
  return hasCovered ? both / either : partly / (1 + either)
}

/** Lowest grounding score of the model's captions of several views. */
export async function captionMaskScoreOfParts(
  model: CcrcModel,
  parts: readonly ViewCaption<SceneEncoding, CcrcRegion>[],
): Promise<CaptionMaskScore> {
  return lowestScore(
    await Promise.all(parts.map(({ view, regions, text }) => groundingScore(model, view, regions, text))),
  )
}

/** Of several scores, one at least, the lowest. */
export function lowestScore(scores: readonly CaptionMaskScore[]): CaptionMaskScore {
  return scores.reduce((lowest, each) => (each.score < lowest.score ? each : lowest))
}
