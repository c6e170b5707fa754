// Entry of a worker thread: composes pairs and writes their files, one at a time, until it is ended.

import { parentPort } from 'node:worker_threads'
import { renderComposed } from '../../synth/photographs/pair'
import { writeItem } from '../synthetic/write-item'
import { shownPair, SHOWN } from './contact-sheet'
import { composedPlan, itemOf } from './order'
import type { FromComposer, ToComposer } from './order'
import { usedBy } from './used-sources'

let begun: Extract<ToComposer, { kind: 'begin' }> | null = null

function make(index: number): FromComposer {
  if (begun === null) {
    return { kind: 'failed', index, message: 'The thread was given no order.' }
  }
  const { order, library, folder } = begun
  return writeItem(folder, index, () => {
    const plan = composedPlan(order, library, index)
    const pair = renderComposed(plan, library)
    const notes = { used: usedBy(plan), shown: index < SHOWN ? shownPair(pair) : null }
    return [itemOf(order, pair, index), notes]
  })
}

parentPort?.on('message', (message: ToComposer) => {
  if (message.kind === 'begin') {
    begun = message
  } else {
    parentPort?.postMessage(make(message.index))
  }
})
