import type { Caption } from '../../domain/caption'
import type { PairDocument } from '../../domain/document'
import { statesNoChange } from '../../metrics/no-change'

/** The training labels of a pair without regions. */
export interface RegionlessLabels {
  /** False where it may have changed somewhere unknown. */
  readonly isUnchanged: boolean
  readonly captions: readonly Caption[]
}

/**
 * The labels of a document without regions, from its captions that are not blank. Written or imported captions decide:
 * one that is not known to state "no change" may describe a change without a region. Where all captions are proposed, a
 * pair that was accepted, or whose regions were rejected, is unchanged, and proposed captions of a change are dropped.
 */
export function regionlessLabels(
  { review, regions }: Pick<PairDocument, 'review' | 'regions'>,
  captions: readonly Caption[],
): RegionlessLabels {
  const own = captions.filter(({ source }) => source.kind !== 'proposal')
  const isDecided =
    review.state === 'accepted' ||
    review.state === 'corrected' ||
    regions.some(({ status }) => status === 'rejected')
  const isUnchanged =
    own.length > 0 ? own.some(describesNoChange) : isDecided || captions.some(describesNoChange)
  if (!isUnchanged) return { isUnchanged, captions }
  return {
    isUnchanged,
    captions: captions.filter((caption) => own.includes(caption) || describesNoChange(caption)),
  }
}

function describesNoChange({ text }: Caption): boolean {
  return statesNoChange(text)
}
