// Entry of a worker thread: runs the models that it is given on the feeds that it receives, until it receives `close`.

import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../contract/errors'
import { LocalSessions } from '../step-sessions'
import type { FromThread, ToThread } from './session-thread'

let sessions: LocalSessions | null = null

async function answer(message: Exclude<ToThread, { kind: 'close' }>): Promise<FromThread> {
  if (message.kind === 'open') {
    sessions = await LocalSessions.open(message.models, message.options)
    return { kind: 'opened' }
  }
  if (sessions === null) {
    return { kind: 'failed', message: 'The thread was given no model.' }
  }
  return message.kind === 'run'
    ? { kind: 'ran', outputs: await sessions.run(message.model, message.feeds) }
    : { kind: 'read', vectors: await sessions.read(message.names) }
}

/** The work on the last message; it never rejects. */
let last: Promise<void> = Promise.resolve()

function onMessage(message: ToThread): void {
  if (message.kind === 'close') {
    // whatever else this thread has open, such as a loader of TypeScript, must not keep it
    void last.then(() => sessions?.release()).finally(() => process.exit())
    return
  }
  last = answer(message)
    .catch((error: unknown): FromThread => ({ kind: 'failed', message: messageOf(error) }))
    .then((done) => parentPort?.postMessage(done))
}

parentPort?.on('message', onMessage)
