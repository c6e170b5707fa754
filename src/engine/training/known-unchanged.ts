import type { Caption } from '../../domain/caption'
import type { PairDocument } from '../../domain/document'
import { saysNoChange } from '../../metrics/no-change'

/** What a pair without a kept region teaches. */
export interface UnmarkedPair {
  /** False where it may have changed somewhere: then nobody knows where. */
  readonly isUnchanged: boolean
  readonly captions: readonly Caption[]
}

/**
 * Of a document without a kept region and its captions that are not blank. Where captions were written or imported, they
 * decide: one that is not known to say "no change" may tell of a change that nobody marked. Where all are a proposal's,
 * the person who accepted the pair, or rejected its regions, decides: nothing is marked there, so nothing changed, and
 * what the proposal said of a change is not true.
 */
export function unmarkedPair(
  { review, regions }: Pick<PairDocument, 'review' | 'regions'>,
  captions: readonly Caption[],
): UnmarkedPair {
  const own = captions.filter(({ source }) => source.kind !== 'proposal')
  const isDecided =
    review.state === 'accepted' ||
    review.state === 'corrected' ||
    regions.some(({ status }) => status === 'rejected')
  const isUnchanged = own.length > 0 ? own.some(tellsNoChange) : isDecided || captions.some(tellsNoChange)
  if (!isUnchanged) return { isUnchanged, captions }
  return {
    isUnchanged,
    captions: captions.filter((caption) => own.includes(caption) || tellsNoChange(caption)),
  }
}

function tellsNoChange({ text }: Caption): boolean {
  return saysNoChange(text)
}
