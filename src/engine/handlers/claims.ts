import type { EngineHandlers } from '../../contract/engine'
import type { Caller } from '../../contract/person'
import type { Holder } from '../../store/claims'
import type { EngineState } from '../engine-state'

type ClaimHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `claims.${string}`>>

export function claimHandlers(state: EngineState): ClaimHandlers {
  const named = (holder: string, caller: Caller): Holder => ({
    holder,
    name: state.own.nameOf(caller) ?? '',
  })
  return {
    'claims.take': ({ pairId, holder, isForced, storePath }, caller) =>
      state.currentWith(storePath).claims.take(pairId, named(holder, caller), isForced),
    'claims.takeFirst': ({ pairIds, holder, storePath }, caller) => ({
      pairId: state.currentWith(storePath).claims.takeFirst(pairIds, named(holder, caller)),
    }),
    'claims.release': ({ holder, storePath }) => {
      state.currentWith(storePath).claims.release(holder)
      return null
    },
    'claims.list': () => state.current().claims.list(),
  }
}
