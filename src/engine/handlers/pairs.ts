import type { EngineHandlers } from '../../contract/engine'
import type { EditResult } from '../../contract/review'
import type { Diff } from '../../domain/diff'
import type { ProjectStore } from '../../store/project-store'
import type { EngineState } from '../engine-state'
import { withPresentSize } from '../pair-size'

type PairHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `pairs.${string}` | `categories.${string}`>
>

/** Regions of two proposals have the same ids. */
const ON_REGION: ReadonlySet<Diff[number]['type']> = new Set(['region.mask', 'region.set', 'region.remove'])

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
      hasAgreement: store().pairs.hasAgreement(),
    }),
    'pairs.rows': ({ ids }) => store().pairs.rows(ids),
    'pairs.get': ({ pairId }) =>
      state.current().whileOpen(async (project) => {
        const { width, height, problem } = await withPresentSize(project, project.store.pair(pairId))
        const opened = project.store.open(pairId)
        return { ...opened, pair: { ...opened.pair, width, height, problem } }
      }),
    'pairs.edit': ({ pairId, eventId, label, diff, storePath, baseProposalId }) => {
      const own = storeAt(storePath)
      // what is added or written fits any proposal
      if (diff.some(({ type }) => ON_REGION.has(type))) {
        own.requireCurrentProposal(pairId, baseProposalId)
      }
      return changed(own.edit(pairId, eventId, label, diff, reviewer() ?? ''))
    },
    'pairs.undo': ({ pairId, eventId, storePath }) =>
      changed(storeAt(storePath).undo(pairId, eventId, reviewer() ?? '')),
    'pairs.redo': ({ pairId, eventId, storePath }) =>
      changed(storeAt(storePath).redo(pairId, eventId, reviewer() ?? '')),
    'pairs.decide': ({ pairId, eventId, decision, milliseconds, storePath, baseProposalId }) => {
      const own = storeAt(storePath)
      own.requireCurrentProposal(pairId, baseProposalId)
      return changed(own.decide(pairId, decision, { eventId, reviewer: reviewer(), milliseconds }))
    },
    'pairs.history': ({ pairId }) => store().history(pairId),
    'categories.list': () => store().categories.list(),
  }
}
