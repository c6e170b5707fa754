import { rleArea } from '../mask/rle'
import type { PairDocument, Region } from './document'
import { phraseOfRejectedIn } from './rejected-phrase'

/** Facts of a document for counts and plans: all but its masks. */
export interface PairFacts {
  /** Regions that were not rejected, in drawing order. */
  readonly regions: readonly RegionFacts[]
  readonly rejectedCount: number
  /** Captions with text, in the document's order. */
  readonly captions: readonly CaptionFacts[]
}

/** Consecutive regions with equal values. */
interface RegionFacts {
  readonly category: string
  /** Whether it has pixels in either frame. */
  readonly hasPixels: boolean
  /** True in place of a mask. */
  readonly beforeMask: true | null
  /** True in place of a number. */
  readonly score: true | null
  /** Pixels of the mask in the after frame. */
  readonly width: number
  readonly height: number
  readonly count: number
}

export interface CaptionFacts {
  readonly text: string
  readonly rank: number
  readonly isProposed: boolean
  /** Whether a person wrote or edited it in the project. */
  readonly isOfPerson: boolean
  /** Whether words of it speak of rejected regions alone. */
  readonly isOfRejected: boolean
}

export function factsOf(document: PairDocument): PairFacts {
  const regions: RegionFacts[] = []
  const unrejected = document.regions.filter(({ status }) => status !== 'rejected')
  for (const one of unrejected.map(factsOfRegion)) {
    const last = regions.at(-1)
    if (last !== undefined && JSON.stringify({ ...last, count: 1 }) === JSON.stringify(one)) {
      regions[regions.length - 1] = { ...last, count: last.count + 1 }
    } else {
      regions.push(one)
    }
  }
  return {
    regions,
    rejectedCount: document.regions.length - unrejected.length,
    captions: document.captions
      .filter(({ text }) => text.trim() !== '')
      .map((caption) => ({
        text: caption.text,
        rank: caption.rank,
        isProposed: caption.source.kind === 'proposal',
        isOfPerson: caption.source.kind === 'person',
        isOfRejected: phraseOfRejectedIn(document, caption) !== null,
      })),
  }
}

function factsOfRegion({ category, mask, beforeMask, score }: Region): RegionFacts {
  const [height, width] = mask.size
  return {
    category,
    hasPixels: rleArea(mask) > 0 || (beforeMask !== null && rleArea(beforeMask) > 0),
    beforeMask: beforeMask === null ? null : true,
    score: score === null ? null : true,
    width,
    height,
    count: 1,
  }
}
