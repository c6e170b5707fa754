import type { StateCounts } from '../contract/project'
import { reviewStates } from '../domain/pair'

/** How many pairs there are in each state, of `source` in SQL. */
export const countsOf = (source: string): string =>
  `SELECT state, count(*) AS n FROM ${source} GROUP BY state`

/** @param rows those of `countsOf` */
export function readCounts(rows: readonly unknown[]): StateCounts {
  const counts = new Map((rows as { state: string; n: number }[]).map(({ state, n }) => [state, n]))
  return Object.fromEntries(reviewStates.map((state) => [state, counts.get(state) ?? 0])) as StateCounts
}
