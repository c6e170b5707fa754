import { availableParallelism } from 'node:os'
import { serve } from '../contract/server'
import { commandFailureFields, openChildLog } from '../process/log/log'
import { ignoreTerminal } from '../process/ignore-terminal'
import { checksOutputs } from '../process/own-programs'
import { parentPort } from '../process/parent-port'
import { THREADS_VARIABLE } from '../process/process-host'
import { captionContract } from './caption-contract'
import { createCaptionWorker } from './worker'

/** A caption process: it holds a vision language model, may be killed at any time, and holds nothing worth keeping. */
ignoreTerminal()
const threads = Number(process.env[THREADS_VARIABLE]) || Math.max(1, Math.floor(availableParallelism() / 2))
const worker = createCaptionWorker({ threads, onText: (id, text) => server.emit('text', { id, text }) })
const log = openChildLog('caption')
const server = serve(
  captionContract,
  worker,
  (command, error) => {
    console.error(`caption: ${command}:`, error)
    log.write('error', 'command.bug', commandFailureFields(command, error))
  },
  { checksOutputs },
)
server.connect(parentPort())
