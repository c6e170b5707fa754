import { serve } from '../contract/server'
import type { Port } from '../contract/port'
import { checksOutputs } from '../process/own-programs'
import { openChildLog, commandFailureFields } from '../process/log/log'
import type { SessionRuntime } from './sessions/model-session'
import { createInferenceHandlers } from './inference-handlers'
import { inferenceContract } from './inference-contract'

/** Answers the commands of a port, in a process or a thread of its own. */
export function serveInference(port: Port, runtime: SessionRuntime): void {
  const log = openChildLog('inference')
  serve(
    inferenceContract,
    createInferenceHandlers(runtime),
    (command, error) => {
      console.error(`inference: ${command}:`, error)
      log.write('error', 'command.bug', commandFailureFields(command, error))
    },
    { checksOutputs },
  ).connect(port)
}
