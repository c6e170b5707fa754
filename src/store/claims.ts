import { inTransaction } from './database'
import type { Database } from './database'
import { idList, listedPairs } from './id-list'

/** A page, and whose it is. */
export interface Holder {
  /** A random id of the page. */
  readonly holder: string
  /** The reviewer's; empty without one. */
  readonly name: string
}

export interface Claim extends Holder {
  readonly pairId: number
  /** Milliseconds until it is over, unless it is renewed. */
  readonly left: number
}

/** By the clock of the store: those of several machines differ. Milliseconds since 1970. */
export const NOW = {
  sqlite: "(unixepoch('subsec') * 1000)",
  postgres: '(extract(epoch FROM clock_timestamp()) * 1000)::double precision',
} as const

/**
 * Who is at which pair. A page has one pair at most, and a pair one page. A claim is over after its time, keeps nobody
 * from editing, and goes with no copy of the project.
 */
export class ClaimTable {
  private readonly now: string

  constructor(private readonly database: Database) {
    this.now = NOW[database.dialect]
  }

  /**
   * Takes the pair for a page, or keeps it, in place of the pair that it had. Where another page has it, nothing
   * changes.
   * @param isForced also from another page
   * @returns the claim in force
   */
  take(pairId: number, { holder, name }: Holder, milliseconds: number, isForced = false): Claim | null {
    return inTransaction(this.database, () => {
      const taken = this.database
        .prepare(
          `INSERT INTO claims (pair_id, holder, name, until) VALUES (?1, ?2, ?3, ${this.now} + ?4)
           ON CONFLICT (pair_id) DO UPDATE SET holder = excluded.holder, name = excluded.name, until = excluded.until
           WHERE claims.holder = excluded.holder OR claims.until < ${this.now} OR ?5 = 1
           RETURNING pair_id`,
        )
        .get(pairId, holder, name, milliseconds, isForced ? 1 : 0)
      if (taken !== undefined) {
        this.leaveOthers(holder, pairId)
      }
      return this.all().find((claim) => claim.pairId === pairId) ?? null
    })
  }

  /**
   * Takes the first of these pairs that no other page has, in one statement, in place of the pair that this page had.
   * The transaction alone may write, so two pages never get the same pair.
   * @param isUnreviewed passes over the pairs that are decided by now
   * @returns null where others have them all
   */
  takeFirst(
    pairIds: readonly number[],
    { holder, name }: Holder,
    milliseconds: number,
    isUnreviewed = false,
  ): number | null {
    if (pairIds.length === 0) {
      return null
    }
    return inTransaction(this.database, () => {
      const taken = this.database
        .prepare(
          `WITH wanted AS (${listedPairs(this.database, '?4')})
           INSERT INTO claims (pair_id, holder, name, until)
           SELECT wanted.pair_id, ?1, ?2, ${this.now} + ?3 FROM wanted JOIN pairs ON pairs.id = wanted.pair_id
             WHERE (position IS NOT NULL OR review_of IS NOT NULL) ${isUnreviewed ? "AND state = 'unreviewed'" : ''}
               AND NOT EXISTS (SELECT 1 FROM claims AS held
                 WHERE held.pair_id = wanted.pair_id AND held.holder <> ?1 AND held.until >= ${this.now})
             ORDER BY place LIMIT 1
           ON CONFLICT (pair_id) DO UPDATE SET holder = excluded.holder, name = excluded.name, until = excluded.until
           RETURNING pair_id AS "pairId"`,
        )

        .get(holder, name, milliseconds, idList(this.database, pairIds)) as { pairId: number } | undefined
      if (taken === undefined) {
        return null
      }
      this.leaveOthers(holder, taken.pairId)
      return taken.pairId
    })
  }

  private leaveOthers(holder: string, pairId: number): void {
    this.database
      .prepare(`DELETE FROM claims WHERE (holder = ?1 AND pair_id <> ?2) OR until < ${this.now}`)
      .run(holder, pairId)
  }

  release(holder: string): void {
    this.database.prepare('DELETE FROM claims WHERE holder = ?').run(holder)
  }

  /** Its claim is over after this time at the latest. */
  shorten(holder: string, milliseconds: number): void {
    this.database
      .prepare(`UPDATE claims SET until = ${this.now} + ?2 WHERE holder = ?1 AND until > ${this.now} + ?2`)
      .run(holder, milliseconds)
  }

  /** Those in force, by pair. */
  all(): Claim[] {
    return this.database
      .prepare(
        `SELECT pair_id AS "pairId", holder, name, until - ${this.now} AS "left" FROM claims
         WHERE until >= ${this.now} ORDER BY pair_id`,
      )
      .all() as Claim[]
  }
}
