import type { PairDocument } from './document'
import { rankedCaptions } from './review'

/** Words of the first caption that speak of rejected regions alone, as they stand there; null where none do. */
export function phraseOfRejected(document: PairDocument): string | null {
  const [first] = rankedCaptions(document)
  if (first === undefined) {
    return null
  }
  const rejected = new Set(document.regions.filter(({ status }) => status === 'rejected').map(({ id }) => id))
  const links = document.links.filter(({ captionId }) => captionId === first.id)
  const kept = links.filter(({ regionId }) => !rejected.has(regionId))
  const isKept = (start: number, end: number): boolean =>
    kept.some((link) => link.start === start && link.end === end)
  const gone = links.find(({ regionId, start, end }) => rejected.has(regionId) && !isKept(start, end))
  return gone === undefined ? null : first.text.slice(gone.start, gone.end)
}
