import type { EngineState } from './engine-state'
import { followAskedExports } from './workers/ask-export'

/** Starts the work that runs by itself once a project was opened for a person. */
export function beginOwnWork(state: EngineState): void {
  state.proposeAhead()
  followAskedExports(state)
}
