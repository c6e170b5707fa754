import { emptyDocument } from '../domain/document'
import type { PairDocument } from '../domain/document'
import { reviewStates } from '../domain/pair'
import type { PairProblem, ReviewState } from '../domain/pair'
import { factsOf } from '../domain/document-facts'
import type { PairFacts } from '../domain/document-facts'
import type { Database } from './database'
import { damagedRow } from './json'
import { readProblem } from './pair-records'
import { damagedProblem } from './store-error'
import { areEntries, captionsText, readCaption, RegionReader, regionsText } from './stored-facts'
import type { StoredCaption } from './stored-facts'
import { IS_READABLE } from './readable-pairs'

/** A pair, as plans read it. */
export interface CountedRow {
  readonly id: number
  readonly key: string
  readonly split: string | null
  readonly before: string
  readonly after: string
  readonly width: number
  readonly height: number
  readonly state: ReviewState
  readonly regionCount: number
  /** The first one; null also if there are facts. */
  readonly caption: string | null
  readonly version: number
  readonly isProposed: boolean
  readonly position: number
  readonly problem: PairProblem | null
  /** Name of its sequence; null for a pair of none. */
  readonly sequence: string | null
  /** Null if an older program stored the document without them, or they are damaged. */
  readonly facts: PairFacts | null
}

/** Facts of a document that was not read yet, estimated from the data of the list. */
export function estimatedFacts({ width, height, regionCount, caption }: CountedRow): PairFacts {
  const region = { category: 'change', hasPixels: true, beforeMask: null, score: null }
  return {
    regions: regionCount > 0 ? [{ ...region, width, height, count: regionCount }] : [],
    rejectedCount: 0,
    captions:
      caption === null
        ? []
        : [{ text: caption, rank: 0, isProposed: true, isOfPerson: true, isOfRejected: false }],
  }
}

/** One row as SQLite writes it: reading each column alone takes as long as reading all of them in one text. */
type CountedRecord = [
  id: number,
  key: string,
  split: string | null,
  before: string,
  after: string,
  width: number,
  height: number,
  state: ReviewState,
  regionCount: number,
  caption: string | null,
  version: number,
  isProposed: number,
  position: number,
  problem: string | null,
  isWhole: number,
  sequence: string | null,
  regions: string | null,
  captions: unknown,
]

const COUNTED = `id, key, split, before, after, width, height, state, region_count,
  CASE WHEN regions IS NULL THEN caption END, version, CASE WHEN base_proposal_id IS NULL THEN 0 ELSE 1 END, position,
  problem, CASE WHEN alignment IS NULL OR json_valid(alignment) THEN 1 ELSE 0 END, sequence, regions`

/** JSON has no such character: it stands between rows. */
const BETWEEN = '\u001e'

/** `row` is a `CountedRecord` as JSON, and `rows` such texts with `BETWEEN`. */
const WORDS = {
  // SQLite would use the index of states, and sort all pairs for each query
  sqlite: {
    row: `json_array(${COUNTED}, CASE WHEN json_valid(captions) THEN json(captions) END)`,
    rows: `group_concat(counted, char(30))`,
    pairs: 'pairs INDEXED BY pairs_by_position',
  },
  postgres: {
    row: `json_build_array(${COUNTED}, CASE WHEN json_valid(captions) THEN captions::json END)::text`,
    rows: `string_agg(counted, chr(30))`,
    pairs: 'pairs',
  },
} as const

const DAMAGED_ALIGNMENT = damagedProblem(damagedRow('alignment'))

/** Rows of one query: some milliseconds. */
const ROWS_AT_ONCE = 500

/** Rows by pair, each beside its text: one whose text is the same is not read again. Half a kilobyte a pair. */
export type KnownRows = Map<number, { readonly text: string; readonly row: CountedRow }>

/** Written with each change of a document, so that counts need not read 100,000 documents. */
export class PairFactsTable {
  constructor(private readonly database: Database) {}

  set(pairId: number, document: PairDocument): void {
    const facts = factsOf(document)
    this.database
      .prepare(
        `INSERT INTO pair_facts (pair_id, regions, captions) VALUES (?1, ?2, ?3)
         ON CONFLICT (pair_id) DO UPDATE SET regions = ?2, captions = ?3
           WHERE pair_facts.regions <> ?2 OR pair_facts.captions <> ?3`,
      )
      .run(pairId, regionsText(facts), captionsText(facts))
  }

  /** Ids above `last` of pairs in this reading that have none, in order, at most `most`. */
  missing(last: number, most: number): number[] {
    const rows = this.database
      .prepare(
        `SELECT id FROM pairs WHERE id > ? AND ${IS_READABLE}
           AND NOT EXISTS (SELECT 1 FROM pair_facts WHERE pair_id = pairs.id) ORDER BY id LIMIT ?`,
      )
      .all(last, most) as { id: number }[]
    return rows.map(({ id }) => id)
  }

  /**
   * Of the pairs with ids above `after` and up to `upTo`, for those that nobody has touched and nothing was proposed
   * for: their documents are empty. What is there stays. To look first which pairs have none takes PostgreSQL seconds
   * where it plans for the empty table that it knew.
   */
  setEmpty(after: number, upTo: number): void {
    const facts = factsOf(emptyDocument())
    this.database
      .prepare(
        `INSERT INTO pair_facts (pair_id, regions, captions)
           SELECT id, ?1, ?2 FROM pairs WHERE id > ?3 AND id <= ?4 AND ${IS_READABLE}
             AND version = 0 AND base_proposal_id IS NULL
           ON CONFLICT (pair_id) DO NOTHING`,
      )
      .run(regionsText(facts), captionsText(facts), after, upTo)
  }

  row(pairId: number, known: KnownRows = new Map()): CountedRow {
    const { counted } = this.database
      .prepare(
        `SELECT ${WORDS[this.database.dialect].row} AS counted FROM pairs LEFT JOIN pair_facts ON pair_id = id WHERE id = ?`,
      )
      .get(pairId) as { counted: string }
    return readRows([counted], new RegionReader(), known)[0]
  }

  /** The pairs of this reading in these states, in order, in chunks. A row of `known` that is the same is that object. */
  *chunks(
    states: readonly ReviewState[],
    search = '',
    known: KnownRows = new Map(),
  ): Generator<CountedRow[]> {
    const { row, rows: joined, pairs } = WORDS[this.database.dialect]
    const statement = this.database.prepare(
      `SELECT coalesce(${joined}, '') AS counted FROM (
         SELECT ${row} AS counted FROM ${pairs} LEFT JOIN pair_facts ON pair_id = id
         WHERE position > ? AND state IN (${reviewStates.map(() => '?').join(', ')}) AND instr(search, ?) > 0
         ORDER BY position LIMIT ${ROWS_AT_ONCE}) AS chosen`,
    )
    const chosen = reviewStates.map((state) => (states.includes(state) ? state : ''))
    const regions = new RegionReader()
    let position = -1
    for (;;) {
      const { counted } = statement.get(position, ...chosen, search.trim().toLowerCase()) as {
        counted: string
      }
      const rows = readRows(counted === '' ? [] : counted.split(BETWEEN), regions, known)
      yield rows
      position = rows.at(-1)?.position ?? position
      if (rows.length < ROWS_AT_ONCE) {
        return
      }
    }
  }
}

/** Adds to `known` what it lacks. */
function readRows(texts: readonly string[], regions: RegionReader, known: KnownRows): CountedRow[] {
  const found = texts.map((text) => {
    const one = known.get(Number(text.slice(1, text.indexOf(','))))
    return one?.text === text ? one.row : null
  })
  const unread = texts.filter((_, index) => found[index] === null)
  // one text is read far faster than many
  const records = (JSON.parse(`[${unread.join(',')}]`) as CountedRecord[]).values()
  return found.map((one, index) => {
    if (one !== null) {
      return one
    }
    const row = readCounted(records.next().value!, regions)
    // a text that is cut out of a longer one keeps that from being freed
    const text = unread.length === texts.length ? texts[index] : Buffer.from(texts[index]).toString()
    known.set(row.id, { text, row })
    return row
  })
}

function readCounted(record: CountedRecord, reader: RegionReader): CountedRow {
  const [id, key, split, before, after, width, height, state, regionCount, caption] = record
  const [, , , , , , , , , , version, isProposed, position, problem, isWhole, sequence, regions, captions] =
    record
  const read = regions === null ? null : reader.read(regions)
  return {
    id,
    key,
    split,
    before,
    after,
    width,
    height,
    state,
    regionCount,
    caption,
    version,
    isProposed: isProposed === 1,
    position,
    problem: isWhole === 1 ? readProblem(problem) : DAMAGED_ALIGNMENT,
    sequence,
    facts:
      read !== null && areEntries<StoredCaption>(captions, 3)
        ? { regions: read.regions, rejectedCount: read.rejectedCount, captions: captions.map(readCaption) }
        : null,
  }
}
