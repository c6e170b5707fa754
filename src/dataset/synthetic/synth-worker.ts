// Entry of a worker process: makes pairs and writes their files, one at a time, until the parent goes.

import { LAYOUTS } from './layouts/layouts'
import type { SetSpec, FromWorker, ToWorker } from './layouts/layout'
import { ignoreTerminal } from '../../process/ignore-terminal'
import { parentPort } from '../../process/parent-port'
import { writeItem } from './write-item'

let spec: SetSpec | null = null
let folder = ''

function make(index: number): FromWorker {
  if (spec === null) {
    return { kind: 'failed', index, message: 'The worker was given no order.' }
  }
  const given = spec
  return writeItem(folder, index, () => [LAYOUTS[given.layout].make(given, index), {}])
}

const port = parentPort()
port.onMessage((data) => {
  const message = data as ToWorker
  if (message.kind === 'begin') {
    spec = message.spec
    folder = message.folder
  } else {
    port.post(make(message.index))
  }
})
ignoreTerminal()
