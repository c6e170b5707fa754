// Entry of a worker thread: runs one model on the feeds that it receives, until it receives `close`.

import { parentPort } from 'node:worker_threads'
import { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import { sessionSettings } from '../session'
import type { FromReplica, SentTensor, SentTensors, ToReplica } from './replica'
import { messageOf } from '../../contract/errors'

let session: InferenceSession | null = null

async function open(model: Uint8Array): Promise<FromReplica> {
  session = await InferenceSession.create(model, sessionSettings({ threads: 1 }))
  return { kind: 'opened' }
}

async function run(tensors: SentTensors): Promise<FromReplica> {
  if (session === null) {
    return { kind: 'failed', message: 'The worker was given no model.' }
  }
  const feeds: Record<string, RuntimeTensor> = {}
  for (const [name, { type, data, shape }] of Object.entries(tensors)) {
    feeds[name] = new RuntimeTensor(type, data, shape)
  }
  const outputs: Record<string, SentTensor> = {}
  for (const [name, { type, data, dims }] of Object.entries(await session.run(feeds))) {
    outputs[name] = { type, data, shape: dims } as SentTensor
  }
  return { kind: 'ran', outputs }
}

/** The work on the last message; it never rejects. */
let last: Promise<void> = Promise.resolve()

function answer(message: ToReplica): void {
  if (message.kind === 'close') {
    // whatever else this thread has open, such as a loader of TypeScript, must not keep it
    void last.then(() => session?.release()).finally(() => process.exit())
    return
  }
  const reply = message.kind === 'open' ? open(message.model) : run(message.feeds)
  last = reply
    .catch((error: unknown): FromReplica => {
      return { kind: 'failed', message: messageOf(error) }
    })
    .then((done) => parentPort?.postMessage(done))
}

parentPort?.on('message', answer)
