import type { Database } from './database'

/** A pair as other programs are asked about it. */
export interface KeyedPair {
  key: string
  /** Its newest proposal, whoever made it; 0 where there is none. */
  since: number
}

/** Pairs of the present reading by their keys, which are the same in every program and copy. */
export class PairsByKey {
  constructor(private readonly database: Database) {}

  /** Null where this reading has none. */
  idOf(key: string): number | null {
    const row = this.database.prepare('SELECT id FROM pairs WHERE key = ? AND position IS NOT NULL').get(key)
    return (row as { id: number } | undefined)?.id ?? null
  }

  /** All of them, by id. */
  all(): Map<number, KeyedPair> {
    const rows = this.database
      .prepare(
        `SELECT id, key, coalesce((SELECT max(id) FROM proposals WHERE pair_id = pairs.id), 0) AS since
           FROM pairs WHERE position IS NOT NULL`,
      )
      .all() as (KeyedPair & { id: number })[]
    return new Map(rows.map(({ id, key, since }) => [id, { key, since }]))
  }
}
