import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { failWith, messageOf } from '../contract/errors'
import { diffSchema } from '../domain/diff'
import { documentSchema } from '../domain/document'
import { homographySchema, pairProblemSchema, reviewStateSchema } from '../domain/pair'
import { fillUp, RescuedStore } from './copy-store'
import { openDatabase } from './sqlite-database'
import type { Database, Row, Statement, Value } from './database'
import { readJson, readNullableJson } from './json'
import { ProposalTable } from './proposals'
import { StoreError } from './store-error'
import { withReplaced } from '../messages/message'

/** Result of a check of a store. */
export interface StoreCheck {
  pairCount: number
  /** Number of intact rows. */
  rowCount: number
  /** Each a sentence: a row that cannot be read, or SQLite's message about the file. */
  damages: string[]
}

/**
 * Reads every row of a store and checks it against its schema. Works on a copy, so that nothing is written beside it.
 * @param rescue path of a new store that gets the intact rows
 * @throws ContractError `invalid-input` if `rescue` exists already; StoreError if nothing in it can be read
 */
export function checkStore(path: string, rescue: string | null = null): StoreCheck {
  if (rescue !== null && existsSync(rescue)) {
    throw failWith('invalid-input', `${rescue} is there already: name a new folder.`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-check-'))
  const copy = join(folder, 'project.db')
  let database: Database | null = null
  try {
    for (const end of ['', '-wal'].filter((one) => existsSync(path + one))) {
      copyFileSync(path + end, copy + end)
    }
    const cutShort = fillUp(copy)
    database = openDatabase(copy)
    const reader = new StoreReader(database, statSync(copy).size)
    reader.damages.push(...cutShort)
    reader.readAll()
    if (rescue !== null) {
      RescuedStore.write(rescue, reader.rows)
    }
    const rowCount = [...reader.rows.values()].reduce((sum, rows) => sum + rows.length, 0)
    const damages = reader.damages.map((sentence) => sentence.replaceAll(copy, path))
    return { pairCount: reader.rows.get('pairs')?.length ?? 0, rowCount, damages }
  } catch (error) {
    throw error instanceof StoreError ? new StoreError(withReplaced(error.text, copy, path), { path }) : error
  } finally {
    database?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

const pairSchema = z.object({
  id: z.int(),
  key: z.string().min(1),
  before: z.string(),
  after: z.string(),
  state: reviewStateSchema,
  version: z.int().min(0),
})
const eventSchema = z.object({
  kind: z.enum(['edit', 'undo', 'redo', 'system']),
  event_id: z.string().min(1),
})

/** Limit for rows between two damaged places that are read one by one. */
const MOST_ASKED_FOR = 1_000_000
/** Bytes of a row at least, so that a file holds no more rows than this many times fit in. */
const SMALLEST_ROW = 32
const SHOWN_FAULTS = 100

/** Reads all readable rows, past damaged pages. */
class StoreReader {
  readonly rows = new Map<string, Row[]>()
  readonly damages: string[] = []
  private readonly keys = new Map<Value, string>()
  private readonly mostRows: number

  /** @param bytes of the file */
  constructor(
    private readonly database: Database,
    bytes: number,
  ) {
    this.mostRows = Math.min(MOST_ASKED_FOR, Math.ceil(bytes / SMALLEST_ROW))
  }

  readAll(): void {
    this.readFaults()
    this.keep('pairs', this.byNumber('pairs', 'id'), (row) => this.pair(row))
    const proposals = new ProposalTable(this.database)
    this.keep('proposals', this.byNumber('proposals', 'id'), (row) => {
      proposals.get(Number(row['id']))
      return row
    })
    this.keep('snapshots', this.byNumber('snapshots', 'pair_id'), (row) => {
      readJson(documentSchema, String(row['document']), 'review')
      return row
    })
    const events = (this.rows.get('pairs') ?? []).flatMap((pair) => this.eventsOf(pair))
    this.keep('events', events, (row) => {
      eventSchema.parse(row)
      readJson(diffSchema, String(row['diff']), 'edit')
      return row
    })
    for (const [table, key] of [
      ['meta', 'name'],
      ['decisions', 'event_id'],
      ['name_examples', 'project, pair_id, region_id'],
    ]) {
      this.keep(table, this.fromBothEnds(table, key), (row) => row)
    }
  }

  private readFaults(): void {
    try {
      const faults = this.database.prepare(`PRAGMA integrity_check(${SHOWN_FAULTS})`).all() as Row[]
      const said = faults.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok')
      this.damages.push(...said.flatMap((text) => text.split('\n')).map((line) => `The file: ${line}.`))
    } catch (error) {
      this.damages.push(`The file: ${messageOf(error)}`)
    }
  }

  private keep(table: string, rows: readonly Row[], check: (row: Row) => Row): void {
    const whole: Row[] = []
    for (const row of rows) {
      try {
        whole.push(check(row))
      } catch (error) {
        const why = error instanceof StoreError ? '' : ` (${messageOf(error)})`
        this.damages.push(`${this.named(table, row)} is damaged${why}.`)
      }
    }
    this.rows.set(table, whole)
  }

  /** A pair whose alignment or problem is damaged loses it. */
  private pair(row: Row): Row {
    const { id, key } = pairSchema.parse(row)
    this.keys.set(id, key)
    const mended = { ...row }
    for (const [column, schema] of [
      ['alignment', homographySchema],
      ['problem', pairProblemSchema],
    ] as const) {
      try {
        readNullableJson(schema, row[column] === null ? null : String(row[column]), column)
      } catch {
        this.damages.push(`The ${column} of ${key} is damaged.`)
        mended[column] = null
      }
    }
    return mended
  }

  private named(table: string, row: Row): string {
    const pairId = row[table === 'pairs' ? 'id' : 'pair_id'] ?? null
    const key = this.keys.get(pairId) ?? `the pair with the number ${String(pairId)}`
    switch (table) {
      case 'pairs':
        return `The row of ${key}`
      case 'proposals':
        return `A proposal (${String(row['proposer'])}) for ${key}`
      case 'snapshots':
        return `The stored state of ${key} after edit ${String(row['version'])}`
      default:
        return `Edit ${String(row['version'])} of ${key}`
    }
  }

  /** Reads forwards and backwards up to the damaged rows, and the rows between one by one. */
  private byNumber(table: string, column: string, where = '', most = this.mostRows): Row[] {
    // one for each question: a statement keeps memory until it is collected, and there are many questions
    const statements = new Map<string, Statement>()
    const ask = (rest: string, ...values: number[]): Row | undefined | null => {
      try {
        const sql = `SELECT * FROM ${table} WHERE ${where} ${column} ${rest}`
        const statement = statements.get(sql) ?? this.database.prepare(sql)
        statements.set(sql, statement)
        return statement.get(...values) as Row | undefined
      } catch {
        return null
      }
    }
    const rows: Row[] = []
    let [low, high] = [-1, Number.MAX_SAFE_INTEGER]
    let row = ask(`> ? ORDER BY ${column} LIMIT 1`, low)
    for (; row != null; row = ask(`> ? ORDER BY ${column} LIMIT 1`, low)) {
      rows.push(row)
      low = Number(row[column])
    }
    if (row === undefined) {
      return rows
    }
    const last: Row[] = []
    for (row = ask(`< ? ORDER BY ${column} DESC LIMIT 1`, high); row != null && Number(row[column]) > low;) {
      last.unshift(row)
      high = Number(row[column])
      row = ask(`< ? ORDER BY ${column} DESC LIMIT 1`, high)
    }
    let lost = 0
    for (let id = low + 1; id < Math.min(high, low + most); id += 1) {
      row = ask('= ?', id)
      lost += row === null ? 1 : 0
      rows.push(...(row == null ? [] : [row]))
    }
    this.damages.push(`${table}: up to ${lost} rows lie on damaged pages.`)
    return [...rows, ...last]
  }

  private eventsOf(pair: Row): Row[] {
    const most = Number(pair['version']) + 1
    return this.byNumber('events', 'version', `pair_id = ${Number(pair['id'])} AND`, most)
  }

  private fromBothEnds(table: string, key: string): Row[] {
    const found = new Map<string, Row>()
    const columns = key.split(', ')
    const isWhole = ['', ' DESC'].some((direction) => {
      const order = columns.map((column) => column + direction).join(', ')
      try {
        for (let offset = 0; ; offset += 1) {
          const sql = `SELECT * FROM ${table} ORDER BY ${order} LIMIT 1 OFFSET ?`
          const row = this.database.prepare(sql).get(offset) as Row | undefined
          if (row === undefined) {
            return true
          }
          found.set(JSON.stringify(columns.map((column) => row[column])), row)
        }
      } catch {
        return false
      }
    })
    this.damages.push(...(isWhole ? [] : [`${table}: some rows lie on damaged pages.`]))
    return [...found.values()]
  }
}
