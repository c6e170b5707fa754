import type { Database } from './database'

/** A pair, as data sets of others may name it. */
export interface PairPlace {
  readonly id: number
  readonly key: string
  readonly split: string | null
  /** Paths relative to the folder, with forward slashes. */
  readonly before: string
  readonly after: string
  /** Pixels of the after frame; 0 until the image has been read. */
  readonly width: number
  readonly height: number
}

/** All pairs of this reading, in its order. */
export function pairPlaces(database: Database): PairPlace[] {
  return database
    .prepare(
      `SELECT id, key, split, before, after, width, height FROM pairs
       WHERE position IS NOT NULL ORDER BY position`,
    )
    .all() as PairPlace[]
}
