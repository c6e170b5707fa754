import type { EngineHandlers } from '../../contract/engine'
import type { EngineState } from '../engine-state'
import { pairScan, putSlices } from '../scans'

type ScanHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `scans.${string}`>>

export function scanHandlers(state: EngineState): ScanHandlers {
  return {
    'scans.get': ({ pairId }) => state.current().whileOpen((project) => pairScan(project, pairId)),
    'scans.addSlices': async ({ storePath, ...slices }) => {
      const session = state.currentWith(storePath)
      const added = await session.whileOpen(async (project) => {
        const count = await putSlices(project, slices)
        session.requireOpen()
        project.takeInSlices()
        return count
      })
      if (added > 0) {
        state.emit('project.changed', session.describe())
        session.totals.soon()
        session.similar.embedder.consider()
        state.proposeAhead()
      }
      return { added }
    },
  }
}
