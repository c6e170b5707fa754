import { create } from 'zustand'
import { presentTarget } from '../connector/connector'
import { engine } from '../engine'
import { inProject, useEngineState } from '../state/engine-state'
import { text } from '../text/en'
import { attempt, notify } from '../state/notices'
import { usePairList } from './list'

/** The dialog that asks before pairs are sent to the caption connector. */
interface CaptionPairs {
  isOpen: boolean
  /** Null for all open pairs. */
  pairIds: readonly number[] | null
  /** Whose pairs they are. */
  project: ReturnType<typeof inProject>
}

export const useCaptionPairs = create<CaptionPairs>()(() => ({ isOpen: false, pairIds: null, project: {} }))

/** In the order of the list; null where none is selected. */
export function selectedIds(): number[] | null {
  const { selected, ids } = usePairList.getState()
  return selected.size === 0 ? null : ids.filter((id) => selected.has(id))
}

/** About these pairs, or all open ones for null. */
export function openCaptionPairs(pairIds: readonly number[] | null): void {
  if (presentTarget() === null) {
    notify('info', text.connector.off)
  } else if (isCaptionJobRunning(useEngineState.getState().jobs)) {
    notify('info', text.connector.pairs.isRunning)
  } else {
    useCaptionPairs.setState({ isOpen: true, pairIds, project: inProject() })
  }
}

export function closeCaptionPairs(): void {
  useCaptionPairs.setState({ isOpen: false })
}

export async function startCaptionPairs(): Promise<void> {
  const { pairIds, project } = useCaptionPairs.getState()
  closeCaptionPairs()
  const job = await attempt(
    engine.call('connector.captionPairs', { pairIds: pairIds === null ? null : [...pairIds], ...project }),
  )
  if (job !== null) {
    usePairList.getState().clearSelection()
  }
}

export function isCaptionJobRunning(jobs: ReturnType<typeof useEngineState.getState>['jobs']): boolean {
  return jobs.some(({ kind, state }) => kind === 'captions' && state === 'running')
}
