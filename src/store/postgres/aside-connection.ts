import { message } from '../../messages/message'
import type { Value } from '../database'
import { StoreError } from '../store-error'
import { ANSWER_MILLISECONDS, startConnection } from './connection'
import type { Connection } from './connection'
import type { PostgresLocation } from './location'
import { away, postgresError } from './postgres-error'
import type { Answer, Question } from './thread-messages'

interface Asked {
  resolve(rows: unknown[]): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** A second connection, for questions that take long: nobody sleeps until they are answered. Made for the first one. */
export class AsideConnection {
  private connection: Connection | null = null
  private readonly waiting = new Map<number, Asked>()
  private asked = 0

  constructor(private readonly location: PostgresLocation) {}

  /** @throws ContractError `unavailable`; StoreError */
  ask(sql: string, values: readonly Value[]): Promise<unknown[]> {
    this.asked += 1
    const question: Question = { id: this.asked, sql, values, isWithin: false }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.settle(question.id, away(message('store.noAnswer'))),
        ANSWER_MILLISECONDS,
      )
      timer.unref()
      this.waiting.set(question.id, { resolve, reject, timer })
      this.connection ??= this.connect()
      this.connection.port.postMessage(question)
    })
  }

  close(): void {
    this.connection?.close()
    for (const id of this.waiting.keys()) {
      this.settle(id, new StoreError(message('store.refused', { reason: message('store.noAnswer') })))
    }
  }

  private connect(): Connection {
    const connection = startConnection(this.location)
    connection.port.on('message', (answer: Answer) => {
      this.settle(answer.id, 'rows' in answer ? [...answer.rows] : postgresError(answer.error))
    })
    // listening keeps a program alive
    connection.port.unref()
    return connection
  }

  private settle(id: number, result: unknown[] | Error): void {
    const asked = this.waiting.get(id)
    this.waiting.delete(id)
    clearTimeout(asked?.timer)
    if (result instanceof Error) {
      asked?.reject(result)
    } else {
      asked?.resolve(result)
    }
  }
}
