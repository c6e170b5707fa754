import type { EngineHandlers } from '../../contract/engine'
import type { Caller } from '../../contract/person'
import type { Holder } from '../../store/claims'
import { blindName, claimsFor, workRow } from '../blind-reviews'
import { withoutOthersPages } from '../claims'
import type { EngineState } from '../engine-state'

type ClaimHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `claims.${string}`>>

/** Claims of a pair of several blind reviews are of the person's own review: others may be at theirs. */
export function claimHandlers(state: EngineState): ClaimHandlers {
  const named = (holder: string, caller: Caller): Holder => ({
    holder,
    name: state.own.nameOf(caller) ?? '',
  })
  return {
    'claims.take': ({ pairId, holder, isForced, storePath }, caller) => {
      const { project, claims } = state.currentWith(storePath)
      claims.heard(holder, caller)
      const claim = claims.take(workRow(project.store, pairId, caller), named(holder, caller), isForced)
      return claim === null ? null : { ...withoutOthersPages([claim], caller)[0], pairId }
    },
    'claims.takeFirst': ({ pairIds, holder, storePath }, caller) => {
      const { project, claims } = state.currentWith(storePath)
      claims.heard(holder, caller)
      const name = blindName(caller)
      if (name === null) {
        return { pairId: claims.takeFirst(pairIds, named(holder, caller)) }
      }
      const rows = project.store.openFor(pairIds, name)
      const taken = claims.takeFirst(
        rows.map(({ row }) => row),
        named(holder, caller),
      )
      return { pairId: rows.find(({ row }) => row === taken)?.pairId ?? null }
    },
    'claims.release': ({ holder, storePath }) => {
      state.currentWith(storePath).claims.release(holder)
      return null
    },
    'claims.list': (_input, caller) => {
      const { project, claims } = state.current()
      return caller === null
        ? claims.list()
        : withoutOthersPages(claimsFor(project.store, claims.list(), caller), caller)
    },
  }
}
