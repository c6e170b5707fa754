// Entry of a thread: inference whose networks run on the device that another thread holds.

import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { Inbox } from '../contract/port'
import { DeviceClient } from './sessions/device-client'
import { serveInference } from './serve-inference'

export interface ProposingThreadData {
  /** Of the CPU, for one operator. */
  readonly threads: number
  /** To the thread with the device. */
  readonly device: MessagePort
}

const { threads, device } = workerData as ProposingThreadData
const port = parentPort
if (port !== null) {
  const inbox = new Inbox()
  port.once('close', () => inbox.close())
  serveInference(
    {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', listener),
      onClose: (listener) => inbox.onClose(listener),
      close: () => port.close(),
    },
    { threads, device: new DeviceClient(device) },
  )
}
