import { ignoreTerminal } from '../process/ignore-terminal'
import { parentPort } from '../process/parent-port'
import { checksOutputs } from '../process/own-programs'
import { constants, setPriority } from 'node:os'
import { failWith, messageOf } from '../contract/errors'
import { serve } from '../contract/server'
import { openChildLog, commandFailureFields, failureFields } from '../process/log/log'
import { trainingFailure } from './fine-tuning/failure'
import { trainerContract } from './fine-tuning/trainer-contract'
import { runFineTune } from './fine-tuning/fine-tune-run'
import { PausedError, UndecidedError } from './fine-tuning/fine-tune-context'
import { tryProvider } from './fine-tuning/try-provider'
import { trySyntheticRun } from './synthetic/try-synthetic'
import type { TrainingLine } from '../contract/training'

/** A training process: below all others, so that the program stays usable; it may be killed at any time. */
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // without the permission it trains at normal priority
}

ignoreTerminal()

const log = openChildLog('training')
let isPauseRequested = false

const server = serve(
  trainerContract,
  {
    start: async ({ run, provider }) => {
      try {
        const control = {
          emit: (line: TrainingLine) => server.emit('line', line),
          isPauseRequested: () => isPauseRequested,
        }
        return { outcome: 'done' as const, model: await runFineTune(run, control, provider) }
      } catch (error) {
        if (error instanceof PausedError) {
          return { outcome: 'paused' as const, model: null }
        }
        if (error instanceof UndecidedError) {
          return { outcome: 'undecided' as const, model: null }
        }
        throw failed(error)
      }
    },
    try: async ({ run, provider }) => {
      try {
        return await tryProvider(run, provider)
      } catch (error) {
        throw failed(error)
      }
    },
    trySynthetic: async ({ options }) => {
      try {
        return await trySyntheticRun(options)
      } catch (error) {
        console.error('training:', error)
        throw failWith('invalid-input', messageOf(error))
      }
    },
    pause: () => {
      isPauseRequested = true
      return null
    },
  },
  (command, error) => {
    console.error(`training: ${command}:`, error)
    log.write('error', 'command.bug', commandFailureFields(command, error))
  },
  { checksOutputs },
)
server.connect(parentPort())

function failed(error: unknown): Error {
  console.error('training:', error)
  log.write('error', 'run.failed', failureFields(error))
  return trainingFailure(error)
}
