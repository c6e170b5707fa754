import { failWith } from '../contract/errors'
import type { ReviewState } from '../domain/pair'
import { message } from '../messages/message'
import type { Database } from './database'
import { idList, isAmong } from './id-list'
import type { StoredPair } from './pair-records'
import { IS_READABLE } from './readable-pairs'

/** A person's blind review of a pair: a row of pairs of its own. */
export interface BlindReview {
  readonly id: number
  readonly reviewer: string
  readonly state: ReviewState
  /** 0 where it was opened and nothing was done. */
  readonly version: number
}

/** How far the blind reviews of one pair are. */
export interface BlindProgress {
  readonly wanted: number
  readonly begun: number
  readonly decided: number
}

/** Of all pairs that get several reviews. */
export interface OverlapCounts {
  readonly wanted: number
  readonly pairs: number
  readonly begun: number
  /** All reviews are decided, and nobody has adjudicated. */
  readonly waiting: number
  readonly adjudicated: number
  readonly gold: number
}

/**
 * Reviews of one pair by several people who do not see each other's. A review has no position, so it is in no list,
 * count or export; `review_of` names its pair.
 */
export class BlindReviewTable {
  private used: boolean | null = null

  constructor(private readonly database: Database) {}

  /** Whether any pair gets several reviews; remembered until `forgetUse`, as each command asks for it. */
  get isUsed(): boolean {
    if (this.used === null) {
      const row = this.database
        .prepare(
          `SELECT EXISTS (SELECT 1 FROM pairs WHERE reviews_wanted IS NOT NULL)
             OR EXISTS (SELECT 1 FROM pairs WHERE review_of IS NOT NULL) AS used`,
        )
        .get() as { used: boolean | number }
      this.used = Boolean(row.used)
    }
    return this.used
  }

  /** Another program may have changed it. Until this is called, the store still heeds it where it writes. */
  forgetUse(): void {
    this.used = null
  }

  /** In the order in which they were opened. */
  ofPair(pairId: number): BlindReview[] {
    return this.database
      .prepare('SELECT id, reviewer, state, version FROM pairs WHERE review_of = ? ORDER BY id')
      .all(pairId) as BlindReview[]
  }

  progress({ id, blind }: StoredPair): BlindProgress {
    const begun = this.ofPair(id).filter(({ version }) => version > 0)
    return {
      wanted: blind.wanted ?? 0,
      begun: begun.length,
      decided: begun.filter(({ state }) => state !== 'unreviewed').length,
    }
  }

  find(pairId: number, reviewer: string): number | null {
    const row = this.database
      .prepare('SELECT id FROM pairs WHERE review_of = ? AND reviewer = ?')
      .get(pairId, reviewer) as { id: number } | undefined
    return row?.id ?? null
  }

  /** A review on which nothing was done. Returns its id. */
  add({ id, split, before, after }: StoredPair, reviewer: string): number {
    const row = this.database
      .prepare(
        `INSERT INTO pairs (key, split, before, after, review_of, reviewer) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET reviewer = excluded.reviewer RETURNING id`,
      )
      .get(['', 'review', id, reviewer].join(SEPARATOR), split, before, after, id, reviewer) as { id: number }
    return row.id
  }

  /** Those of these ids that are reviews, and of which pairs. */
  among(ids: readonly number[]): { id: number; pairId: number; reviewer: string }[] {
    if (ids.length === 0 || !this.isUsed) {
      return []
    }
    return this.database
      .prepare(
        `SELECT id, review_of AS "pairId", reviewer FROM pairs
         WHERE review_of IS NOT NULL AND ${isAmong(this.database, 'id', '?1')}`,
      )
      .all(idList(this.database, ids)) as { id: number; pairId: number; reviewer: string }[]
  }

  /** Those of these ids that are pairs with several reviews. */
  pairsAmong(ids: readonly number[]): Set<number> {
    if (ids.length === 0 || !this.isUsed) {
      return new Set()
    }
    const rows = this.database
      .prepare(
        `SELECT id FROM pairs WHERE reviews_wanted IS NOT NULL AND ${isAmong(this.database, 'id', '?1')}`,
      )
      .all(idList(this.database, ids)) as { id: number }[]
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Gives these pairs so many reviews, and no others, but for those on which a review has begun. One that was adjudicated
   * stays as it is.
   */
  setWanted(pairIds: readonly number[], wanted: number): void {
    this.forgetUse()
    this.database.exec(
      `UPDATE pairs SET reviews_wanted = NULL WHERE reviews_wanted IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM pairs AS review WHERE review.review_of = pairs.id AND review.version > 0)`,
    )
    const set = this.database.prepare(
      `UPDATE pairs SET reviews_wanted = CASE WHEN ?1 > (${BEGUN}) THEN ?1 ELSE (${BEGUN}) END
         WHERE id = ?2 AND (state = 'unreviewed' OR is_gold = 1)`,
    )
    pairIds.forEach((pairId) => set.run(wanted, pairId))
  }

  /** Ids of those of these keys that nobody has worked on, or that are gold or get several reviews already. */
  untouchedOf(keys: readonly string[]): number[] {
    const wanted = new Set(keys)
    const rows = this.database
      .prepare(
        `SELECT id, key FROM pairs WHERE ${IS_READABLE}
           AND (version = 0 OR is_gold = 1 OR reviews_wanted IS NOT NULL)`,
      )
      .all() as { id: number; key: string }[]
    return rows.filter(({ key }) => wanted.has(key)).map(({ id }) => id)
  }

  setDisagreement(pairId: number, disagreement: number | null): void {
    this.database.prepare('UPDATE pairs SET disagreement = ? WHERE id = ?').run(disagreement, pairId)
  }

  /** Ids of the pairs of this reading that get several reviews, in its order. */
  pairIds(): number[] {
    const rows = this.database
      .prepare(
        'SELECT id FROM pairs WHERE reviews_wanted IS NOT NULL AND position IS NOT NULL ORDER BY position',
      )
      .all() as { id: number }[]
    return rows.map(({ id }) => id)
  }

  /** Ids of the pairs that `isClosed` is true of. */
  closed(): Set<number> {
    const rows = this.database
      .prepare(
        `SELECT id FROM pairs WHERE is_gold = 0 AND reviews_wanted > (SELECT count(*) FROM pairs AS review
           WHERE review.review_of = pairs.id AND review.version > 0 AND review.state <> 'unreviewed')`,
      )
      .all() as { id: number }[]
    return new Set(rows.map(({ id }) => id))
  }

  /** Whether nothing is stored at the pair itself, as some of its reviews are not decided. */
  isClosed(whole: StoredPair): boolean {
    if (whole.blind.wanted === null || whole.blind.isGold) {
      return false
    }
    const { wanted, decided } = this.progress(whole)
    return decided < wanted
  }

  /** By the number of reviews that are wanted. */
  counts(): OverlapCounts[] {
    return this.database
      .prepare(
        `SELECT reviews_wanted AS wanted, count(*) AS pairs,
           count(*) FILTER (WHERE (${BEGUN}) > 0) AS begun,
           count(*) FILTER (WHERE disagreement IS NOT NULL AND state = 'unreviewed') AS waiting,
           count(*) FILTER (WHERE is_gold = 0 AND state <> 'unreviewed') AS adjudicated,
           count(*) FILTER (WHERE is_gold = 1) AS gold
         FROM pairs WHERE reviews_wanted IS NOT NULL AND position IS NOT NULL
         GROUP BY reviews_wanted ORDER BY reviews_wanted`,
      )
      .all() as OverlapCounts[]
  }

  /**
   * Whether an edit of this row may be stored, of a review or of a pair that gets several.
   * @param whole its pair
   * @throws ContractError `conflict`
   */
  requireEditable(row: StoredPair, whole: StoredPair): void {
    const { wanted, decided, begun } = this.progress(whole)
    if (row.id === whole.id) {
      if (this.isClosed(whole)) {
        throw failWith('conflict', message('reviews.notAllIn', { decided, wanted }))
      }
    } else if (this.stateOf(whole.id) !== 'unreviewed' && !whole.blind.isGold) {
      throw failWith('conflict', message('reviews.adjudicated'))
    } else if (row.version === 0 && begun >= wanted) {
      throw failWith('conflict', message('reviews.full', { wanted }))
    }
  }

  private stateOf(pairId: number): ReviewState {
    return (
      this.database.prepare('SELECT state FROM pairs WHERE id = ?').get(pairId) as { state: ReviewState }
    ).state
  }
}

/** Never in the key of a pair that was found. */
const SEPARATOR = '\u001f'
/** Reviews of a row of `pairs` on which something was done. */
const BEGUN = 'SELECT count(*) FROM pairs AS review WHERE review.review_of = pairs.id AND review.version > 0'
