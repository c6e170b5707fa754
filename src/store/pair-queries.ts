import type { PairSelection, PairTotals, PairFilter, PairOrder, ProposerFilter } from '../contract/project'
import { reviewStates } from '../domain/pair'
import type { ReviewState } from '../domain/pair'
import type { Database } from './database'
import { UNNAMED } from '../domain/document'
import { sortableOf } from '../basics/natural-order'
import { inOrder } from './proposal-distances'

/** Counts the selected pairs of the present reading, their regions and captions, in one question: .1 s for 100,000. */
export function pairTotals(
  database: Database,
  { states, search }: PairSelection,
  seen = ALL_PAIRS,
): PairTotals {
  const chosen = reviewStates.map((state) => (states.includes(state) ? state : ''))
  return database
    .prepare(
      `SELECT count(*) AS "pairCount", coalesce(sum(region_count), 0) AS "regionCount",
         coalesce(sum(CASE WHEN json_valid(captions) THEN json_array_length(captions) WHEN caption IS NULL THEN 0
           ELSE 1 END), 0) AS "captionCount"
       FROM ${seen.sql} LEFT JOIN pair_facts ON pair_id = id
       WHERE position IS NOT NULL AND state IN (${reviewStates.map(() => '?').join(', ')}) AND instr(search, ?) > 0`,
    )
    .get(...seen.values, ...chosen, search.trim().toLowerCase()) as PairTotals
}

/** A pair, as data sets of others may name it. */
export interface PairPlace {
  readonly id: number
  readonly key: string
  readonly split: string | null
  /** Paths relative to the folder, with forward slashes. */
  readonly before: string
  readonly after: string
  /** Pixels of the after frame; 0 until the image has been read. */
  readonly width: number
  readonly height: number
}

/** All pairs of this reading, in its order. */
export function pairPlaces(database: Database): PairPlace[] {
  return database
    .prepare(
      `SELECT id, key, split, before, after, width, height FROM pairs
       WHERE position IS NOT NULL ORDER BY position`,
    )
    .all() as PairPlace[]
}

/** Parts of a query, with the values of their places in order. */
export interface Part {
  sql: string
  values: (string | number)[]
}

export const ALL_PAIRS: Part = { sql: 'pairs', values: [] }

/** Ids of the pairs of this reading that fit the filter, in this order. */
/** @param seen the rows of pairs, as `pairs` */
export function findPairs(
  database: Database,
  filter: PairFilter,
  order: PairOrder,
  seen = ALL_PAIRS,
): number[] {
  const { sql, values } = sourceOf(filter, seen)
  const rows = database
    .prepare(`SELECT pairs.id ${sql} ORDER BY ${orderOf(filter, order)}`)
    .all(...values) as { id: number }[]
  return rows.map(({ id }) => id)
}

/** The sequences of these pairs, in the order `sequence`; null for pairs of none. */
export function findGroups(
  database: Database,
  filter: PairFilter,
  seen = ALL_PAIRS,
): { sequence: string | null; start: number }[] {
  const { sql, values } = sourceOf(filter, seen)
  const rows = database
    .prepare(
      `SELECT sequence, count(*) AS count ${sql} GROUP BY sequence_sort, sequence ORDER BY sequence_sort, sequence`,
    )
    .all(...values) as { sequence: string | null; count: number }[]
  let start = 0
  return rows.map(({ sequence, count }) => {
    const group = { sequence, start }
    start += count
    return group
  })
}

/** The tables and conditions of a filter. */
function sourceOf(filter: PairFilter, seen: Part): Part {
  const joins = filter.proposers == null ? [] : joinsOf(filter.proposers)
  const conditions = [
    ...conditionsOf(filter),
    ...(filter.proposers == null ? [] : limitsOf(filter.proposers)),
  ]
  return {
    sql: `FROM ${seen.sql} ${joins.map((join) => join.sql).join(' ')}
      WHERE ${conditions.map((condition) => condition.sql).join(' AND ')}`,
    values: [seen, ...joins, ...conditions].flatMap((part) => part.values),
  }
}

function conditionsOf(filter: PairFilter): Part[] {
  const parts: Part[] = [{ sql: 'position IS NOT NULL', values: [] }]
  if (filter.states !== null) {
    const places = filter.states.map(() => '?').join(', ')
    parts.push({ sql: `state IN (${places})`, values: [...filter.states] })
  }
  if (filter.search.trim() !== '') {
    parts.push({ sql: 'instr(search, ?) > 0', values: [filter.search.trim().toLowerCase()] })
  }
  if (filter.hasProblem !== null) {
    parts.push({ sql: `problem IS ${filter.hasProblem ? 'NOT NULL' : 'NULL'}`, values: [] })
  }
  if (filter.sequence != null) {
    parts.push({
      sql: 'sequence_sort = ? AND sequence = ?',
      values: [sortableOf(filter.sequence), filter.sequence],
    })
  }
  if (filter.isToAdjudicate === true) {
    parts.push({ sql: "disagreement IS NOT NULL AND state = 'unreviewed'", values: [] })
  }
  if (filter.category != null) {
    const sql = 'EXISTS (SELECT 1 FROM categories WHERE pair_id = pairs.id AND category = ?)'
    parts.push({ sql, values: [filter.category] })
  }
  return parts
}

function joinsOf({ proposer, against = null }: ProposerFilter): Part[] {
  const named: Part = {
    sql: 'JOIN proposer_scores AS named ON named.proposer = ? AND named.pair_id = pairs.id',
    values: [proposer],
  }
  if (against === null) {
    return [named]
  }
  const apart: Part = {
    sql: `JOIN proposer_distances AS apart ON apart.first = ? AND apart.second = ? AND apart.pair_id = pairs.id`,
    values: inOrder(proposer, against),
  }
  return [named, apart]
}

function limitsOf({ against = null, minScore = 0, maxScore = 1, minDistance = 0 }: ProposerFilter): Part[] {
  return [
    ...(minScore > 0 || maxScore < 1
      ? [{ sql: 'named.score BETWEEN ? AND ?', values: [minScore, maxScore] }]
      : []),
    ...(against !== null && minDistance > 0 ? [{ sql: 'apart.distance >= ?', values: [minDistance] }] : []),
  ]
}

/** Without the proposers that an order is about, the order of the folder. */
function orderOf({ proposers = null }: PairFilter, order: PairOrder): string {
  const isMissing = order === 'proposer-distance' ? proposers?.against == null : proposers === null
  return order.startsWith('proposer-') && isMissing ? ORDERS.key : ORDERS[order]
}

const ORDERS: Record<PairOrder, string> = {
  key: 'position',
  'score-descending': 'pairs.score DESC NULLS LAST, position',
  'score-ascending': 'pairs.score ASC NULLS LAST, position',
  // where no IoU is expected, a score of 0.5 says least
  uncertainty: 'coalesce(pairs.expected_iou, 2 * abs(pairs.score - 0.5)) ASC NULLS LAST, position',
  disagreement: 'agreement ASC NULLS LAST, position',
  name: `(SELECT min(category) FROM categories WHERE pair_id = pairs.id AND category <> '${UNNAMED}')
    ASC NULLS LAST, position`,
  'proposer-score-descending': 'named.score DESC, position',
  'proposer-score-ascending': 'named.score ASC, position',
  'proposer-distance': 'apart.distance DESC, position',
  'review-disagreement': 'disagreement DESC NULLS LAST, position',
  // the store compares no embeddings: who asks puts them in order
  diverse: 'position',
  similarity: 'position',
  sequence: 'sequence_sort, sequence, sequence_position, position',
}

/** What the map colours a pair by. */
export interface MapFacts {
  readonly id: number
  readonly key: string
  readonly state: ReviewState
  readonly score: number | null
  /** The first of its names, in alphabetical order; null where nothing has one. */
  readonly category: string | null
}

/**
 * All pairs of this reading, in its order.
 * @param seen the rows of pairs, as `pairs`; @param row the column with the row whose names count
 */
export function mapFacts(database: Database, seen = ALL_PAIRS, row = 'id'): MapFacts[] {
  return database
    .prepare(
      `SELECT id, key, state, score,
         (SELECT min(category) FROM categories WHERE pair_id = pairs.${row} AND category <> '${UNNAMED}') AS category
       FROM ${seen.sql} WHERE position IS NOT NULL ORDER BY position`,
    )
    .all(...seen.values) as MapFacts[]
}
