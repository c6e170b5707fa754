import type { EngineHandlers } from '../../contract/engine'
import type { WorkersStatus } from '../../contract/workers'
import type { EngineState } from '../engine-state'
import { askCaptions } from '../workers/ask-captions'
import { askWorkers, workersStatus } from '../workers/ask-workers'

type WorkerHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `workers.${string}`>>

/** For so long one answer serves all pages. */
const KEPT_MILLISECONDS = 4000

export function workerHandlers(state: EngineState): WorkerHandlers {
  let last: { place: string; at: number; status: Promise<WorkersStatus | null> } | null = null
  return {
    'workers.status': () => {
      const { storeAddress: place } = state.current().project
      if (last?.place !== place || performance.now() - last.at > KEPT_MILLISECONDS) {
        last = { place, at: performance.now(), status: workersStatus(place) }
      }
      return last.status
    },
    'workers.ask': (wanted) => {
      last = null
      return askWorkers(state, wanted)
    },
    'workers.askCaptions': ({ pairIds }) => {
      last = null
      return askCaptions(state, pairIds)
    },
  }
}
