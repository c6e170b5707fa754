// Entry of a worker thread: composes pairs and writes their files, one at a time, until it is ended.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../contract/errors'
import type { FromWorker } from '../synthetic/layouts/layout'
import { composedItem } from './order'
import type { ToComposer } from './order'

let begun: Extract<ToComposer, { kind: 'begin' }> | null = null

function make(index: number): FromWorker {
  if (begun === null) {
    return { kind: 'failed', index, message: 'The thread was given no order.' }
  }
  try {
    const { files, record } = composedItem(begun.order, begun.library, index)
    let bytes = 0
    for (const file of files) {
      writeFileSync(join(begun.folder, file.path), file.bytes)
      bytes += file.bytes.length
    }
    return { kind: 'made', index, record: JSON.stringify(record), bytes }
  } catch (error) {
    return { kind: 'failed', index, message: messageOf(error) }
  }
}

parentPort?.on('message', (message: ToComposer) => {
  if (message.kind === 'begin') {
    begun = message
  } else {
    parentPort?.postMessage(make(message.index))
  }
})
