import { MessageChannel } from 'node:worker_threads'
import type { MessagePort, Worker } from 'node:worker_threads'
import { startThread } from '../../process/own-programs'
import type { PostgresLocation } from './location'
import type { ThreadData } from './thread-messages'

/** Longer than any statement of the store takes; then the server counts as away. */
export const ANSWER_MILLISECONDS = 120_000

/** A connection on a thread of its own, which keeps no program alive. */
export interface Connection {
  /** Takes questions, gives answers. */
  readonly port: MessagePort
  /** Counted up with each answer. */
  readonly answered: Int32Array
  close(): void
}

export function startConnection({ url, schema }: PostgresLocation): Connection {
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const data: ThreadData = { url, schema, answered }
  const worker: Worker = startThread('connection-thread', data)
  worker.unref()
  const { port1: port, port2 } = new MessageChannel()
  port.unref()
  worker.postMessage(port2, [port2])
  const close = (): void => {
    port.close()
    void worker.terminate()
  }
  return { port, answered, close }
}
