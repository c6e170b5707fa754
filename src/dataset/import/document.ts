import type { Caption, PairDocument, Region, Source } from '../../domain/document'
import type { ReviewState } from '../../domain/pair'
import type { Origin } from '../pair-record'
import type { ImportedRegion, ImportItem } from './item'

/**
 * An item as the document of a pair.
 * @param proposalId of the proposal that stands for the one the item began from; null where there is none
 */
export function documentOf(item: ImportItem, state: ReviewState, proposalId: number | null): PairDocument {
  return {
    review: { state: item.state ?? state, notes: '', reviewer: null },
    regions: item.regions.map((region, index) => documentRegion(region, index, proposalId)),
    captions: item.captions.map((caption, index) => documentCaption(caption, index, proposalId)),
    links: [],
  }
}

export function documentRegion(
  { category, mask, beforeMask, score, origin }: ImportedRegion,
  index: number,
  proposalId: number | null,
): Region {
  const source = sourceOf(origin, proposalId)
  return { id: `import-${index + 1}`, category, status: 'accepted', mask, beforeMask, source, score }
}

export function documentCaption(
  { text, origin }: ImportItem['captions'][number],
  index: number,
  proposalId: number | null,
): Caption {
  return {
    id: `import-caption-${index + 1}`,
    text,
    rank: index,
    source: sourceOf(origin, proposalId),
    logProbability: null,
  }
}

function sourceOf(origin: Origin, proposalId: number | null): Source {
  if (origin === 'proposal') {
    return proposalId === null ? { kind: 'imported' } : { kind: 'proposal', proposalId }
  }
  // sets tell that a model said it, not which
  return origin === 'model' ? { kind: 'model', model: 'unknown', version: '' } : { kind: origin }
}
