import pLimit from 'p-limit'
import { create } from 'zustand'
import type { Decision } from '../../src/contract/pairs'
import type { ReviewState } from '../../src/domain/pair'
import { engine } from '../engine'
import { inProject } from '../state/engine-state'
import { refuseToEdit } from '../state/view-only'
import { text } from '../text/chosen'
import { spellNumber } from '../text/spelling'
import { attempt, endTopic, notify, notifyLasting } from '../state/notices'
import { throughputOf } from '../components/duration'
import type { Throughput } from '../components/duration'
import { decideAll, undoAll } from './decide'
import type { BatchOptions, DonePair } from './decide'
import { EVERYTHING, settled, usePairList } from './list'
import { positionOf } from './neighbours'

/** A decision for many pairs that is under way, or is being taken back. */
interface Bulk extends Throughput {
  done: number
  total: number
}

/** Decisions that can be taken back at once. */
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

/** A request that comes while one pair is being decided runs after it. */
const oneAtATime = pLimit(1)

/** The last request for one pair that is not done yet, by project and pair number. */
const underWay = new Map<string, { decision: Decision }>()

/**
 * Decides the selected pairs, or the one under the cursor: those on the screen when the key was pressed. The same
 * decision on the same pair is sent once while it is not done.
 */
export async function decideSelected(decision: Decision): Promise<void> {
  if (refuseToEdit()) {
    return
  }
  const choice: Choice = { ...usePairList.getState(), storePath: inProject().storePath }
  const pair = isForCursor(choice) ? `${choice.storePath} ${choice.cursorId}` : null
  if (pair !== null && underWay.get(pair)?.decision === decision) {
    return
  }
  const mine = { decision }
  if (pair !== null) {
    underWay.set(pair, mine)
  }
  try {
    await inTurn(async () => {
      const pairIds = await chosenPairs(choice)
      return pairIds.length > 0 && (await decide(pairIds, decision))
    })
  } finally {
    if (pair !== null && underWay.get(pair) === mine) {
      underWay.delete(pair)
    }
  }
}

function isForCursor({ cursorId, selected, isSelectingAll }: Choice): boolean {
  return cursorId !== null && !isSelectingAll && selected.size === 0
}

/** Of notices that decisions failed. */
const FAILED = 'decisions'

/** Pairs whose last decision failed, of the project that they belong to. */
let failing: { storePath: string | undefined; pairIds: ReadonlySet<number> } = {
  storePath: undefined,
  pairIds: new Set(),
}

/** The notice of failed decisions goes once all of their pairs are decided after all. */
function noteFailing(asked: readonly number[], done: readonly number[], failed: number): void {
  const { storePath } = inProject()
  const before = failing.storePath === storePath ? failing.pairIds : []
  const present = new Set(failed > 0 ? [...before, ...asked] : before)
  done.forEach((pairId) => present.delete(pairId))
  failing = { storePath, pairIds: present }
  if (present.size === 0) {
    endTopic(FAILED)
  }
}

/** What a pair may be that this decision says the contrary of. */
const CONTRARY: Partial<Record<Decision, readonly ReviewState[]>> = {
  accept: ['rejected', 'flagged'],
  reject: ['accepted', 'corrected', 'flagged'],
}

/** How many of these pairs were decided otherwise, by state. */
async function decidedOtherwise(
  pairIds: readonly number[],
  decision: Decision,
): Promise<(readonly [state: ReviewState, count: number])[]> {
  const states = pairIds.length > 1 ? (CONTRARY[decision] ?? []) : []
  const chosen = new Set(pairIds)
  const counts = await Promise.all(
    states.map(async (state) => {
      const filter = { ...EVERYTHING, states: [state] }
      const { ids } = await engine.call('pairs.find', { filter, order: 'key' })
      return [state, ids.filter((id) => chosen.has(id)).length] as const
    }),
  )
  return counts.filter(([, count]) => count > 0)
}

function spellOtherwise(otherwise: readonly (readonly [ReviewState, number])[]): string {
  const before = otherwise.map(([state, count]) => `${text.queue.states[state]} ${spellNumber(count)}`)
  return before.length === 0 ? '' : text.queue.decidedOtherwise(before)
}

async function decide(pairIds: readonly number[], decision: Decision): Promise<boolean> {
  const otherwise = await attempt(decidedOtherwise(pairIds, decision))
  const { done, failed, message, cutBy } = await decideAll(pairIds, decision, begin(pairIds.length))
  if (cutBy === 'closed') {
    useBulk.setState({ bulk: null })
    notify('warning', text.queue.decidedInPart(done.length, pairIds.length, decision))
    return false
  }
  const { last } = useBulk.getState()
  useBulk.setState({ bulk: null, last: done.length === 0 ? last : { decision, pairs: done } })
  const doneIds = done.map(({ pairId }) => pairId)
  noteFailing(pairIds, doneIds, failed)
  if (failed > 0) {
    notifyLasting(text.queue.decideFailed(failed, message), { topic: FAILED })
  }
  if (cutBy === 'stopped') {
    notify('info', text.queue.stopped(done.length, pairIds.length, decision))
  } else if (pairIds.length > 1 && done.length > 0) {
    notify('info', text.queue.decided(done.length, decision) + spellOtherwise(otherwise ?? []))
  }
  usePairList.getState().deselect(doneIds)
  return true
}

type PairList = ReturnType<typeof usePairList.getState>

interface Choice extends Pick<PairList, 'cursorId' | 'selected' | 'isSelectingAll' | 'isFinding'> {
  storePath: string | undefined
}

/** The chosen pairs that are still in the list. Waits while the list is being found. */
async function chosenPairs(choice: Choice): Promise<number[]> {
  const { cursorId, selected, isSelectingAll, isFinding, storePath } = choice
  if (isFinding) {
    await settled()
  }
  if (inProject().storePath !== storePath) {
    return []
  }
  const { ids, selected: stillSelected } = usePairList.getState()
  if (isSelectingAll || selected.size > 0) {
    return ids.filter((id) => stillSelected.has(id) && (isSelectingAll || selected.has(id)))
  }
  const isInList = cursorId !== null && positionOf(ids, cursorId) !== -1
  if (cursorId !== null && !isInList) {
    notify('info', text.queue.notInList)
  }
  return isInList ? [cursorId] : []
}

/** Takes the last decision of the queue back, for all of its pairs that nobody has changed since. */
export function undoDecision(): Promise<void> {
  // after it, the same decision may be sent again
  underWay.clear()
  return inTurn(async () => {
    const { last } = useBulk.getState()
    return last !== null && undo(last)
  })
}

async function undo(last: Decided): Promise<boolean> {
  const { done, changed, failed, message, cutBy } = await undoAll(last.pairs, begin(last.pairs.length))
  if (cutBy === 'closed') {
    useBulk.setState({ bulk: null })
    return false
  }
  const undone = new Set(done.map(({ pairId }) => pairId))
  const rest = last.pairs.filter(({ pairId }) => !undone.has(pairId))
  useBulk.setState({ bulk: null, last: cutBy === null && failed === 0 ? null : { ...last, pairs: rest } })
  notify(changed > 0 ? 'warning' : 'info', text.queue.undone(done.length, changed))
  if (failed > 0) {
    notifyLasting(text.queue.undoFailed(failed, message))
  }
  return true
}

/** Returns whether there was something to stop. */
export function stopBulk(): boolean {
  stopping.abort()
  return useBulk.getState().bulk !== null
}

/** Keeps the last decision; its undo is not offered any more. */
export function keepDecision(): void {
  useBulk.setState({ last: null })
}

/**
 * Runs work after that under way. Refuses while many pairs are being decided, which takes too long to wait for.
 * @param work false if nothing was done, or the folder was closed
 */
async function inTurn(work: () => Promise<boolean>): Promise<void> {
  if ((useBulk.getState().bulk?.total ?? 0) > 1) {
    notify('info', text.queue.isDeciding)
    return
  }
  if (await oneAtATime(work)) {
    await usePairList.getState().find()
  }
}

function begin(total: number): BatchOptions {
  stopping = new AbortController()
  const startedAt = performance.now()
  const show = (done: number): void =>
    useBulk.setState({
      bulk: { done, total, ...throughputOf(done, total, (performance.now() - startedAt) / 1000) },
    })
  show(0)
  return { signal: stopping.signal, onProgress: show }
}
