import type { DecisionRecord } from '../contract/statistics'
import type { ReviewState } from '../domain/pair'
import type { Database } from './database'

interface Row extends Omit<DecisionRecord, 'proposal' | 'state'> {
  pairId: number
  state: ReviewState
  proposer: string | null
  version: string | null
}

/** A person's decisions on pairs, and how each relates to the proposal that the work began from. */
export class DecisionTable {
  constructor(private readonly database: Database) {}

  /** @param decision `maskIou` and `captionDistance` are null without a proposal */
  add(
    pairId: number,
    eventId: string,
    decision: Pick<DecisionRecord, 'state' | 'milliseconds' | 'maskIou' | 'captionDistance'> & {
      proposalId: number | null
    },
  ): void {
    const { proposalId, state, milliseconds, maskIou, captionDistance } = decision
    this.database
      .prepare('INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(eventId, pairId, proposalId, state, Date.now(), milliseconds, maskIou, captionDistance)
  }

  /**
   * The last one of each pair of the present reading, where the pair still is in the state that it set. In chunks, by
   * pair: about 1 s in all for 100,000.
   * @param isBlind for who reviews blindly: without pairs that get several reviews, of which gold ones were decided first
   */
  *inForce(isBlind = false): Generator<DecisionRecord[]> {
    const next = this.database.prepare(
      isBlind ? inForceOf('AND pairs.reviews_wanted IS NULL') : inForceOf(''),
    )
    for (let last = 0; ;) {
      const rows = next.all(last, CHUNK) as Row[]
      if (rows.length === 0) {
        return
      }
      last = rows[rows.length - 1].pairId
      yield rows.map(recordOf)
    }
  }
}

const CHUNK = 2000

/** One literal: to take a row apart by a rest is far slower, and there are 100,000. */
function recordOf(row: Row): DecisionRecord {
  const { key, state, at, milliseconds, reviewer, proposer, version, maskIou, captionDistance } = row
  const proposal = proposer === null || version === null ? null : { proposer, version }
  return { key, state, at, milliseconds, reviewer, proposal, maskIou, captionDistance }
}

/** @param also one more condition */
const inForceOf = (also: string): string => `
  SELECT pairs.id AS "pairId", pairs.key, decisions.state, decisions.at, decisions.milliseconds,
    events.actor AS reviewer, proposals.proposer, proposals.version,
    mask_iou AS "maskIou", caption_distance AS "captionDistance"
  FROM pairs
    JOIN events ON events.pair_id = pairs.id AND events.version = (
      SELECT version FROM events JOIN decisions USING (event_id)
      WHERE events.pair_id = pairs.id ORDER BY version DESC LIMIT 1
    )
    JOIN decisions ON decisions.event_id = events.event_id AND decisions.state = pairs.state
    LEFT JOIN proposals ON proposals.id = decisions.proposal_id
  WHERE pairs.id > ? AND pairs.state <> 'unreviewed' AND pairs.position IS NOT NULL ${also}
  ORDER BY pairs.id LIMIT ?`
