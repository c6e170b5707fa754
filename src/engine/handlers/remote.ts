import type { EngineHandlers } from '../../contract/engine'
import type { EngineState } from '../engine-state'

type RemoteHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `remote.${string}`>>

export function remoteHandlers(state: EngineState): RemoteHandlers {
  const { remote } = state.lanes
  return {
    'remote.status': () => remote.status(),
    'remote.try': async () => {
      const trial = await remote.try()
      if (trial.found !== null && state.describe() !== null) {
        state.current().queue.resume()
      }
      return trial
    },
  }
}
