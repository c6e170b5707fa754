import type { EngineHandlers } from '../../contract/engine'
import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'
import { blindName } from '../blind-reviews'
import { carryRegions } from '../carry'
import type { EngineState } from '../engine-state'

type SequenceHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `sequences.${string}`>>

export function sequenceHandlers(state: EngineState): SequenceHandlers {
  return {
    'sequences.list': () => state.current().project.store.pairs.sequences.list(),
    'sequences.carry': ({ pairId, storePath }, caller) => {
      const session = state.currentWith(storePath)
      return session.whileOpen(async (project) => {
        if (blindName(caller) !== null && project.store.pair(pairId).blind.wanted !== null) {
          throw failWith('conflict', message('reviews.notCarried'))
        }
        const carried = await carryRegions(project, pairId)
        session.pairChanged(carried.pairId, true)
        return carried
      })
    },
    'sequences.takeBack': ({ proposalId, storePath }) => {
      const session = state.currentWith(storePath)
      session.pairChanged(session.project.store.proposals.takeBack(proposalId), true)
      return null
    },
  }
}
