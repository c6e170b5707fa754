import type { PairSelection, PairTotals } from '../contract/project'
import { reviewStates } from '../domain/pair'
import type { Database } from './database'

/** Counts the selected pairs of the present reading, their regions and captions, in one question: .1 s for 100,000. */
export function pairTotals(database: Database, { states, search }: PairSelection): PairTotals {
  const chosen = reviewStates.map((state) => (states.includes(state) ? state : ''))
  return database
    .prepare(
      `SELECT count(*) AS pairCount, coalesce(sum(region_count), 0) AS regionCount,
         coalesce(sum(CASE WHEN json_valid(captions) THEN json_array_length(captions) ELSE caption IS NOT NULL END), 0)
           AS captionCount
       FROM pairs LEFT JOIN pair_facts ON pair_id = id
       WHERE position IS NOT NULL AND state IN (${reviewStates.map(() => '?').join(', ')}) AND instr(search, ?) > 0`,
    )
    .get(...chosen, search.trim().toLowerCase()) as PairTotals
}
