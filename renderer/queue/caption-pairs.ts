import { create } from 'zustand'
import type { JobPlace } from '../../src/contract/training'
import { presentTarget } from '../connector/connector'
import { engine } from '../engine'
import { inProject, useEngineState } from '../state/engine-state'
import { refuseToEdit } from '../state/view-only'
import { attempt, notify } from '../state/notices'
import { lookAtWorkers } from '../state/workers'
import { text } from '../text/chosen'
import { usePairList } from './list'

/** The dialog that asks before pairs are sent to the caption connector. */
interface CaptionPairs {
  isOpen: boolean
  /** Null for all open pairs. */
  pairIds: readonly number[] | null
  /** Project of the pairs. */
  project: ReturnType<typeof inProject>
  /** Who asks the server. */
  on: JobPlace
}

export const useCaptionPairs = create<CaptionPairs>()(() => ({
  isOpen: false,
  pairIds: null,
  project: {},
  on: 'here',
}))

/** In the order of the list; null where none is selected. */
export function selectedIds(): number[] | null {
  const { selected, ids } = usePairList.getState()
  return selected.size === 0 ? null : ids.filter((id) => selected.has(id))
}

/** Opens the dialog for these pairs, or for all open ones if null. */
export function openCaptionPairs(pairIds: readonly number[] | null): void {
  if (refuseToEdit()) {
    return
  }
  if (presentTarget() === null) {
    notify('info', text.connector.off)
  } else if (isCaptionJobRunning(useEngineState.getState().jobs)) {
    notify('info', text.connector.pairs.isRunning)
  } else {
    useCaptionPairs.setState({ isOpen: true, pairIds, project: inProject(), on: 'here' })
  }
}

export function closeCaptionPairs(): void {
  useCaptionPairs.setState({ isOpen: false })
}

export async function startCaptionPairs(): Promise<void> {
  const { pairIds, project, on } = useCaptionPairs.getState()
  closeCaptionPairs()
  const pairs = { pairIds: pairIds === null ? null : [...pairIds] }
  if (on === 'here') {
    const job = await attempt(engine.call('connector.captionPairs', { ...pairs, ...project }))
    if (job !== null) {
      usePairList.getState().clearSelection()
    }
    return
  }
  const asked = await attempt(engine.call('workers.askCaptions', pairs))
  if (asked !== null) {
    lookAtWorkers()
    usePairList.getState().clearSelection()
    notify('info', text.connector.pairs.asked(asked.added, asked.unproposed))
  }
}

export function isCaptionJobRunning(jobs: ReturnType<typeof useEngineState.getState>['jobs']): boolean {
  return jobs.some(({ kind, state }) => kind === 'captions' && state === 'running')
}
