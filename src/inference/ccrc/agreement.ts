import { saysNoChange } from '../../metrics/change-captions'
import { agreementOf } from './chain'
import type { Look } from './look'
import type { CcrcModel } from './model'
import { coverageOf, type FoundRegion } from './regions'
import { readBlind } from './words'

export interface Agreement {
  /** 0 to 1. */
  score: number
  /** Plain words where caption and regions contradict each other. */
  remark: string | null
}

/** Below this, caption and mask are said to disagree. */
const LEAST_AGREEMENT = 0.35

/** How well a caption and the regions in a look agree: do its words alone point at what the regions cover? */
export async function agreementIn(
  model: CcrcModel,
  look: Look,
  found: readonly FoundRegion[],
  caption: string,
): Promise<Agreement> {
  const isSilent = caption.trim() === '' || saysNoChange(caption)
  if (isSilent && found.length === 0) return { score: 1, remark: null }
  if (isSilent) {
    const marked = found.length === 1 ? 'a region is' : `${found.length} regions are`
    return { score: 0, remark: `The caption says that nothing changed, and ${marked} marked.` }
  }
  if (found.length === 0)
    return { score: 0, remark: 'The caption tells of a change, and no region is marked.' }
  const read = await readBlind(model, look.seen, model.tokenizer.encode(caption))
  const point = await model.point(look.seen, read.hidden, read.length)
  const score = agreementOf(point, coverageOf(found.map(({ mask }) => mask)))
  if (score >= LEAST_AGREEMENT) return { score, remark: null }
  return { score, remark: 'The words of the caption point at another place than the mask.' }
}
