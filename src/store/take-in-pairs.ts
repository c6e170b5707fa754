import { isSameValue } from './database'
import type { Database, Value } from './database'
import { idList, isAmong } from './id-list'
import { FOUND_COLUMNS, foundValues, RENEWED_COLUMNS } from './pair-records'
import { putAside } from './put-aside'
import type { FoundPair, KeyedFiles, PairFiles } from './put-aside'

/**
 * Rows of one statement. To a server each statement takes the way there and back, which is most of the time that a row
 * takes. A few sizes only: the server keeps the plan of each text.
 */
const ROWS_AT_ONCE: Record<Database['dialect'], readonly number[]> = { sqlite: [1], postgres: [400, 20, 1] }

const PLACES = `(${FOUND_COLUMNS.map(() => '?').join(', ')})`
const INSERT_INTO = `INSERT INTO pairs (${FOUND_COLUMNS.join(', ')}) VALUES`
const RENEW = RENEWED_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')

export const INSERT_PAIR = `${INSERT_INTO} ${PLACES}`

type PresentPair = KeyedFiles & Record<string, Value>

/**
 * The pairs that were found are in this reading, in their order, and no others. Only rows that change are written. To be
 * called within a transaction.
 * @param isOther whether a stored pair with the key of a found one is about other images
 */
export function takeInPairs(
  database: Database,
  found: readonly FoundPair[],
  isOther: (stored: PairFiles, found: FoundPair) => boolean,
): void {
  const rows = database
    .prepare(`SELECT id, key, problem, ${RENEWED_COLUMNS.join(', ')} FROM pairs`)
    .all() as PresentPair[]
  const present = putAside(database, rows, found, isOther)
  const wanted = new Map<string, Value[]>()
  // of two of one key the last counts, in the place of the first
  found.forEach((pair, position) => wanted.set(pair.key, foundValues(pair, position, database.dialect)))
  const gone = [...present].filter(([key, { position }]) => position !== null && !wanted.has(key))
  const hide = database.prepare(`UPDATE pairs SET position = NULL WHERE ${isAmong(database, 'id', '?1')}`)
  const ids = gone.map(([, { id }]) => id)
  hide.run(idList(database, ids))
  const changed = [...wanted].filter(([key, values]) => !isAsStored(present.get(key), values))
  const values = changed.map(([, each]) => each)
  put(database, values)
}

/** @param values those of `FOUND_COLUMNS`: the key, the columns that are renewed, and what is stored once */
function isAsStored(row: PresentPair | undefined, values: readonly Value[]): boolean {
  return (
    row !== undefined &&
    row['problem'] === null &&
    RENEWED_COLUMNS.every((name, index) => isSameValue(row[name], values[index + 1]))
  )
}

function put(database: Database, rows: readonly Value[][]): void {
  let start = 0
  for (const size of ROWS_AT_ONCE[database.dialect]) {
    const places = Array.from({ length: size }, () => PLACES).join(', ')
    const upsert = database.prepare(
      `${INSERT_INTO} ${places} ON CONFLICT (key) DO UPDATE SET ${RENEW}, problem = NULL`,
    )
    for (; rows.length - start >= size; start += size) {
      upsert.run(...rows.slice(start, start + size).flat())
    }
  }
}
