import { constants, setPriority } from 'node:os'
import { serve } from '../contract/server'
import { parentPort } from '../process/parent-port'
import { tuneFailure } from './tune/failure'
import { trainerContract } from './tune/trainer-contract'
import { runTune } from './tune/tune-run'
import { Paused } from './tune/tuning'

/** A training process: below all others, so that the program stays usable; it may be killed at any time. */
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // who may not change it trains all the same
}

// a terminal's Ctrl+C and its end reach this process too: the one that began it asks for a pause, or closes the channel
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)

let wantsPause = false

const server = serve(
  trainerContract,
  {
    start: async ({ run }) => {
      try {
        const model = await runTune(run, {
          say: (line) => server.emit('line', line),
          wantsPause: () => wantsPause,
        })
        return { outcome: 'done' as const, model }
      } catch (error) {
        if (error instanceof Paused) return { outcome: 'paused' as const, model: null }
        console.error('training:', error)
        throw tuneFailure(error)
      }
    },
    pause: () => {
      wantsPause = true
      return null
    },
  },
  (command, error) => console.error(`training: ${command}:`, error),
)
server.connect(parentPort())
