import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { failWith } from '../contract/errors'
import { message } from '../messages/message'
import { inSnapshot, inTransaction, isSameValue } from './database'
import type { Database, Row, Value } from './database'
import { NO_SEQUENCE } from './sequences'
import { openDatabase } from './sqlite-database'

/** Tables of a project with the columns of their keys; those that others refer to first. */
const TABLES: readonly (readonly [table: string, keys: readonly string[]])[] = [
  ['meta', ['name']],
  ['pairs', ['id']],
  ['snapshots', ['pair_id']],
  ['categories', ['pair_id', 'category']],
  ['events', ['pair_id', 'version']],
  ['proposals', ['id']],
  ['decisions', ['event_id']],
  ['name_examples', ['project', 'pair_id', 'region_id']],
  ['pair_facts', ['pair_id']],
  ['proposer_scores', ['proposer', 'pair_id']],
  ['proposer_distances', ['first', 'second', 'pair_id']],
  ['pair_embeddings', ['id']],
]

/** Rows in memory at once. */
const CHUNK = 200

export interface MovedTable {
  readonly table: string
  readonly rows: number
}

/**
 * Copies all of a project, history included, as it is at the beginning, into a store without pairs, and compares both row
 * by row. All or nothing.
 * @param progress is told each table when it is copied
 * @throws ContractError `conflict` where the target has pairs, or is not the same afterwards
 */
export function copyProject(
  from: Database,
  to: Database,
  progress: (moved: MovedTable) => void = () => undefined,
): MovedTable[] {
  return inSnapshot(from, () => inTransaction(to, () => copyAll(from, to, progress)))
}

function copyAll(from: Database, to: Database, progress: (moved: MovedTable) => void): MovedTable[] {
  if (to.prepare('SELECT 1 FROM pairs LIMIT 1').get() !== undefined) {
    throw failWith('conflict', message('store.notEmpty'))
  }
  to.exec('DELETE FROM meta')
  const moved = TABLES.map(([table, keys]) => {
    const copied = { table, rows: copyTable(from, to, table, keys) }
    progress(copied)
    return copied
  })
  if (to.dialect === 'postgres') {
    to.exec(
      `SELECT setval(pg_get_serial_sequence('pairs', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM pairs), false)`,
    )
  }
  const other = TABLES.find(([table, keys]) => digestOf(from, table, keys) !== digestOf(to, table, keys))
  if (other !== undefined) {
    throw failWith('conflict', message('store.notTheSame', { table: other[0] }))
  }
  return moved
}

/** A new file with all of a project. @throws the store's error */
export function copyToFile(from: Database, path: string): void {
  if (from.dialect === 'sqlite') {
    from.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`)
    return
  }
  const copy = openDatabase(path)
  try {
    copyProject(from, copy)
  } finally {
    copy.close()
  }
}

function copyTable(from: Database, to: Database, table: string, keys: readonly string[]): number {
  let count = 0
  for (const rows of chunksOf(from, table, keys)) {
    const columns = Object.keys(rows[0])
    const places = `(${columns.map(() => '?').join(', ')})`
    to.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`,
    ).run(...rows.flatMap((row) => columns.map((column) => written(row, column, to))))
    count += rows.length
  }
  return count
}

/** Where a pair of no sequence sorts is written in two ways. */
function written(row: Row, column: string, to: Database): Value {
  return column === 'sequence_sort' && row['sequence'] === null ? NO_SEQUENCE[to.dialect] : row[column]
}

/** Rows in the order of their keys, some at a time; never none. */
function* chunksOf(database: Database, table: string, keys: readonly string[]): Generator<Row[]> {
  const order = keys.join(', ')
  const first = database.prepare(`SELECT * FROM ${table} ORDER BY ${order} LIMIT ${CHUNK}`)
  const next = database.prepare(
    `SELECT * FROM ${table} WHERE (${order}) > (${keys.map(() => '?').join(', ')}) ORDER BY ${order} LIMIT ${CHUNK}`,
  )
  let rows = first.all() as Row[]
  while (rows.length > 0) {
    yield rows
    const last = rows[rows.length - 1]
    rows = next.all(...keys.map((key) => last[key])) as Row[]
  }
}

/** SHA-256 of all rows of a table, in the order of their keys. */
function digestOf(database: Database, table: string, keys: readonly string[]): string {
  const hash = createHash('sha256')
  for (const rows of chunksOf(database, table, keys)) {
    rows.forEach((row) => addRow(hash, row, database))
  }
  return hash.digest('hex')
}

function addRow(hash: Hash, row: Row, database: Database): void {
  for (const column of Object.keys(row).sort()) {
    const value = row[column]
    const isNoSequence = column === 'sequence_sort' && isSameValue(value, NO_SEQUENCE[database.dialect])
    const bytes = value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : null
    hash.update(`${column} ${isNoSequence ? '' : JSON.stringify(bytes ?? value)}\n`)
  }
}
