import { create } from 'zustand'
import type { Decision } from '../../src/contract/review'
import { text } from '../text/en'
import { say } from '../ui/notices'
import { decideAll } from './decide'
import { usePairList } from './list'

/** A decision for many pairs that is under way. */
interface Bulk {
  done: number
  total: number
}

export const useBulk = create<{ bulk: Bulk | null }>()(() => ({ bulk: null }))

/** The selected pairs, or the one under the cursor. */
export async function decideSelected(decision: Decision): Promise<void> {
  const { selected, cursorId, ids, clearSelection, find } = usePairList.getState()
  const pairIds =
    selected.size > 0 ? ids.filter((id) => selected.has(id)) : cursorId === null ? [] : [cursorId]
  if (pairIds.length === 0 || useBulk.getState().bulk !== null) {
    return
  }
  const total = pairIds.length
  useBulk.setState({ bulk: { done: 0, total } })
  const { sent, failed, message } = await decideAll(pairIds, decision, (done) =>
    useBulk.setState({ bulk: { done, total } }),
  )
  useBulk.setState({ bulk: null })
  if (sent < total) {
    say('warning', text.queue.decidedInPart(sent - failed, total, decision))
    return
  }
  if (failed > 0) {
    say('error', text.queue.decideFailed(failed, message))
  }
  if (total > 1) {
    say('info', text.queue.decided(total - failed, decision))
  }
  clearSelection()
  await find()
}
