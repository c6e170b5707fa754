import type { TakenIn } from '../../contract/project'
import type { EngineState } from '../engine-state'

/**
 * Takes in what came into the open folder, and what went. Work that is under way goes on.
 * @throws ContractError `folder-unreadable`; `conflict` where another one is open; `cancelled` where it is closed
 */
export function readFolder(state: EngineState, storePath: string | undefined): Promise<TakenIn> {
  return state.inTurn(async () => {
    const session = state.currentWith(storePath)
    const taken = await session.whileOpen((project) => project.takeInFiles())
    state.emit('project.changed', session.describe())
    state.emit('project.folderRead', taken)
    session.totals.soon()
    session.similar.embedder.consider()
    state.proposeAhead()
    return taken
  })
}
