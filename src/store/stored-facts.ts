import type { CaptionFacts, PairFacts } from '../domain/document-facts'

// Facts of a document as two columns of the store: lists without names, as 100,000 are read at once.

const [PIXELS, BEFORE, SCORE] = [1, 2, 4]
const [PROPOSED, OF_REJECTED, OF_PERSON] = [1, 2, 4]

type StoredRegion = [category: string, flags: number, width: number, height: number, count: number]
type StoredRegions = [rejectedCount: number, ...regions: StoredRegion[]]
export type StoredCaption = [text: string, rank: number, flags: number]

export function regionsText({ regions, rejectedCount }: PairFacts): string {
  const stored: StoredRegions = [
    rejectedCount,
    ...regions.map(({ category, hasPixels, beforeMask, score, width, height, count }): StoredRegion => {
      const flags =
        (hasPixels ? PIXELS : 0) | (beforeMask === true ? BEFORE : 0) | (score === true ? SCORE : 0)
      return [category, flags, width, height, count]
    }),
  ]
  return JSON.stringify(stored)
}

export function captionsText({ captions }: PairFacts): string {
  const stored = captions.map(({ text, rank, isProposed, isOfPerson, isOfRejected }): StoredCaption => {
    const flags =
      (isProposed ? PROPOSED : 0) | (isOfRejected ? OF_REJECTED : 0) | (isOfPerson ? OF_PERSON : 0)
    return [text, rank, flags]
  })
  return JSON.stringify(stored)
}

type ReadRegions = Pick<PairFacts, 'regions' | 'rejectedCount'>

/** Reads the regions of many pairs, most of which are equal. */
export class RegionReader {
  private readonly known = new Map<string, ReadRegions | null>()

  /** Null if the text is not in the form of `regionsText`. */
  read(text: string): ReadRegions | null {
    const known = this.known.get(text)
    if (known !== undefined) {
      return known
    }
    const read = readRegions(text)
    this.known.set(text, read)
    return read
  }
}

function readRegions(text: string): ReadRegions | null {
  const [rejectedCount, ...regions] = listIn(text)
  if (!Number.isInteger(rejectedCount) || !areEntries<StoredRegion>(regions, 5)) {
    return null
  }
  return {
    rejectedCount: rejectedCount as number,
    regions: regions.map(([category, flags, width, height, count]) => ({
      category,
      hasPixels: (flags & PIXELS) !== 0,
      beforeMask: (flags & BEFORE) !== 0 ? true : null,
      score: (flags & SCORE) !== 0 ? true : null,
      width,
      height,
      count,
    })),
  }
}

/** Empty if the text is no list. */
function listIn(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/**
 * Whether these are entries of this length that begin with a text and go on with whole numbers. A schema takes ten times
 * as long, and 100,000 are read at once.
 */
export function areEntries<T extends [string, ...number[]]>(
  value: unknown,
  length: T['length'],
): value is T[] {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      return (
        Array.isArray(entry) &&
        entry.length === length &&
        entry.every((part, index) => (index === 0 ? typeof part === 'string' : Number.isInteger(part)))
      )
    })
  )
}

export function readCaption([text, rank, flags]: StoredCaption): CaptionFacts {
  return {
    text,
    rank,
    isProposed: (flags & PROPOSED) !== 0,
    isOfPerson: (flags & OF_PERSON) !== 0,
    isOfRejected: (flags & OF_REJECTED) !== 0,
  }
}
