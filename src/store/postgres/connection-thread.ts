import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { Client, types } from 'pg'
import type { Value } from '../database'
import type { Answer, Question, Result, ThreadData } from './thread-messages'

/**
 * Holds one connection to PostgreSQL and answers questions in their order. The thread that asks sleeps until then: a
 * statement of the store returns when it is done, as SQLite's does. A connection that broke is made anew for the next
 * question.
 */
const { url, schema, answered } = workerData as ThreadData
/** PostgreSQL's `int8` and `numeric`, of counts and sums: below 2^53 here. */
const [INT8, NUMERIC] = [20, 1700]
const CONNECT_MILLISECONDS = 10_000
/** PostgreSQL's code for it. */
const CONNECTION_LOST = '08006'
/** What `pg` says itself, without a code, of a connection that ended or never came. */
const OF_CONNECTION = /^(Connection terminated|Client (was closed|has encountered)|timeout e)/

types.setTypeParser(INT8, Number)
types.setTypeParser(NUMERIC, Number)

let connection: Promise<Client> | null = null
/** Of `connection`. */
let present: Client | null = null
/** `pg` takes one question at a time. */
let last: Promise<unknown> = Promise.resolve()

parentPort!.once('message', (port: MessagePort) => {
  port.on('message', (question: Question) => {
    last = last.then(async () => {
      const result = await answer(question)
      const given: Answer = { ...result, id: question.id }
      port.postMessage(given)
      Atomics.add(answered, 0, 1)
      Atomics.notify(answered, 0)
    })
  })
})

async function answer({ sql, values, isWithin }: Question): Promise<Result> {
  if (connection === null && isWithin) {
    return { error: { message: 'The connection ended within a transaction.', code: CONNECTION_LOST } }
  }
  try {
    const client = await (connection ??= connect())
    const result: unknown = await client.query(
      values === null ? sql : { name: nameOf(sql), text: sql, values: values.map(sent) },
    )
    // several statements have several results
    return { rows: Array.isArray(result) ? [] : (result as { rows: unknown[] }).rows }
  } catch (error) {
    const { message, code } = error as { message: string; code?: unknown }
    const own = OF_CONNECTION.test(message) ? CONNECTION_LOST : null
    return { error: { message, code: typeof code === 'string' ? code : own } }
  }
}

/** Its end may come after another one was made. */
function forget(client: Client): void {
  if (client === present) {
    connection = null
  }
}

async function connect(): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'deltascribe',
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
  })
  present = client
  // a question that waits for its answer is told too
  client.on('error', () => forget(client))
  client.on('end', () => forget(client))
  try {
    await client.connect()
    return client
  } catch (error) {
    forget(client)
    throw error
  }
}

/** The server plans statements of one name once. */
function nameOf(sql: string): string {
  return createHash('sha256').update(sql).digest('base64url')
}

/** PostgreSQL has no text with a zero character. */
function sent(value: Value): Value {
  if (typeof value === 'string') {
    return value.replaceAll('\0', '\uFFFD')
  }
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
