import { CARRIED_PROPOSER, IMPORTED_PREFIX, LABEL_PROPOSER } from '../contract/proposal'
import type { ProposalCoverage } from '../contract/proposal'
import type { Database } from './database'
import { IS_READABLE } from './readable-pairs'

/** All but how many wait for names. */
export type PairCoverage = Omit<ProposalCoverage, 'unnamed'>

/** Offers do not count: no document began from one. */
const IS_PROPOSAL = `proposer NOT IN ('${LABEL_PROPOSER}', '${CARRIED_PROPOSER}')
  AND proposer NOT LIKE '${IMPORTED_PREFIX}%'`

/** See `PairTable.withoutProposal`. */
export function withoutProposal(database: Database, proposer: string, fromId: number | null): number[] {
  const rows = database
    .prepare(
      `SELECT id FROM pairs WHERE ${IS_READABLE}
         AND NOT EXISTS (SELECT 1 FROM proposals WHERE pair_id = pairs.id AND proposer = ?1)
         AND (state = 'unreviewed' OR NOT EXISTS (
           SELECT 1 FROM proposals WHERE pair_id = pairs.id AND ${IS_PROPOSAL}))
       ORDER BY position < coalesce((SELECT position FROM pairs WHERE id = ?2), 0), position`,
    )
    .all(proposer, fromId ?? -1) as { id: number }[]
  return rows.map(({ id }) => id)
}

/**
 * Proposals are put together by pair once: to look for those of each pair takes PostgreSQL three times as long, and
 * SQLite as long.
 */
const COVERAGE = `SELECT count(*) AS pairs, count(made.pair_id) AS proposed, count(*) FILTER (WHERE problem IS NULL
    AND coalesce(made.own, 0) = 0 AND (state = 'unreviewed' OR made.pair_id IS NULL)) AS missing
  FROM pairs LEFT JOIN (
    SELECT pair_id, max(CASE WHEN proposer = ?1 THEN 1 ELSE 0 END) AS own FROM proposals
      WHERE ${IS_PROPOSAL} GROUP BY pair_id) AS made ON made.pair_id = pairs.id
  WHERE position IS NOT NULL`

/** See `PairTable.proposalCoverage`. */
export function proposalCoverage(database: Database, proposer: string): PairCoverage {
  return database.prepare(COVERAGE).get(proposer) as PairCoverage
}

export async function proposalCoverageAside(database: Database, proposer: string): Promise<PairCoverage> {
  const [coverage] = await database.aside(COVERAGE, proposer)
  return coverage as PairCoverage
}
