import type { Agreement } from '../../domain/caption'
import { plainAgreement } from '../closer/plain-agreement'
import type { SaidOfLook } from '../closer/describe'
import type { Look } from '../closer/look'
import { COVERED, coverageOfAll } from './coverage'
import { sigmoid, type CcrcModel, type Seen } from './model'
import type { FoundRegion } from './regions'
import { wordFit } from './word-fit'
import { readBlind } from './words'

/** Below this, caption and mask are said to disagree. */
export const LEAST_AGREEMENT = 0.35
/** Words point at a token from this chance on. */
const POINTED = 0.3
/** What covers less of a token is not there: the pixels that a mask leaves out have a small chance too. */
const LEAST_COVER = 0.02

const ELSEWHERE = 'The words of the caption point at another place than the mask.'
const NOWHERE = 'The words of the caption fit nothing that the model sees here.'

/**
 * How well a caption and the regions in a look agree: do its words alone point at what the regions cover, and is each
 * of them what the model would say of these regions? The lower counts. Of a model that was taught neither, only the
 * plain contradictions.
 */
export async function agreementIn(
  model: CcrcModel,
  look: Look<Seen>,
  found: readonly FoundRegion[],
  caption: string,
): Promise<Agreement> {
  const pointing = await pointingIn(model, look, found, caption)
  if (pointing.score < LEAST_AGREEMENT || found.length === 0) return pointing
  const fit = await wordFit(model, look.seen, found, caption)
  if (fit === null || fit.score >= pointing.score) return pointing
  const { score, word, expected } = fit
  if (score >= LEAST_AGREEMENT) return { score, remark: null }
  return {
    score,
    remark: `“${word}” in the caption does not fit what is marked: the model would say “${expected}”.`,
  }
}

/** Whether the words of a caption point at what regions cover: all that can be asked of the model's own words. */
async function pointingIn(
  model: CcrcModel,
  look: Look<Seen>,
  found: readonly FoundRegion[],
  caption: string,
): Promise<Agreement> {
  const plain = plainAgreement(found.length, caption)
  if (plain !== null) return plain
  if (!model.parts.refined) return { score: 1, remark: null }
  const { point } = await readBlind(model, look.seen, caption)
  const score = agreementOf(point, coverageOfAll(found))
  if (score === null) return { score: 1, remark: null }
  if (score >= LEAST_AGREEMENT) return { score, remark: null }
  const points = point.some((logit) => sigmoid(logit) > POINTED)
  return { score, remark: points ? ELSEWHERE : NOWHERE }
}

/**
 * 0 to 1: how far the tokens that words point at are those that regions cover. Tokens that are covered by a little
 * are neither; where there are no others, words need only point at one of them, as which of them is covered most may
 * be chance. Null where regions cover too little for this look to tell.
 */
export function agreementOf(point: Float32Array, coverage: Float32Array): number | null {
  if (Math.max(...coverage) < LEAST_COVER) return null
  let [both, either, partly] = [0, 0, 0]
  for (let token = 0; token < point.length; token++) {
    const said = sigmoid(point[token])
    if (coverage[token] >= COVERED) {
      both += said
      either += 1
    } else if (coverage[token] >= LEAST_COVER) partly = Math.max(partly, said)
    else if (said > POINTED) either += said
  }
  const hasCovered = coverage.some((share) => share >= COVERED)
  return hasCovered ? both / either : partly / (1 + either)
}

/** How well what the model said in each of several looks agrees with what it found there: the lowest counts. */
export async function agreementOfParts(
  model: CcrcModel,
  parts: readonly SaidOfLook<Seen, FoundRegion>[],
): Promise<Agreement> {
  const agreements: Agreement[] = []
  for (const { look, found, text } of parts) agreements.push(await pointingIn(model, look, found, text))
  return leastOf(agreements)
}

/** Of several agreements, one at least, the lowest. */
export function leastOf(agreements: readonly Agreement[]): Agreement {
  return agreements.reduce((lowest, each) => (each.score < lowest.score ? each : lowest))
}
