import { create } from 'zustand'
import type { Decision } from '../../src/contract/review'
import { text } from '../text/en'
import { say } from '../ui/notices'
import { decideAll, undoAll } from './decide'
import type { Batch, BatchOptions, DonePair } from './decide'
import { settled, usePairList } from './list'

/** A decision for many pairs that is under way, or is being taken back. */
interface Bulk {
  done: number
  total: number
}

/** What can be taken back at once. */
interface Decided {
  decision: Decision
  pairs: readonly DonePair[]
}

interface BulkStore {
  bulk: Bulk | null
  last: Decided | null
}

export const useBulk = create<BulkStore>()(() => ({ bulk: null, last: null }))

let stopping = new AbortController()

/** The selected pairs, or the one under the cursor. */
export async function decideSelected(decision: Decision): Promise<void> {
  const { cursorId: seen, isFinding } = usePairList.getState()
  if (isFinding) {
    await settled()
  }
  const { selected, cursorId, ids, deselect, find } = usePairList.getState()
  // while the list was being found, the cursor may have come to a pair that nobody chose
  const atCursor = cursorId === null || cursorId !== seen ? [] : [cursorId]
  const pairIds = selected.size > 0 ? ids.filter((id) => selected.has(id)) : atCursor
  const batch = await run(pairIds.length, (options) => decideAll(pairIds, decision, options))
  if (batch === null) {
    return
  }
  const { done, failed, message, cutBy } = batch
  if (cutBy === 'closed') {
    say('warning', text.queue.decidedInPart(done.length, pairIds.length, decision))
    return
  }
  useBulk.setState({ last: done.length === 0 ? null : { decision, pairs: done } })
  if (failed > 0) {
    say('error', text.queue.decideFailed(failed, message))
  }
  if (cutBy === 'stopped') {
    say('info', text.queue.stopped(done.length, pairIds.length, decision))
  } else if (pairIds.length > 1) {
    say('info', text.queue.decided(done.length, decision))
  }
  deselect(done.map(({ pairId }) => pairId))
  await find()
}

/** Takes the last decision of the queue back, for all of its pairs that nobody has changed since. */
export async function undoDecision(): Promise<void> {
  const { last } = useBulk.getState()
  if (last === null) {
    return
  }
  const batch = await run(last.pairs.length, (options) => undoAll(last.pairs, options))
  if (batch === null || batch.cutBy === 'closed') {
    return
  }
  const { done, changed, failed, message, cutBy } = batch
  const undone = new Set(done.map(({ pairId }) => pairId))
  const rest = last.pairs.filter(({ pairId }) => !undone.has(pairId))
  useBulk.setState({ last: cutBy === null && failed === 0 ? null : { ...last, pairs: rest } })
  say(changed > 0 ? 'warning' : 'info', text.queue.undone(done.length, changed))
  if (failed > 0) {
    say('error', text.queue.undoFailed(failed, message))
  }
  await usePairList.getState().find()
}

/** Returns whether there was something to stop. */
export function stopBulk(): boolean {
  stopping.abort()
  return useBulk.getState().bulk !== null
}

/** The last decision stays, and is not offered to be taken back any more. */
export function keepDecision(): void {
  useBulk.setState({ last: null })
}

/** Null where another batch is under way, or there is nothing to do. */
async function run(total: number, work: (options: BatchOptions) => Promise<Batch>): Promise<Batch | null> {
  if (total === 0 || useBulk.getState().bulk !== null) {
    return null
  }
  stopping = new AbortController()
  useBulk.setState({ bulk: { done: 0, total } })
  const batch = await work({
    signal: stopping.signal,
    onProgress: (done) => useBulk.setState({ bulk: { done, total } }),
  })
  useBulk.setState({ bulk: null })
  return batch
}
