import type { Database } from './database'
import { idList, isAmong } from './id-list'

/** A pair that a person may still work on. */
interface StillOpen {
  readonly id: number
  /** Their own review of it; null without one. */
  readonly own: number | null
  /** Whether it gets several reviews. */
  readonly isBlind: boolean
}

/**
 * Of these pairs, in their order, those that this person may still review: with their own review of each, or null
 * where they have not opened one. A pair that others have in hand is left out.
 * @param now the clock of the store, in SQL
 */
export function stillFor(
  database: Database,
  pairIds: readonly number[],
  reviewer: string,
  now: string,
): StillOpen[] {
  if (pairIds.length === 0) {
    return []
  }
  const rows = database
    .prepare(
      `SELECT pairs.id, own.id AS own, pairs.reviews_wanted AS wanted FROM pairs
         LEFT JOIN pairs AS own ON own.review_of = pairs.id AND own.reviewer = ?1
       WHERE ${isAmong(database, 'pairs.id', '?2')} AND (pairs.reviews_wanted IS NULL
         OR (own.state IS NULL OR own.state = 'unreviewed') AND (pairs.state = 'unreviewed' OR pairs.is_gold = 1)
           AND (own.version > 0 OR pairs.reviews_wanted > (SELECT count(*) FROM pairs AS other
             WHERE other.review_of = pairs.id AND other.reviewer <> ?1 AND (other.version > 0 OR EXISTS
               (SELECT 1 FROM claims WHERE claims.pair_id = other.id AND claims.until >= ${now})))))`,
    )
    .all(reviewer, idList(database, pairIds)) as {
    id: number
    own: number | null
    wanted: number | null
  }[]
  const byId = new Map(rows.map(({ id, own, wanted }) => [id, { id, own, isBlind: wanted !== null }]))
  return pairIds.flatMap((id) => byId.get(id) ?? [])
}
