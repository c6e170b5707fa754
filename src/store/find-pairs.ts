import type { PairFilter, PairOrder } from '../contract/project'
import { UNNAMED } from '../domain/document'
import type { Database } from './database'

/** Ids of the pairs of this reading that fit the filter, in this order. */
export function findPairs(database: Database, filter: PairFilter, order: PairOrder): number[] {
  const conditions = ['position IS NOT NULL']
  const values: string[] = []
  if (filter.states !== null) {
    conditions.push(`state IN (${filter.states.map(() => '?').join(', ')})`)
    values.push(...filter.states)
  }
  if (filter.search.trim() !== '') {
    conditions.push('instr(search, ?) > 0')
    values.push(filter.search.trim().toLowerCase())
  }
  if (filter.hasProblem !== null) {
    conditions.push(`problem IS ${filter.hasProblem ? 'NOT NULL' : 'NULL'}`)
  }
  if (filter.category != null) {
    conditions.push('EXISTS (SELECT 1 FROM categories WHERE pair_id = pairs.id AND category = ?)')
    values.push(filter.category)
  }
  const rows = database
    .prepare(`SELECT id FROM pairs WHERE ${conditions.join(' AND ')} ORDER BY ${ORDERS[order]}`)
    .all(...values) as { id: number }[]
  return rows.map(({ id }) => id)
}

const ORDERS: Record<PairOrder, string> = {
  key: 'position',
  'score-descending': 'score DESC NULLS LAST, position',
  'score-ascending': 'score ASC NULLS LAST, position',
  // a score of 0.5 says least
  uncertainty: 'abs(score - 0.5) ASC NULLS LAST, position',
  disagreement: 'agreement ASC NULLS LAST, position',
  name: `(SELECT min(category) FROM categories WHERE pair_id = pairs.id AND category <> '${UNNAMED}')
    ASC NULLS LAST, position`,
}
