import type { EngineHandlers } from '../../contract/engine'
import type { OpenPair } from '../../contract/pairs'
import { askerOf } from '../../contract/person'
import type { Caller } from '../../contract/person'
import type { Diff } from '../../domain/diff'
import type { ProjectStore } from '../../store/project-store'
import { blindName, blindProgress, workChanged, workRow } from '../blind-reviews'
import type { EngineState } from '../engine-state'
import type { Session } from '../session'
import { requireOwnName } from '../own-name'
import { pairGeoreference } from '../pair-georeference'
import { mappingHandlers } from './mappings'
import type { MappingCommand } from './mappings'
import { presentPair } from '../present-pair'

type PairHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `pairs.${string}` | `categories.${string}`> | MappingCommand
>

/** Changes of regions: regions of two proposals have the same ids. */
const ON_REGION: ReadonlySet<Diff[number]['type']> = new Set(['region.mask', 'region.set', 'region.remove'])

export function pairHandlers(state: EngineState): PairHandlers {
  const store = (): ProjectStore => state.current().project.store

  return {
    ...mappingHandlers(state),
    'pairs.find': ({ filter, order }, caller) => {
      const session = state.current()
      const name = blindName(caller)
      return session.whileOpen(async ({ store: { pairs }, store: whole }) => {
        const seen = name === null ? pairs : whole.pairsOf(name)
        return {
          ids: await session.similar.find(filter, order, seen, askerOf(caller)),
          counts: seen.counts(),
          hasAgreement: pairs.hasAgreement(),
          groups: order === 'sequence' ? seen.groups(filter) : [],
        }
      })
    },
    'pairs.rows': ({ ids }, caller) => {
      const name = blindName(caller)
      return name === null ? store().pairs.rows(ids) : store().pairsOf(name).rows(ids)
    },
    'pairs.get': async ({ pairId }, caller) => {
      const session = state.current()
      const opened = await openPair(session, pairId, caller)
      if (state.options.isHeadless !== true && session.project.isEditable) {
        session.queue.opened(pairId)
      }
      return opened
    },
    ...editHandlers(state),
    'pairs.georeference': ({ pairId }) =>
      state.current().whileOpen((project) => pairGeoreference(project.folder, project.store.pair(pairId))),
    'pairs.history': ({ pairId }, caller) => store().history(workRow(store(), pairId, caller)),
    'pairs.totals': (selection) => store().pairs.totals(selection),
    'categories.list': (_input, caller) => store().categories.list(blindName(caller)),
    'categories.counts': () => store().categories.counts(),
  }
}

type EditCommand = 'pairs.edit' | 'pairs.undo' | 'pairs.redo' | 'pairs.decide'

function editHandlers(state: EngineState): Pick<EngineHandlers, EditCommand> {
  const storeAt = (path: string | undefined): ProjectStore => state.currentWith(path).project.store
  const nameOf = (caller: Caller): string => state.own.nameOf(caller) ?? ''
  return {
    'pairs.edit': ({ pairId, eventId, label, diff, storePath, baseProposalId, madeOn }, caller) => {
      const own = storeAt(storePath)
      requireOwnName(diff, caller)
      const row = workRow(own, pairId, caller)
      own.beginAsSeen(row, baseProposalId)
      // additions and text fit any proposal
      if (diff.some(({ type }) => ON_REGION.has(type))) {
        own.requireCurrentProposal(row, baseProposalId)
      }
      return workChanged(state, pairId, own.edit(row, eventId, label, diff, nameOf(caller), madeOn))
    },
    'pairs.undo': ({ pairId, eventId, storePath, madeOn }, caller) => {
      const own = storeAt(storePath)
      const row = workRow(own, pairId, caller)
      return workChanged(state, pairId, own.undo(row, eventId, nameOf(caller), madeOn))
    },
    'pairs.redo': ({ pairId, eventId, storePath, madeOn }, caller) => {
      const own = storeAt(storePath)
      const row = workRow(own, pairId, caller)
      return workChanged(state, pairId, own.redo(row, eventId, nameOf(caller), madeOn))
    },
    'pairs.decide': ({ pairId, decision, storePath, baseProposalId, ...made }, caller) => {
      const own = storeAt(storePath)
      const row = workRow(own, pairId, caller)
      own.beginAsSeen(row, baseProposalId)
      own.requireCurrentProposal(row, baseProposalId)
      return workChanged(
        state,
        pairId,
        own.decide(row, decision, { ...made, reviewer: nameOf(caller) || null }),
      )
    },
  }
}

/** A pair of several blind reviews opens with the caller's own review under it. */
function openPair(session: Session, pairId: number, caller: Caller): Promise<OpenPair> {
  return session.whileOpen(async (project) => {
    const { width, height, problem } = await presentPair(session, pairId)
    const { store } = project
    const row = workRow(store, pairId, caller)
    const opened = store.open(row)
    const own = { ...(row === pairId ? opened : store.open(pairId)).pair }
    const pair = { ...own, width, height, problem: problem ?? opened.pair.problem }
    const review = blindProgress(store, pairId, caller)
    return { ...opened, pair, ...(review === undefined ? {} : { review }) }
  })
}
