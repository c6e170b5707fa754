// Entry of a thread: holds the sessions of a device, for the threads whose ports it receives.

import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { DeviceServer } from './sessions/device-server'

export interface DeviceThreadData {
  /** Of the CPU, for nodes that the device lacks. */
  readonly threads: number
}

const { threads } = workerData as DeviceThreadData
const server = new DeviceServer(threads, (rows, error) => {
  console.error(`inference: a batch failed, and the next ones have ${rows} rows at most:`, error)
})
parentPort?.on('message', (port: MessagePort) => server.connect(port))
