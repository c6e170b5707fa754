import type { SequenceSummary } from '../contract/sequences'
import { sortableOf } from '../basics/natural-order'
import type { Pair } from '../domain/pair'
import type { SequencePlace } from '../domain/sequence'
import type { Database, Value } from './database'

export const SEQUENCE_COLUMNS = [
  'sequence',
  'sequence_sort',
  'sequence_position',
  'before_date',
  'after_date',
]

/** Sorts after every name: pairs of no sequence come last. */
export const NO_SEQUENCE: Record<Database['dialect'], Value> = {
  sqlite: new Uint8Array(),
  postgres: '\u{10FFFF}',
}

/** In the order of `SEQUENCE_COLUMNS`. */
export function sequenceValues(place: SequencePlace | undefined, dialect: Database['dialect']): Value[] {
  if (place === undefined) {
    return [null, NO_SEQUENCE[dialect], null, null, null]
  }
  const { name, position, beforeDate, afterDate } = place
  return [name, sortableOf(name), position, beforeDate, afterDate]
}

export interface SequenceRecord {
  sequence: string | null
  sequence_position: number | null
  before_date: string | null
  after_date: string | null
}

export function readSequencePlace(record: SequenceRecord): SequencePlace | null {
  const {
    sequence: name,
    sequence_position: position,
    before_date: beforeDate,
    after_date: afterDate,
  } = record
  return name === null || position === null ? null : { name, position, beforeDate, afterDate }
}

/** The sequences that the pairs of this reading make. */
export class SequenceTable {
  constructor(private readonly database: Database) {}

  /** In natural order of their names. */
  list(): SequenceSummary[] {
    return this.database
      .prepare(
        `SELECT sequence AS name, count(*) AS "pairCount",
           count(*) FILTER (WHERE state <> 'unreviewed') AS "reviewedCount"
         FROM pairs WHERE position IS NOT NULL AND sequence IS NOT NULL
         GROUP BY sequence_sort, sequence ORDER BY sequence_sort, sequence`,
      )
      .all() as SequenceSummary[]
  }

  /** The next pair of its sequence that shares a frame with it; null for the last one, and for a pair of no sequence. */
  next({ before, after, sequence }: Pick<Pair, 'before' | 'after' | 'sequence'>): number | null {
    if (sequence === null) {
      return null
    }
    const row = this.database
      .prepare(
        `SELECT id FROM pairs WHERE position IS NOT NULL AND sequence_sort = ? AND sequence = ?
           AND sequence_position > ? AND before IN (?, ?)
         ORDER BY sequence_position, before = ? DESC, position LIMIT 1`,
      )
      .get(sortableOf(sequence.name), sequence.name, sequence.position, after, before, after) as
      | { id: number }
      | undefined
    return row?.id ?? null
  }

  /** Names of sequences by the keys of their pairs. */
  byKey(): Map<string, string> {
    const rows = this.database
      .prepare('SELECT key, sequence FROM pairs WHERE position IS NOT NULL AND sequence IS NOT NULL')
      .all() as { key: string; sequence: string }[]
    return new Map(rows.map(({ key, sequence }) => [key, sequence]))
  }

  /** Keys of pairs that somebody edited or decided about, in this reading or not. */
  workedKeys(): Set<string> {
    const rows = this.database.prepare('SELECT key FROM pairs WHERE version > 0').all() as { key: string }[]
    return new Set(rows.map(({ key }) => key))
  }
}
