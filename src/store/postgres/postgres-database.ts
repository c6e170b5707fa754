import { receiveMessageOnPort } from 'node:worker_threads'
import { message } from '../../messages/message'
import { inTransaction } from '../database'
import type { Database, Statement, Value } from '../database'
import { StoreError } from '../store-error'
import { AsideConnection } from './aside-connection'
import { ANSWER_MILLISECONDS, startConnection } from './connection'
import type { Connection } from './connection'
import type { PostgresLocation } from './location'
import { away, postgresError } from './postgres-error'
import { POSTGRES_MIGRATIONS, VERSION_TABLE } from './postgres-schema'
import type { Answer, Question } from './thread-messages'

/** Between two looks for an answer whose sign was missed. */
const LOOK_MILLISECONDS = 100

interface PostgresOptions {
  /** How long a statement waits for its answer. */
  readonly answerMilliseconds?: number
}

/**
 * Opens or creates a project in PostgreSQL 15 or later and brings it up to date.
 * @throws ContractError `unavailable` where there is no such server; StoreError
 */
export function openPostgres(location: PostgresLocation, options: PostgresOptions = {}): PostgresDatabase {
  const database = new PostgresDatabase(location, options)
  try {
    migrate(database, location.schema)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Held until the end of the transaction. @param schema in SQL */
const lockOf = (schema: string): string => `pg_advisory_xact_lock(hashtextextended(${schema}, 0))`

function migrate(database: PostgresDatabase, schema: string): void {
  const { isThere } = database
    .prepare('SELECT to_regclass(?) IS NOT NULL AS "isThere"')
    .get(`${schema}.store_version`) as { isThere: boolean }
  // who may not make schemas and tables can use what is there
  if (!isThere) {
    // of two programs that make it at once, one waits for the other
    database.exec(`SELECT ${lockOf(`'${schema}'`)}; CREATE SCHEMA IF NOT EXISTS ${schema}; ${VERSION_TABLE}`)
  }
  inTransaction(database, () => {
    const { version } = database
      .prepare('SELECT coalesce(max(version), 0) AS version FROM store_version')
      .get() as { version: number }
    const newest = POSTGRES_MIGRATIONS[POSTGRES_MIGRATIONS.length - 1].version
    if (version > newest) {
      throw new StoreError(message('store.newer', { path: schema }))
    }
    for (const migration of POSTGRES_MIGRATIONS.filter((one) => one.version > version)) {
      database.exec(migration.sql)
      database.prepare('INSERT INTO store_version (version) VALUES (?)').run(migration.version)
    }
  })
}

/** One connection, on a thread of its own; each statement returns when the server has answered. */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  isTransaction = false
  private connection: Connection
  private readonly asideConnection: AsideConnection
  private readonly answerMilliseconds: number
  private asked = 0
  private isClosed = false

  constructor(
    private readonly location: PostgresLocation,
    { answerMilliseconds = ANSWER_MILLISECONDS }: PostgresOptions = {},
  ) {
    this.answerMilliseconds = answerMilliseconds
    this.connection = startConnection(location)
    this.asideConnection = new AsideConnection(location)
  }

  exec(sql: string): void {
    this.ask(sql, null)
  }

  prepare(sql: string): Statement {
    const text = numbered(sql)
    const ask = (values: Value[]): unknown[] => [...this.ask(text, values)]
    return {
      run: (...values) => void ask(values),
      get: (...values) => ask(values).at(0),
      all: (...values) => ask(values),
    }
  }

  async aside(sql: string, ...values: Value[]): Promise<unknown[]> {
    this.requireOpen()
    return this.asideConnection.ask(numbered(sql), values)
  }

  /** Waits for other programs that write to this project, so that a transaction reads what it builds on. */
  begin(): void {
    // in one question: each takes the way to the server and back
    this.beginBy(`BEGIN; SELECT ${lockOf('current_schema()')}`)
  }

  beginSnapshot(): void {
    this.beginBy('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  }

  private beginBy(sql: string): void {
    this.requireOpen()
    try {
      this.exec(sql)
    } catch (error) {
      // the server may still begin it, and all that is written on this connection would then be part of it
      this.connection.close()
      this.connection = startConnection(this.location)
      throw error
    }
    this.isTransaction = true
  }

  commit(): void {
    this.exec('COMMIT')
    this.isTransaction = false
  }

  rollback(): void {
    this.isTransaction = false
    this.exec('ROLLBACK')
  }

  /** The number that the next transaction gets: it rises with each one of any project of the server. */
  changeCount(): string {
    const row = this.prepare('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS count').get()
    return (row as { count: string }).count
  }

  close(): void {
    this.isClosed = true
    this.connection.close()
    this.asideConnection.close()
  }

  /** Nobody would answer. */
  private requireOpen(): void {
    if (this.isClosed) {
      throw new StoreError(message('store.refused', { reason: message('store.noAnswer') }))
    }
  }

  private ask(sql: string, values: readonly Value[] | null): readonly unknown[] {
    this.requireOpen()
    this.asked += 1
    const question: Question = { id: this.asked, sql, values, isWithin: this.isTransaction }
    this.connection.port.postMessage(question)
    const answer = this.answerTo(question.id)
    if ('rows' in answer) {
      return answer.rows
    }
    throw postgresError(answer.error)
  }

  /**
   * Sleeps until it is there. Now and then the thread's sign comes before its answer, and an answer may come after the
   * asker gave up: then it is looked again.
   */
  private answerTo(id: number): Answer {
    const { port, answered } = this.connection
    const end = performance.now() + this.answerMilliseconds
    while (performance.now() < end) {
      const seen = Atomics.load(answered, 0)
      for (let got = receiveMessageOnPort(port); got !== undefined; got = receiveMessageOnPort(port)) {
        const answer = got.message as Answer
        if (answer.id === id) {
          return answer
        }
      }
      Atomics.wait(answered, 0, seen, LOOK_MILLISECONDS)
    }
    throw away(message('store.noAnswer'))
  }
}

/** PostgreSQL's places for values: `$1` for `?1`, and for each `?` the next number. */
export function numbered(sql: string): string {
  let count = 0
  return sql.replace(/\?(\d*)/g, (_place, number: string) => `$${number === '' ? (count += 1) : number}`)
}
