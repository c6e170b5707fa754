import type { EngineHandlers } from '../../contract/engine'

export const teamHandlers: Pick<EngineHandlers, 'team.me'> = {
  'team.me': (_input, caller) => caller,
}
