import type { Agreement } from '../../domain/caption'
import { agreementOf } from './chain'
import { plainAgreement } from '../closer/plain-agreement'
import type { SaidOfLook } from '../closer/describe'
import type { Look } from '../closer/look'
import type { CcrcModel, Seen } from './model'
import { coverageOf, type FoundRegion } from './regions'
import { readBlind } from './words'

/** Below this, caption and mask are said to disagree. */
const LEAST_AGREEMENT = 0.35

/**
 * How well a caption and the regions in a look agree: do its words alone point at what the regions cover? Of a model
 * that was not taught what words point at, only the plain contradictions.
 */
export async function agreementIn(
  model: CcrcModel,
  look: Look<Seen>,
  found: readonly FoundRegion[],
  caption: string,
): Promise<Agreement> {
  const plain = plainAgreement(found.length, caption)
  if (plain !== null) return plain
  if (!model.parts.refined) return { score: 1, remark: null }
  const read = await readBlind(model, look.seen, model.tokenizer.encode(caption))
  const point = await model.point(look.seen, read.hidden, read.length)
  const score = agreementOf(point, coverageOf(found.map(({ mask }) => mask)))
  if (score >= LEAST_AGREEMENT) return { score, remark: null }
  return { score, remark: 'The words of the caption point at another place than the mask.' }
}

/** How well what was said in each of several looks agrees with what was found there: the lowest counts. */
export async function agreementOfParts(
  model: CcrcModel,
  parts: readonly SaidOfLook<Seen, FoundRegion>[],
): Promise<Agreement> {
  const agreements: Agreement[] = []
  for (const { look, found, text } of parts) agreements.push(await agreementIn(model, look, found, text))
  return agreements.reduce((lowest, each) => (each.score < lowest.score ? each : lowest))
}
