import type { EngineHandlers } from '../../contract/engine'
import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'
import { blindName } from '../blind'
import { carryRegions } from '../carry'
import type { EngineState } from '../engine-state'

type SequenceHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `sequences.${string}`>>

export function sequenceHandlers(state: EngineState): SequenceHandlers {
  return {
    'sequences.list': () => state.current().project.store.pairs.sequences.list(),
    'sequences.carry': ({ pairId, storePath }, caller) =>
      state.currentWith(storePath).whileOpen(async (project) => {
        if (blindName(caller) !== null && project.store.pair(pairId).blind.wanted !== null) {
          throw failWith('conflict', message('reviews.notCarried'))
        }
        const carried = await carryRegions(project, pairId)
        state.pairChanged(carried.pairId)
        return carried
      }),
    'sequences.takeBack': ({ proposalId, storePath }) => {
      const { store } = state.currentWith(storePath).project
      state.pairChanged(store.proposals.takeBack(proposalId))
      return null
    },
  }
}
