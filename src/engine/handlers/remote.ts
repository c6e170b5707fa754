import type { EngineHandlers } from '../../contract/engine'
import type { EngineState } from '../engine-state'

type RemoteHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `remote.${string}`>>

export function remoteHandlers({ lanes: { remote } }: EngineState): RemoteHandlers {
  return {
    'remote.status': () => remote.status(),
    'remote.try': () => remote.try(),
  }
}
