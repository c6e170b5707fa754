import type { Caption, PairDocument } from './document'
import { rankedCaptions } from './review'

/** Words of the first caption that speak of rejected regions alone, as they stand there; null where none do. */
export function phraseOfRejected(document: PairDocument): string | null {
  const [first] = rankedCaptions(document)
  return first === undefined ? null : phraseOfRejectedIn(document, first)
}

/** The same of any caption of the document. */
export function phraseOfRejectedIn(
  { regions, links }: Pick<PairDocument, 'regions' | 'links'>,
  { id, text }: Pick<Caption, 'id' | 'text'>,
): string | null {
  const rejected = new Set(regions.flatMap((region) => (region.status === 'rejected' ? [region.id] : [])))
  if (rejected.size === 0) {
    return null
  }
  const own = links.filter(({ captionId }) => captionId === id)
  const kept = own.filter(({ regionId }) => !rejected.has(regionId))
  const isKept = (start: number, end: number): boolean =>
    kept.some((link) => link.start === start && link.end === end)
  const gone = own.find(({ regionId, start, end }) => rejected.has(regionId) && !isKept(start, end))
  return gone === undefined ? null : text.slice(gone.start, gone.end)
}
