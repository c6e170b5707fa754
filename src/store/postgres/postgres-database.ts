import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { MessagePort, Worker } from 'node:worker_threads'
import { ContractError, failWith } from '../../contract/errors'
import { message, messageFields } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { startThread } from '../../process/own-programs'
import { inTransaction } from '../database'
import type { Database, Statement, Value } from '../database'
import { StoreError } from '../store-error'
import { POSTGRES_MIGRATIONS, VERSION_TABLE } from './postgres-schema'
import type { Answer, Question, ThreadData } from './thread-messages'

/** Longer than any statement of the store takes; then the server counts as away. */
const ANSWER_MILLISECONDS = 120_000

/** Between two looks for an answer whose sign was missed. */
const LOOK_MILLISECONDS = 100

/**
 * Codes of errors after which the same may be tried again: no connection, no resources, a server that shuts down, and
 * Node's where there is none.
 */
const AWAY = /^(08|53|57P|E[A-Z])/

export interface PostgresLocation {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; the password may come from the environment or `~/.pgpass`. */
  readonly url: string
  /** The schema of the project's tables. */
  readonly schema: string
}

/** A project's schema where its URL names none. */
const DEFAULT_SCHEMA = 'deltascribe'

/** @param text a URL whose query may name a `schema`. @throws ContractError `invalid-input` */
export function postgresLocation(text: string): PostgresLocation {
  const url = URL.canParse(text) ? new URL(text) : null
  const schema = url?.searchParams.get('schema') ?? DEFAULT_SCHEMA
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || !/^[a-z][a-z0-9_]{0,50}$/.test(schema)) {
    throw failWith('invalid-input', message('store.noDatabaseUrl'))
  }
  url.searchParams.delete('schema')
  return { url: url.href, schema }
}

/**
 * Opens or creates a project in PostgreSQL 15 or later and brings it up to date.
 * @throws ContractError `unavailable` where there is no such server; StoreError
 */
export function openPostgres(location: PostgresLocation): PostgresDatabase {
  const database = new PostgresDatabase(location)
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
  private readonly worker: Worker
  private readonly port: MessagePort
  private asked = 0
  private isClosed = false
  private readonly answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

  constructor({ url, schema }: PostgresLocation) {
    const data: ThreadData = { url, schema, answered: this.answered }
    this.worker = startThread('connection-thread', data)
    this.worker.unref()
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    this.port.unref()
    this.worker.postMessage(port2, [port2])
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

  /** Waits for other programs that write to this project, so that a transaction reads what it builds on. */
  begin(): void {
    try {
      // in one question: each takes the way to the server and back
      this.exec(`BEGIN; SELECT ${lockOf('current_schema()')}`)
    } catch (error) {
      if (!(error instanceof DatabaseAway)) {
        this.exec('ROLLBACK')
      }
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
    this.port.close()
    void this.worker.terminate()
  }

  private ask(sql: string, values: readonly Value[] | null): readonly unknown[] {
    // nobody would answer
    if (this.isClosed) {
      throw new StoreError(message('store.refused', { reason: message('store.noAnswer') }))
    }
    this.asked += 1
    const question: Question = { id: this.asked, sql, values, isWithin: this.isTransaction }
    this.port.postMessage(question)
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
    const end = performance.now() + ANSWER_MILLISECONDS
    while (performance.now() < end) {
      const seen = Atomics.load(this.answered, 0)
      for (
        let got = receiveMessageOnPort(this.port);
        got !== undefined;
        got = receiveMessageOnPort(this.port)
      ) {
        const answer = got.message as Answer
        if (answer.id === id) {
          return answer
        }
      }
      Atomics.wait(this.answered, 0, seen, LOOK_MILLISECONDS)
    }
    throw away(message('store.noAnswer'))
  }
}

/** The server cannot be reached now. */
export class DatabaseAway extends ContractError {
  override name = 'DatabaseAway'
}

/** @param code PostgreSQL's, or Node's where there is no server; null for neither */
export function postgresError(error: { message: string; code: string | null }): Error {
  const { message: reason, code } = error
  return AWAY.test(code ?? '') ? away(reason) : new StoreError(message('store.refused', { reason }))
}

export function away(reason: MessageText): DatabaseAway {
  return new DatabaseAway({
    code: 'unavailable',
    ...messageFields(message('store.databaseAway', { reason })),
  })
}

/** PostgreSQL's places for values: `$1` for `?1`, and for each `?` the next number. */
export function numbered(sql: string): string {
  let count = 0
  return sql.replace(/\?(\d*)/g, (_place, number: string) => `$${number === '' ? (count += 1) : number}`)
}
