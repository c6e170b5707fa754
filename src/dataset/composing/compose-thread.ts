// Entry of a worker thread: composes pairs and writes their files, one at a time, until it is ended.

import { parentPort } from 'node:worker_threads'
import type { FromWorker } from '../synthetic/layouts/layout'
import { writeItem } from '../synthetic/write-item'
import { composedItem } from './order'
import type { ToComposer } from './order'

let begun: Extract<ToComposer, { kind: 'begin' }> | null = null

function make(index: number): FromWorker {
  if (begun === null) {
    return { kind: 'failed', index, message: 'The thread was given no order.' }
  }
  const { order, library, folder } = begun
  return writeItem(folder, index, () => composedItem(order, library, index))
}

parentPort?.on('message', (message: ToComposer) => {
  if (message.kind === 'begin') {
    begun = message
  } else {
    parentPort?.postMessage(make(message.index))
  }
})
