import type { Database } from './database'

/**
 * Which transactions of PostgreSQL may not be over yet: this one and all later ones. Numbers of 32 bits, which begin
 * anew after the last one; `age` counts back from the present one.
 */
const FIRST_OPEN = `SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text AS xid`

/** Rows that were written since. To compare all rows with what was seen takes five times as long. */
const IS_RECENT = 'age(pairs.xmin) <= age(?::xid)'

/** A pair as it was at the look. */
export interface ChangedPair {
  readonly id: number
  readonly version: number
}

const TABLE = `CREATE TEMP TABLE IF NOT EXISTS seen_pairs
  (id INTEGER PRIMARY KEY, version INTEGER, base INTEGER, score DOUBLE PRECISION, width INTEGER, problem TEXT)`

const IS_SHOWN = '(position IS NOT NULL OR (review_of IS NOT NULL AND pairs.version > 0))'

/** Remembers what is there now, and names what is other than remembered. @param among in SQL: the rows to look at */
const lookAmong = (among: string): string =>
  `INSERT INTO seen_pairs (id, version, base, score, width, problem)
     SELECT pairs.id, pairs.version, base_proposal_id, pairs.score, pairs.width, pairs.problem FROM pairs
       LEFT JOIN seen_pairs AS seen ON seen.id = pairs.id
     WHERE ${IS_SHOWN} AND ${among}
       AND (seen.id IS NULL OR seen.version <> pairs.version
       OR seen.base IS DISTINCT FROM base_proposal_id OR seen.score IS DISTINCT FROM pairs.score
       OR seen.width IS DISTINCT FROM pairs.width OR seen.problem IS DISTINCT FROM pairs.problem)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, base = excluded.base, score = excluded.score,
       width = excluded.width, problem = excluded.problem
     RETURNING id, version`

/**
 * Which pairs of this reading, and blind reviews that were begun, have changed, whoever changed them. What was there is
 * remembered in a table of a connection's own, in memory: 100,000 pairs in rows of JavaScript take a second.
 */
export class ChangedPairs {
  /** The first transaction that the last look may not have seen; null where all counts as unseen, and in SQLite. */
  private firstUnseen: string | null = null
  /** Versions of pairs that a transaction wrote which was under way at the beginning, or may have been. */
  private known = new Map<number, number>()

  constructor(private readonly database: Database) {}

  /** What is there now is known: the next look finds what changes from now on. */
  begin(): void {
    if (this.database.dialect === 'sqlite') {
      this.database.exec(TABLE)
      this.database.prepare(lookAmong('TRUE')).all()
      return
    }
    const { xid } = this.database.prepare(FIRST_OPEN).get() as { xid: string }
    const recent = this.database
      .prepare(`SELECT id, version FROM pairs WHERE ${IS_SHOWN} AND ${IS_RECENT}`)
      .all(xid) as ChangedPair[]
    this.firstUnseen = xid
    this.known = new Map(recent.map(({ id, version }) => [id, version]))
  }

  /** Those that have changed since the last call; all at first. One call at a time. */
  async look(): Promise<ChangedPair[]> {
    await this.database.aside(TABLE)
    const since = this.firstUnseen
    // before the look: what is stored meanwhile is found by the next one
    const next = await this.firstOpen()
    const found = (await (since === null
      ? this.database.aside(lookAmong('TRUE'))
      : this.database.aside(lookAmong(IS_RECENT), since))) as ChangedPair[]
    // a look that failed is made again
    this.firstUnseen = next
    const changed = found.filter(({ id, version }) => this.known.get(id) !== version)
    this.known.clear()
    return changed
  }

  private async firstOpen(): Promise<string | null> {
    if (this.database.dialect === 'sqlite') {
      return null
    }
    const [{ xid }] = (await this.database.aside(FIRST_OPEN)) as { xid: string }[]
    return xid
  }
}
