import { ignoreTerminal } from '../process/ignore-terminal'
import { parentPort } from '../process/parent-port'
import { SHARES_DEVICE_VARIABLE, THREADS_VARIABLE } from '../process/process-host'
import { availableParallelism } from 'node:os'
import { serveInference } from './serve-inference'
import { shareDevice } from './share-device'

/** An inference process: it may crash, hang or be killed at any time, and holds nothing worth keeping. */
ignoreTerminal()
const threads = Number(process.env[THREADS_VARIABLE]) || Math.max(1, Math.floor(availableParallelism() / 2))
if (process.env[SHARES_DEVICE_VARIABLE] === '1') {
  shareDevice(parentPort(), threads)
} else {
  serveInference(parentPort(), { threads })
}
