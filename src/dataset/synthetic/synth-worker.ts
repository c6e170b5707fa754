// Entry of a worker process: makes pairs and writes their files, one at a time, until the parent goes.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAYOUTS } from './layouts/layouts'
import type { SetSpec, FromWorker, ToWorker } from './layouts/layout'
import { messageOf } from '../../contract/errors'
import { ignoreTerminal } from '../../process/ignore-terminal'
import { parentPort } from '../../process/parent-port'

let spec: SetSpec | null = null
let folder = ''

function make(index: number): FromWorker {
  if (spec === null) {
    return { kind: 'failed', index, message: 'The worker was given no order.' }
  }
  try {
    const { files, record } = LAYOUTS[spec.layout].make(spec, index)
    let bytes = 0
    for (const file of files) {
      writeFileSync(join(folder, file.path), file.bytes)
      bytes += file.bytes.length
    }
    return { kind: 'made', index, record: JSON.stringify(record), bytes }
  } catch (error) {
    return { kind: 'failed', index, message: messageOf(error) }
  }
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
