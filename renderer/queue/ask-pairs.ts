import { create } from 'zustand'
import { presentTarget } from '../connector/target'
import { engine } from '../engine'
import { inProject } from '../review/document'
import { text } from '../text/en'
import { useLive } from '../ui/live'
import { attempt, say } from '../ui/notices'
import { usePairList } from './list'

/** The dialog that asks before pairs are sent to the caption connector. */
interface AskPairs {
  isOpen: boolean
  /** Null for all open pairs. */
  pairIds: readonly number[] | null
  /** Whose pairs they are. */
  project: ReturnType<typeof inProject>
}

export const useAskPairs = create<AskPairs>()(() => ({ isOpen: false, pairIds: null, project: {} }))

/** In the order of the list; null where none is selected. */
export function selectedIds(): number[] | null {
  const { selected, ids } = usePairList.getState()
  return selected.size === 0 ? null : ids.filter((id) => selected.has(id))
}

/** About these pairs, or all open ones for null. */
export function openAskPairs(pairIds: readonly number[] | null): void {
  if (presentTarget() === null) {
    say('info', text.connector.off)
  } else if (isAskingPairs(useLive.getState().jobs)) {
    say('info', text.connector.pairs.isRunning)
  } else {
    useAskPairs.setState({ isOpen: true, pairIds, project: inProject() })
  }
}

export function closeAskPairs(): void {
  useAskPairs.setState({ isOpen: false })
}

export async function startAskPairs(): Promise<void> {
  const { pairIds, project } = useAskPairs.getState()
  closeAskPairs()
  const job = await attempt(
    engine.call('connector.captionPairs', { pairIds: pairIds === null ? null : [...pairIds], ...project }),
  )
  if (job !== null) {
    usePairList.getState().clearSelection()
  }
}

export function isAskingPairs(jobs: ReturnType<typeof useLive.getState>['jobs']): boolean {
  return jobs.some(({ kind, state }) => kind === 'captions' && state === 'running')
}
