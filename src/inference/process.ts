import { parentPort } from '../process/parent-port'
import { THREADS_VARIABLE } from '../process/process-host'
import { checksOutputs } from '../process/own-programs'
import { availableParallelism } from 'node:os'
import { serve } from '../contract/server'
import { openChildLog, commandFailureFields } from '../process/log/log'
import { createWorker } from './worker'
import { workerContract } from './worker-contract'

/** An inference process: it may crash, hang or be killed at any time, and holds nothing worth keeping. */
const threads = Number(process.env[THREADS_VARIABLE]) || Math.max(1, Math.floor(availableParallelism() / 2))
const worker = createWorker({ threads })
const log = openChildLog('inference')
serve(
  workerContract,
  worker,
  (command, error) => {
    console.error(`inference: ${command}:`, error)
    log.write('error', 'command.bug', commandFailureFields(command, error))
  },
  { checksOutputs },
).connect(parentPort())
