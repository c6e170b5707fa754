import type {
  PairFilter,
  PairOrder,
  PairRow,
  PairSelection,
  PairTotals,
  StateCounts,
} from '../contract/project'
import type { Proposal } from '../contract/proposal'
import type { PairProblem } from '../domain/pair'
import type { PairWindow } from '../domain/value-mapping'
import { inTransaction } from './database'
import type { Database } from './database'
import { findGroups, findPairs, pairPlaces, pairTotals } from './pair-queries'
import type { PairPlace } from './pair-queries'
import { ChangedPairs } from './changed-pairs'
import type { ChangedPair } from './changed-pairs'
import { countsOf, readCounts } from './state-counts'
import { proposalCoverage, proposalCoverageAside, withoutProposal } from './proposal-coverage'
import type { PairCoverage } from './proposal-coverage'
import type { PairFiles, FoundPair } from './put-aside'
import type { StoredPair, PairRecord, PairDigest } from './pair-records'
import { COLUMNS, foundValues, readPair, readRow } from './pair-records'
import { PairsByKey } from './pairs-by-key'
import { SequenceTable } from './sequences'
import { INSERT_PAIR, takeInPairs } from './take-in-pairs'
import { WorkedPairs } from './worked-pairs'

const COUNTS = countsOf('pairs WHERE position IS NOT NULL')

export class PairTable {
  readonly sequences: SequenceTable
  readonly byKey: PairsByKey
  readonly worked: WorkedPairs
  private readonly changed: ChangedPairs

  constructor(private readonly database: Database) {
    this.sequences = new SequenceTable(database)
    this.byKey = new PairsByKey(database)
    this.worked = new WorkedPairs(database)
    this.changed = new ChangedPairs(database)
  }

  /**
   * Makes the table hold exactly the pairs of a reading, in this order. Ids, documents and history of
   * known keys stay; pairs that are not in this reading are hidden, never deleted.
   * @param isOther whether a stored pair with the key of a found one is about other images
   */
  synchronise(
    found: readonly FoundPair[],
    isOther: (stored: PairFiles, found: FoundPair) => boolean = () => false,
  ): void {
    inTransaction(this.database, () => takeInPairs(this.database, found, isOther))
  }

  /** A pair that was not there, at the end; the next opening puts it in its place. Returns its id. */
  add(pair: FoundPair): number {
    const { last } = this.database.prepare('SELECT coalesce(max(position), -1) AS last FROM pairs').get() as {
      last: number
    }
    const insert = this.database.prepare(`${INSERT_PAIR} RETURNING id`)
    return (insert.get(...foundValues(pair, last + 1, this.database.dialect)) as { id: number }).id
  }

  /** They are looked for anew: a file may have been mended since. What is damaged in the store stays so. */
  forgetProblems(): void {
    this.database.exec(
      `UPDATE pairs SET problem = NULL WHERE problem IS NOT NULL AND instr(problem, '"code":"damaged"') = 0`,
    )
  }

  /** Other bands were chosen: a pair may have them. */
  forgetBandProblems(): void {
    this.database.exec(`UPDATE pairs SET problem = NULL WHERE instr(problem, '"code":"no-such-band"') > 0`)
  }

  get(id: number): StoredPair | null {
    const record = this.database.prepare(`SELECT ${COLUMNS} FROM pairs WHERE id = ?`).get(id) as
      | PairRecord
      | undefined
    return record === undefined ? null : readPair(record)
  }

  /** In the order of `ids`; unknown ids are passed over. */
  rows(ids: readonly number[]): PairRow[] {
    const statement = this.database.prepare(`SELECT ${COLUMNS} FROM pairs WHERE id = ?`)
    return ids
      .map((id) => statement.get(id) as PairRecord | undefined)
      .filter((record) => record !== undefined)
      .map(readRow)
  }

  find(filter: PairFilter, order: PairOrder): number[] {
    return findPairs(this.database, filter, order)
  }

  /** See `findGroups`. */
  groups(filter: PairFilter): ReturnType<typeof findGroups> {
    return findGroups(this.database, filter)
  }

  /** Of all pairs in this reading. */
  places(): PairPlace[] {
    return pairPlaces(this.database)
  }

  /** 0 where there is none; of pairs of other readings too. */
  lastId(): number {
    const row = this.database.prepare('SELECT coalesce(max(id), 0) AS last FROM pairs').get()
    return (row as { last: number }).last
  }

  /** See `ChangedPairs`. */
  knowPresent(): void {
    this.changed.begin()
  }

  /** See `ChangedPairs`. */
  newlyChanged(): Promise<ChangedPair[]> {
    return this.changed.look()
  }

  /** Whether the newest proposal of any pair in this reading says one. */
  hasAgreement(): boolean {
    return (
      this.database
        .prepare('SELECT 1 FROM pairs WHERE position IS NOT NULL AND agreement IS NOT NULL LIMIT 1')
        .get() !== undefined
    )
  }

  /** Pairs in this reading of any slices of two files. Paths are relative. */
  ofFiles(before: string, after: string): { id: number; key: string; after: string }[] {
    return this.database
      .prepare(
        `SELECT id, key, after FROM pairs WHERE position IS NOT NULL
           AND (before = ?1 OR substr(before, 1, length(?1) + 1) = ?1 || '#')
           AND (after = ?2 OR substr(after, 1, length(?2) + 1) = ?2 || '#')
         ORDER BY position`,
      )
      .all(before, after) as { id: number; key: string; after: string }[]
  }

  /** Of all pairs in this reading. */
  keys(): string[] {
    const rows = this.database
      .prepare('SELECT key FROM pairs WHERE position IS NOT NULL ORDER BY position')
      .all() as { key: string }[]
    return rows.map(({ key }) => key)
  }

  counts(): StateCounts {
    return readCounts(this.database.prepare(COUNTS).all())
  }

  /** Other statements do not wait for it. */
  async countsAside(): Promise<StateCounts> {
    return readCounts(await this.database.aside(COUNTS))
  }

  /** Totals of the selected pairs of this reading, as the list has them. */
  totals(selection: PairSelection): PairTotals {
    return pairTotals(this.database, selection)
  }

  /**
   * Ids from `fromId` on and then from the start, of pairs in this reading that lack a proposal by `proposer`.
   * Of those that people have decided about, only where nothing at all was proposed.
   */
  withoutProposal(proposer: string, fromId: number | null): number[] {
    return withoutProposal(this.database, proposer, fromId)
  }

  /** Ids of the pairs in this reading that nobody has edited or decided about, and whose files can be read. */
  untouched(): number[] {
    const rows = this.database
      .prepare(
        'SELECT id FROM pairs WHERE position IS NOT NULL AND version = 0 AND problem IS NULL ORDER BY position',
      )
      .all() as { id: number }[]
    return rows.map(({ id }) => id)
  }

  /** Of the pairs in this reading; `missing` counts those that `withoutProposal` lists. */
  proposalCoverage(proposer: string): PairCoverage {
    return proposalCoverage(this.database, proposer)
  }

  /** Other statements do not wait for it. */
  proposalCoverageAside(proposer: string): Promise<PairCoverage> {
    return proposalCoverageAside(this.database, proposer)
  }

  /** Untouched pairs that show another proposer's proposal, though there is one by `proposer`; the newest is named. */
  shownByOthers(proposer: string): { pairId: number; proposalId: number }[] {
    return this.database
      .prepare(
        `SELECT pairs.id AS "pairId", max(own.id) AS "proposalId" FROM pairs
           JOIN proposals AS shown ON shown.id = pairs.base_proposal_id AND shown.proposer <> ?1
           JOIN proposals AS own ON own.pair_id = pairs.id AND own.proposer = ?1
         WHERE pairs.position IS NOT NULL AND pairs.version = 0 GROUP BY pairs.id`,
      )
      .all(proposer) as { pairId: number; proposalId: number }[]
  }

  setSize(id: number, width: number, height: number): void {
    this.database.prepare('UPDATE pairs SET width = ?, height = ? WHERE id = ?').run(width, height, id)
  }

  setProblem(id: number, problem: PairProblem | null): void {
    this.database
      .prepare('UPDATE pairs SET problem = ? WHERE id = ?')
      .run(problem === null ? null : JSON.stringify(problem), id)
  }

  setProblems(problems: ReadonlyMap<number, PairProblem>): void {
    inTransaction(this.database, () => problems.forEach((problem, id) => this.setProblem(id, problem)))
  }

  /** How it is shown: no event, and the version stays. */
  setWindow(id: number, window: PairWindow | null): void {
    this.database
      .prepare('UPDATE pairs SET shown_window = ? WHERE id = ?')
      .run(window === null ? null : JSON.stringify(window), id)
  }

  setDigest(id: number, digest: PairDigest, version: number): void {
    this.database
      .prepare(
        'UPDATE pairs SET state = ?, region_count = ?, caption = ?, search = ?, version = ? WHERE id = ?',
      )
      .run(digest.state, digest.regionCount, digest.caption, digest.search, version, id)
  }

  /** What the list has of the proposal that a pair shows. */
  setShown({ pairId, score, expectedIou, agreement, alignment }: Proposal): void {
    const frames = alignment === null ? null : JSON.stringify(alignment)
    this.database
      .prepare('UPDATE pairs SET score = ?, expected_iou = ?, agreement = ?, alignment = ? WHERE id = ?')
      .run(score, expectedIou ?? null, agreement?.score ?? null, frames, pairId)
  }

  setBaseProposal(id: number, proposalId: number): void {
    this.database.prepare('UPDATE pairs SET base_proposal_id = ? WHERE id = ?').run(proposalId, id)
  }
}
