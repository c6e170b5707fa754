import type { EngineHandlers } from '../../contract/engine'
import type { EngineState } from '../engine-state'
import { askWorkers, workersStatus } from '../workers/ask-workers'

type WorkerHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `workers.${string}`>>

export function workerHandlers(state: EngineState): WorkerHandlers {
  return {
    'workers.status': () => workersStatus(state.current().project.storePlace),
    'workers.ask': (wanted) => askWorkers(state, wanted),
  }
}
