import { failureFields } from './failure-fields'
import { noLog, openLog } from './log'
import type { Log } from './log'

/** Names the user's folder to processes that are told nothing else of it. */
export const LOG_HOME_VARIABLE = 'DELTASCRIBE_LOG_HOME'

/** The log of an inference or training process, which also gets the error that ends it. */
export function openChildLog(processName: string): Log {
  const home = process.env[LOG_HOME_VARIABLE]
  const log = home === undefined || home === '' ? noLog : openLog(home, processName)
  logFatalErrors(log)
  return log
}

/** Node ends the process after these, as it does without the log. */
export function logFatalErrors(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    log.write('error', 'process.failed', { origin, ...failureFields(error) })
  })
}
