import type { Database } from './database'

/**
 * Which transactions of PostgreSQL may not be over yet: this one and all later ones. Numbers of 32 bits, which begin
 * anew after the last one; `age` counts back from the present one.
 */
const FIRST_OPEN = `SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text AS xid`

/** Rows that were written since. To compare all rows with what was seen takes five times as long. */
const IS_RECENT = 'age(pairs.xmin) <= age(?::xid)'

/**
 * Which pairs of this reading, and blind reviews that were begun, have changed, whoever changed them. What was there is remembered in a table of this
 * connection's own, in memory: 100,000 pairs in rows of JavaScript take a second.
 */
export class ChangedPairs {
  /** The first transaction that the last look may not have seen; null before the first look, and in SQLite. */
  private firstUnseen: string | null = null

  constructor(private readonly database: Database) {}

  /** Ids of those that have changed since the last call; all at first. */
  look(): number[] {
    this.database.exec(`CREATE TEMP TABLE IF NOT EXISTS seen_pairs
      (id INTEGER PRIMARY KEY, version INTEGER, base INTEGER, score DOUBLE PRECISION, width INTEGER, problem TEXT)`)
    const since = this.firstUnseen
    if (this.database.dialect === 'postgres') {
      // before the look: what is stored meanwhile is found by the next one
      this.firstUnseen = (this.database.prepare(FIRST_OPEN).get() as { xid: string }).xid
    }
    const changed = this.database
      .prepare(
        `INSERT INTO seen_pairs (id, version, base, score, width, problem)
           SELECT pairs.id, pairs.version, base_proposal_id, pairs.score, pairs.width, pairs.problem FROM pairs
             LEFT JOIN seen_pairs AS seen ON seen.id = pairs.id
           WHERE (position IS NOT NULL OR (review_of IS NOT NULL AND pairs.version > 0)) ${since === null ? '' : `AND ${IS_RECENT}`}
             AND (seen.id IS NULL OR seen.version <> pairs.version
             OR seen.base IS DISTINCT FROM base_proposal_id OR seen.score IS DISTINCT FROM pairs.score
             OR seen.width IS DISTINCT FROM pairs.width OR seen.problem IS DISTINCT FROM pairs.problem)
           ON CONFLICT (id) DO UPDATE SET version = excluded.version, base = excluded.base, score = excluded.score,
             width = excluded.width, problem = excluded.problem
           RETURNING id`,
      )
      .all(...(since === null ? [] : [since])) as { id: number }[]
    return changed.map(({ id }) => id)
  }
}
