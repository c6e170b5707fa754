import { checksOutputs } from '../process/checks-outputs'
import { engineContract } from '../contract/engine'
import { toFailure } from '../contract/errors'
import type { PictureAddress } from '../contract/picture'
import type { Port } from '../contract/port'
import { serve } from '../contract/server'
import { EngineState } from './engine-state'
import type { Emit, EngineOptions } from './engine-options'
import { connectorHandlers } from './handlers/connector'
import { modelHandlers } from './handlers/models'
import { packHandlers } from './handlers/packs'
import { pairHandlers } from './handlers/pairs'
import { projectHandlers } from './handlers/project'
import { proposalHandlers } from './handlers/proposals'
import { trainingHandlers } from './handlers/training'
import { workHandlers } from './handlers/work'
import type { LocatedPicture } from './picture-cache'

/** The engine as its process, or the command line, holds it. */
export interface Engine {
  /** Serves the contract on one more port. */
  connect(port: Port): void
  /** @throws ContractError `folder-unreadable` */
  open(folder: string): Promise<void>
  /** Opens the folder that the program was started with; the UI is told where it cannot be opened. */
  openAtStart(folder: string): Promise<void>
  /** @throws ContractError */
  locatePicture(address: PictureAddress): Promise<LocatedPicture>
  dispose(): void
}

export function createEngine(options: EngineOptions): Engine {
  const emit: Emit = (event, payload) => server.emit(event, payload)
  const state = new EngineState(options, emit)
  const server = serve(
    engineContract,
    {
      ...projectHandlers(state),
      ...pairHandlers(state),
      ...proposalHandlers(state),
      ...modelHandlers(state),
      ...packHandlers(state),
      ...connectorHandlers(state),
      ...trainingHandlers(state),
      ...workHandlers(state),
    },
    (command, error) => console.error(`engine: ${command}:`, error),
    { checksOutputs },
  )
  async function open(folder: string): Promise<void> {
    await state.open(folder, null)
    state.proposeAhead()
  }

  return {
    connect: (port) => server.connect(port),
    open,
    openAtStart: async (folder) => {
      try {
        await open(folder)
      } catch (error) {
        state.startFailure = toFailure(error).message
      }
    },
    locatePicture: ({ pairId, kind }) => state.current().pictures.locate(pairId, kind),
    dispose: () => state.dispose(),
  }
}
