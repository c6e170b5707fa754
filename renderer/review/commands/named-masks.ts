import type { NamedMasks, PairDocument } from '../../../src/domain/document'
import { unrejectedRegions } from '../../../src/domain/review'

/** What a model is told of the regions: where they lie and what they are called. */
export function namedMasks(document: PairDocument): NamedMasks[] {
  return unrejectedRegions(document).map(({ id, mask, beforeMask, category, name }) => ({
    id,
    mask,
    beforeMask,
    category,
    name,
  }))
}
