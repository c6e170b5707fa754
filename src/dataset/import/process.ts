import { serve } from '../../contract/server'
import { commandFailureFields, openChildLog } from '../../process/log/log'
import { ignoreTerminal } from '../../process/ignore-terminal'
import { checksOutputs } from '../../process/own-programs'
import { parentPort } from '../../process/parent-port'
import { datasetContract } from './apart/contract'
import { checkDataset } from './check'
import { convertDataset } from './convert'
import { importDataset } from './import-project'
import { readPredictions } from './predictions/read-predictions'
import { Reading } from './reading'

/** A dataset process: it reads files that others made, may hang or be killed at any time, and does one thing. */

/** Of objects, images and what is unpacked: a group of parquet rows alone takes up to 2.5 GB. */
const MOST_BYTES = 6 * 2 ** 30
const ALIVE_MILLISECONDS = 1000

ignoreTerminal()

const log = openChildLog('dataset')
const stopper = new AbortController()
const { signal } = stopper

interface Asked {
  givenUp: ReadonlyMap<string, string>
}

interface Watching {
  reading: Reading
  signal: AbortSignal
  progress: (done: number, total?: number) => void
}

function watching({ givenUp }: Asked): Watching {
  return {
    reading: new Reading((path) => server.emit('reading', { path }), givenUp),
    signal,
    progress: (done, total = 0) => server.emit('progress', { done, total }),
  }
}

const server = serve(
  datasetContract,
  {
    import: ({ options, running }) => importDataset(options, watching(running)),
    check: ({ options: { path, format, imageFolder }, running }) =>
      checkDataset(path, format, imageFolder, watching(running)),
    convert: ({ options, running }) => convertDataset(options, watching(running)),
    predictions: ({ options, running }) => readPredictions(options, watching(running)),
    stop: () => {
      stopper.abort()
      return null
    },
  },
  (command, error) => {
    console.error(`dataset: ${command}:`, error)
    log.write('error', 'command.bug', commandFailureFields(command, error))
  },
  { checksOutputs },
)
setInterval(() => server.emit('alive', {}), ALIVE_MILLISECONDS).unref()
server.connect(parentPort(MOST_BYTES))
server.emit('alive', {})
