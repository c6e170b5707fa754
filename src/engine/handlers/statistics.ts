import type { EngineHandlers } from '../../contract/engine'
import type { Caller } from '../../contract/person'
import type { DecisionRecord } from '../../contract/statistics'
import { EventLoopTurns } from '../../process/event-loop-turns'
import type { ProjectStore } from '../../store/project-store'
import { blindName } from '../blind-reviews'
import type { EngineState } from '../engine-state'
import { summarise } from '../statistics'

export function statisticsHandlers(
  state: EngineState,
): Pick<EngineHandlers, Extract<keyof EngineHandlers, `statistics.${string}`>> {
  return {
    'statistics.get': (_input, caller) => {
      const session = state.current()
      return session.whileOpen(async () => {
        const { pairCount } = session.describe()
        return summarise(await decisionsOf(session.project.store, caller), pairCount)
      })
    },
    'statistics.decisions': (_input, caller) => {
      const session = state.current()
      return session.whileOpen(() => decisionsOf(session.project.store, caller))
    },
  }
}

/** In the order in which they were made. The engine answers others meanwhile. */
async function decisionsOf({ decisions }: ProjectStore, caller: Caller): Promise<DecisionRecord[]> {
  const all: DecisionRecord[] = []
  const turns = new EventLoopTurns()
  for (const chunk of decisions.inForce(blindName(caller) !== null)) {
    all.push(...chunk)
    await turns.yieldToEventLoop()
  }
  return all.sort((a, b) => a.at - b.at)
}
