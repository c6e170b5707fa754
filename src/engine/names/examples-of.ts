import { createHash } from 'node:crypto'
import { UNNAMED } from '../../domain/document'
import type { PairDocument, Region } from '../../domain/document'
import { unrejectedRegions } from '../../domain/review'
import type { StoredExample } from '../../store/name-examples'

/** A region that a person named, and what its examples are stored under. */
export interface WantedExample {
  readonly example: StoredExample
  readonly region: Region
}

/** The regions whose category a person typed or corrected: it is not the one that was proposed. */
export function examplesOf(pairId: number, document: PairDocument, base: PairDocument): WantedExample[] {
  const proposed = new Map(base.regions.map(({ id, category }) => [id, category]))
  return unrejectedRegions(document)
    .filter(({ id, category }) => category !== UNNAMED && proposed.get(id) !== category)
    .map((region) => ({
      example: { pairId, regionId: region.id, word: region.category, place: placeOf(region) },
      region,
    }))
}

function placeOf({ mask, beforeMask }: Region): string {
  return createHash('sha256')
    .update(JSON.stringify([mask, beforeMask]))
    .digest('hex')
}
