import type { EngineHandlers } from '../../contract/engine'
import type { Holder } from '../../store/claims'
import type { EngineState } from '../engine-state'

type ClaimHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `claims.${string}`>>

export function claimHandlers(state: EngineState): ClaimHandlers {
  const named = (holder: string): Holder => ({ holder, name: state.user.getSettings().reviewer })
  return {
    'claims.take': ({ pairId, holder, isForced, storePath }) =>
      state.currentWith(storePath).claims.take(pairId, named(holder), isForced),
    'claims.takeFirst': ({ pairIds, holder, storePath }) => ({
      pairId: state.currentWith(storePath).claims.takeFirst(pairIds, named(holder)),
    }),
    'claims.release': ({ holder, storePath }) => {
      state.currentWith(storePath).claims.release(holder)
      return null
    },
    'claims.list': () => state.current().claims.list(),
  }
}
