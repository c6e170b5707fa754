import type { EngineHandlers } from '../../contract/engine'
import type { EditResult } from '../../contract/review'
import type { ProjectStore } from '../../store/project-store'
import type { EngineState } from '../engine-state'
import { withSize } from '../pair-size'

type PairHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `pairs.${string}` | `categories.${string}`>
>

export function pairHandlers(state: EngineState): PairHandlers {
  const store = (): ProjectStore => state.current().project.store
  const storeAt = (path: string | undefined): ProjectStore => state.currentWith(path).project.store
  const reviewer = (): string | null => state.user.getSettings().reviewer || null
  const changed = (result: EditResult): EditResult => {
    state.pairChanged(result.pairId)
    return result
  }

  return {
    'pairs.find': ({ filter, order }) => ({
      ids: store().pairs.find(filter, order),
      counts: store().pairs.counts(),
    }),
    'pairs.rows': ({ ids }) => store().pairs.rows(ids),
    'pairs.get': async ({ pairId }) => {
      const { project } = state.current()
      await withSize(project, project.store.pair(pairId))
      return project.store.open(pairId)
    },
    'pairs.edit': ({ pairId, eventId, label, diff, storePath }) =>
      changed(storeAt(storePath).edit(pairId, eventId, label, diff, reviewer() ?? '')),
    'pairs.undo': ({ pairId, eventId, storePath }) =>
      changed(storeAt(storePath).undo(pairId, eventId, reviewer() ?? '')),
    'pairs.redo': ({ pairId, eventId, storePath }) =>
      changed(storeAt(storePath).redo(pairId, eventId, reviewer() ?? '')),
    'pairs.decide': ({ pairId, eventId, decision, milliseconds, storePath }) =>
      changed(storeAt(storePath).decide(pairId, decision, { eventId, reviewer: reviewer(), milliseconds })),
    'pairs.history': ({ pairId }) => store().history(pairId),
    'categories.list': () => store().categories(),
  }
}
