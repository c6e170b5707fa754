import type { Proposal } from '../contract/proposal'
import { documentFrom, documentIou } from '../domain/review'
import type { Database } from './database'
import { damagedProblem } from './store-error'

type Compared = Pick<Proposal, 'id' | 'pairId' | 'proposer' | 'score' | 'madeAt' | 'regions'>

/** A proposer, with the number of pairs of the present reading that have a proposal of it. */
export interface ProposerCount {
  proposer: string
  pairCount: number
}

/**
 * Scores of the newest proposal of each proposer, and how far the masks of two proposers lie apart: computed when a
 * proposal is stored, so that 100,000 pairs can be ordered by them.
 */
export class ProposalDistances {
  constructor(
    private readonly database: Database,
    /** @throws StoreError where its row is damaged */
    private readonly get: (proposalId: number) => Compared | null,
  ) {}

  /** Stands in for the earlier ones of its proposer. */
  added(proposal: Compared): void {
    const { id, pairId, proposer, score, madeAt } = proposal
    // of a proposal that was made elsewhere the regions are not known
    if (madeAt === 0) {
      return
    }
    this.database
      .prepare(
        `INSERT INTO proposer_scores (proposer, pair_id, proposal_id, score) VALUES (?, ?, ?, ?)
           ON CONFLICT (proposer, pair_id) DO UPDATE SET proposal_id = excluded.proposal_id, score = excluded.score`,
      )
      .run(proposer, pairId, id, score)
    for (const other of this.newestOf(pairId)) {
      if (other.proposer !== proposer && other.id < id) {
        this.compare(proposal, other.id)
      }
    }
  }

  /** An earlier one of the proposer takes its place, where there is one. */
  removed(pairId: number, proposer: string): void {
    this.database
      .prepare('DELETE FROM proposer_scores WHERE pair_id = ? AND proposer = ?')
      .run(pairId, proposer)
    this.database
      .prepare('DELETE FROM proposer_distances WHERE pair_id = ?1 AND ?2 IN (first, second)')
      .run(pairId, proposer)
    this.renew(pairId)
  }

  /** The same anew for all proposals of a pair, as after a store was rescued. */
  renew(pairId: number): void {
    for (const { id } of this.newestOf(pairId).sort((a, b) => a.id - b.id)) {
      const proposal = this.whole(id)
      if (proposal !== null) {
        this.added(proposal)
      }
    }
  }

  /** The most first. */
  proposers(): ProposerCount[] {
    return this.database
      .prepare(
        `SELECT proposer, count(*) AS "pairCount" FROM proposer_scores JOIN pairs ON pairs.id = pair_id
         WHERE position IS NOT NULL GROUP BY proposer ORDER BY "pairCount" DESC, proposer`,
      )
      .all() as ProposerCount[]
  }

  private newestOf(pairId: number): { proposer: string; id: number }[] {
    return this.database
      .prepare(
        'SELECT proposer, max(id) AS id FROM proposals WHERE pair_id = ? AND made_at > 0 GROUP BY proposer',
      )
      .all(pairId) as { proposer: string; id: number }[]
  }

  private compare(proposal: Compared, otherId: number): void {
    const other = this.whole(otherId)
    const distance = other === null ? null : maskDistance(proposal, other)
    if (other !== null && distance !== null) {
      const [first, second] = inOrder(proposal.proposer, other.proposer)
      this.database
        .prepare(
          `INSERT INTO proposer_distances (first, second, pair_id, distance) VALUES (?, ?, ?, ?)
             ON CONFLICT (first, second, pair_id) DO UPDATE SET distance = excluded.distance`,
        )
        .run(first, second, proposal.pairId, distance)
    }
  }

  /** Null where its row is damaged. */
  private whole(proposalId: number): Compared | null {
    try {
      return this.get(proposalId)
    } catch (error) {
      damagedProblem(error)
      return null
    }
  }
}

/** 1 - IoU of the unions of their masks in the after frame; null where they are of images of several sizes. */
function maskDistance(one: Compared, other: Compared): number | null {
  const iou = documentIou(documentFrom(one.regions, []), documentFrom(other.regions, []))
  return iou === null ? null : 1 - iou
}

/** Two proposers in the order in which their distances are stored. */
export function inOrder(one: string, other: string): [string, string] {
  return one < other ? [one, other] : [other, one]
}
