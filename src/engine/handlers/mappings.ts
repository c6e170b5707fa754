import type { EngineHandlers } from '../../contract/engine'
import type { Project } from '../../contract/project'
import type { EngineState } from '../engine-state'
import type { Session } from '../session'
import { setProjectBands, setProjectWindow } from '../project/project-mapping'

export type MappingCommand = 'project.setWindow' | 'project.setBands' | 'pairs.setWindow' | 'pairs.values'

/** Windows and bands: how values of images become pixels. */
export function mappingHandlers(state: EngineState): Pick<EngineHandlers, MappingCommand> {
  function changed(session: Session): Project {
    const { project, similar } = session
    // a pair may have the bands that are chosen now
    project.store.pairs.forgetBandProblems()
    similar.embedder.mappingChanged()
    const described = session.describe()
    state.emit('project.changed', described)
    return described
  }

  return {
    'project.setWindow': ({ window, storePath }) => {
      const session = state.currentWith(storePath)
      setProjectWindow(session.project.store.meta, window)
      return changed(session)
    },
    'project.setBands': ({ bands, storePath }) => {
      const session = state.currentWith(storePath)
      setProjectBands(session.project.store.meta, bands)
      return changed(session)
    },
    'pairs.setWindow': ({ pairId, window, storePath }) => {
      const { store } = state.currentWith(storePath).project
      store.pair(pairId) // throws where there is none
      store.pairs.setWindow(pairId, window)
      state.emit('pair.windowChanged', { pairId, window })
      return null
    },
    'pairs.values': ({ pairId }) => {
      const session = state.current()
      return session.whileOpen(() => session.pictures.values(pairId))
    },
  }
}
