import type { Proposal } from '../contract/proposal'
import type { Database } from './database'
import { IS_READABLE } from './readable-pairs'

/** What naming needs beside the proposal itself. */
export interface AwaitedNames {
  readonly proposalId: number
  /** JSON of what was measured of each region; `null` where nothing was. */
  readonly measured: string
}

/**
 * Of those that wait for names: the newest of its proposer for the pair, which no person has worked on, neither in the
 * pair nor in a blind review of it.
 */
const WAITS = `proposals.awaits_names IS NOT NULL AND NOT (coalesce(base_proposal_id, 0) = proposals.id AND pairs.version > 0)
  AND NOT EXISTS (SELECT 1 FROM proposals AS later WHERE later.pair_id = proposals.pair_id
    AND later.proposer = proposals.proposer AND later.id > proposals.id)
  AND NOT EXISTS (SELECT 1 FROM pairs AS review WHERE review.review_of = pairs.id
    AND review.base_proposal_id = proposals.id AND review.version > 0)`

const COUNT = `SELECT count(DISTINCT pairs.id) AS n FROM proposals JOIN pairs ON pairs.id = proposals.pair_id
  WHERE ${IS_READABLE} AND ${WAITS}`

/** Of a row of proposals: whether it got names, so that another one is in its place. */
export const HAS_SUCCESSOR = `EXISTS (SELECT 1 FROM proposals AS named
  WHERE named.pair_id = proposals.pair_id AND named.names_of = proposals.id)`

/** Proposals that were stored before their things have names. */
export class UnnamedProposals {
  constructor(private readonly database: Database) {}

  /** Pairs of this reading whose names are to come, from `fromId` on and then from the start. */
  pairIds(fromId: number | null): number[] {
    const rows = this.database
      .prepare(
        `SELECT id FROM pairs WHERE ${IS_READABLE}
           AND EXISTS (SELECT 1 FROM proposals WHERE pair_id = pairs.id AND ${WAITS})
           AND id IN (SELECT pair_id FROM proposals WHERE awaits_names IS NOT NULL)
         ORDER BY position < coalesce((SELECT position FROM pairs WHERE id = ?), 0), position`,
      )
      .all(fromId ?? -1) as { id: number }[]
    return rows.map(({ id }) => id)
  }

  /** How many `pairIds` lists. */
  count(): number {
    return (this.database.prepare(COUNT).get() as { n: number }).n
  }

  /** Other statements do not wait for it. */
  async countAside(): Promise<number> {
    const [row] = (await this.database.aside(COUNT)) as { n: number }[]
    return row.n
  }

  /** The newest of a pair; null where none waits. */
  ofPair(pairId: number): AwaitedNames | null {
    const row = this.database
      .prepare(
        `SELECT proposals.id AS "proposalId", awaits_names AS measured FROM proposals
           JOIN pairs ON pairs.id = pair_id WHERE pair_id = ? AND ${WAITS} ORDER BY proposals.id DESC LIMIT 1`,
      )
      .get(pairId) as AwaitedNames | undefined
    return row ?? null
  }

  /** It waits no more: nothing was named, or names would come too late. */
  settle(proposalId: number): void {
    this.database.prepare('UPDATE proposals SET awaits_names = NULL WHERE id = ?').run(proposalId)
  }

  /** What was found out while nothing was named. Regions and captions stay. */
  setRemarks(
    proposalId: number,
    { remarks, milliseconds }: Pick<Proposal, 'remarks' | 'milliseconds'>,
  ): void {
    this.database
      .prepare('UPDATE proposals SET remarks = ?, milliseconds = ? WHERE id = ?')
      .run(JSON.stringify(remarks), JSON.stringify(milliseconds), proposalId)
  }

  /** Whether one proposal is another one with names. */
  isNamed(proposalId: number, withNames: number): boolean {
    const found = this.database
      .prepare('SELECT 1 FROM proposals WHERE id = ? AND names_of = ?')
      .get(withNames, proposalId)
    return found !== undefined
  }
}
