import type { PairFilter, PairOrder, PairRow, StateCounts } from '../contract/project'
import { countsOf, readCounts } from './state-counts'
import type { Database } from './database'
import { idList, isAmong } from './id-list'
import { COLUMNS, readRow } from './pair-records'
import type { PairRecord } from './pair-records'
import { findGroups, findPairs, mapFacts } from './pair-queries'
import type { MapFacts, Part } from './pair-queries'

/** What a blind review says in the place of its pair, and what it says where there is none yet. */
const OWN: Readonly<Record<string, string>> = {
  state: "coalesce(own.state, 'unreviewed')",
  region_count: 'coalesce(own.region_count, 0)',
  caption: 'own.caption',
  version: 'coalesce(own.version, 0)',
  // the first line for the search is the name, which a review has of its own: what follows it is what was written
  search: `substr(whole.search, 1, instr(whole.search || '\n', '\n') - 1)
    || substr(coalesce(own.search, ''), instr(coalesce(own.search, '') || '\n', '\n'))`,
}

/**
 * The pairs as one reviewer sees them: those that get several reviews are as in their own review, which has the number
 * of the pair. Those that enough others review are left out.
 */
export class OwnPairs {
  private readonly seen: Part

  constructor(
    private readonly database: Database,
    reviewer: string,
  ) {
    const columns = [...COLUMNS.split(',').map((name) => name.trim()), 'position', 'search', 'sequence_sort']
    const shown = columns.map((name) =>
      name in OWN
        ? `CASE WHEN whole.reviews_wanted IS NULL THEN whole.${name} ELSE ${OWN[name]} END AS ${name}`
        : `whole.${name}`,
    )
    this.seen = {
      // how far reviews lie apart is no matter of their reviewers
      sql: `(SELECT ${shown.join(', ')}, CAST(NULL AS REAL) AS disagreement,
          CASE WHEN whole.reviews_wanted IS NULL THEN whole.id ELSE own.id END AS own_row FROM pairs AS whole
        LEFT JOIN pairs AS own ON own.review_of = whole.id AND own.reviewer = ?
        WHERE whole.position IS NOT NULL AND (whole.reviews_wanted IS NULL OR own.version > 0
          OR (whole.state = 'unreviewed' OR whole.is_gold = 1) AND whole.reviews_wanted > (SELECT count(*)
            FROM pairs AS other WHERE other.review_of = whole.id AND other.version > 0))) AS pairs`,
      values: [reviewer],
    }
  }

  find(filter: PairFilter, order: PairOrder): number[] {
    return findPairs(this.database, filter, order, this.seen)
  }

  groups(filter: PairFilter): ReturnType<typeof findGroups> {
    return findGroups(this.database, filter, this.seen)
  }

  /** One that gets several reviews has the names of the own one, and none without it. */
  mapFacts(): MapFacts[] {
    return mapFacts(this.database, this.seen, 'own_row')
  }

  /** In the order of `ids`; unknown ids are passed over. */
  rows(ids: readonly number[]): PairRow[] {
    if (ids.length === 0) {
      return []
    }
    const { sql, values } = this.seen
    const records = this.database
      .prepare(`SELECT ${COLUMNS} FROM ${sql} WHERE ${isAmong(this.database, 'id', '?')}`)
      .all(...values, idList(this.database, ids)) as PairRecord[]
    const byId = new Map(records.map((record) => [record.id, record]))
    return ids
      .map((id) => byId.get(id))
      .filter((record) => record !== undefined)
      .map(readRow)
  }

  counts(): StateCounts {
    const { sql, values } = this.seen
    return readCounts(this.database.prepare(countsOf(sql)).all(...values))
  }
}
