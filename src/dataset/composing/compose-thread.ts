// Entry of a worker thread: composes pairs and writes their files, one at a time, until it is ended.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../contract/errors'
import { renderComposed } from '../../synth/photographs/pair'
import { shownPair, SHOWN } from './contact-sheet'
import { composedPlan, itemOf } from './order'
import type { FromComposer, ToComposer } from './order'
import { usedBy } from './used-sources'

let begun: Extract<ToComposer, { kind: 'begin' }> | null = null

function make(index: number): FromComposer {
  if (begun === null) {
    return { kind: 'failed', index, message: 'The thread was given no order.' }
  }
  try {
    const { order, library, folder } = begun
    const plan = composedPlan(order, library, index)
    const pair = renderComposed(plan, library)
    const { files, record } = itemOf(order, pair, index)
    let bytes = 0
    for (const file of files) {
      writeFileSync(join(folder, file.path), file.bytes)
      bytes += file.bytes.length
    }
    const shown = index < SHOWN ? shownPair(pair) : null
    return { kind: 'made', index, record: JSON.stringify(record), bytes, used: usedBy(plan), shown }
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
