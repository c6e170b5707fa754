import type { ReviewState } from '../domain/pair'
import type { Database } from './database'
import type { PairRecord } from './pair-records'
import type { FoundPair } from './put-aside'
import { readSequencePlace, SEQUENCE_COLUMNS } from './sequences'

/** A pair of this reading, as its folder gave it. */
export interface WorkedPair extends FoundPair {
  readonly id: number
  readonly state: ReviewState
}

/** Pairs that people worked on. */
export class WorkedPairs {
  constructor(private readonly database: Database) {}

  /** Those in this reading that somebody edited, decided about or reviewed blindly. */
  all(): WorkedPair[] {
    const rows = this.database
      .prepare(
        `SELECT id, key, state, split, before, after, label, given_caption, ${SEQUENCE_COLUMNS.join(', ')} FROM pairs
         WHERE position IS NOT NULL AND (version > 0 OR id IN
           (SELECT review_of FROM pairs AS review WHERE review_of IS NOT NULL AND review.version > 0))
         ORDER BY position`,
      )
      .all() as PairRecord[]
    return rows.map((record) => {
      const { id, key, state, split, before, after, label, given_caption: caption } = record
      const sequence = readSequencePlace(record)
      const found = { id, key, state, split, before, after, label, caption }
      return sequence === null ? found : { ...found, sequence }
    })
  }

  /** The before image of one of them, in this reading or not; null for all others. */
  beforeOf(key: string): string | null {
    const row = this.database.prepare('SELECT before FROM pairs WHERE key = ? AND version > 0').get(key)
    return (row as { before: string } | undefined)?.before ?? null
  }
}
