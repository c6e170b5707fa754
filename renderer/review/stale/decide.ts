import { notify, notifyError } from '../../state/notices'
import { text } from '../../text/chosen'
import { refuseToEditHere } from '../commands/claims'
import { reviewPair } from '../commands/navigation'
import { useReviewDocument } from '../document'
import { newEventId } from '../pair-sync'
import { inProject } from '../../state/engine-state'
import { answered, differenceTo, discard, isOnItsWay, takeBy, useStaleWork } from './stale-work'
import type { StaleWork } from './stale-work'

const words = text.others.stale

/** Those of the open project that are to be decided about, oldest first. */
export function worksHere(works: readonly StaleWork[], storePath: string | undefined): StaleWork[] {
  return works.filter((work) => work.storePath === storePath && !isOnItsWay(work))
}

/** Shows the oldest of what others stand against, beside what is stored. */
export async function compare(): Promise<void> {
  const [work] = worksHere(useStaleWork.getState().works, inProject().storePath)
  if (work === undefined) {
    return
  }
  if (useReviewDocument.getState().open?.pair.id !== work.pairId) {
    await reviewPair(work.pairId)
  }
  if (useReviewDocument.getState().open?.pair.id === work.pairId) {
    const present = useStaleWork.getState().works.find(({ edits }) => edits[0] === work.edits[0])
    useStaleWork.setState({ shown: present ?? null })
  }
}

/** Closes the panel; nothing is decided. */
export function decideLater(): void {
  useStaleWork.setState({ shown: null })
}

/** What is stored stays. */
export function takeTheirs(work: StaleWork): void {
  discard(work)
}

/**
 * An edit of the newest version, which can be undone. The work is let go once that is stored; if it is refused, the
 * person decides again.
 */
export function takeMine(work: StaleWork, masks: 'mine' | 'joined'): void {
  const { open, edit, decide } = useReviewDocument.getState()
  if (open?.pair.id !== work.pairId || refuseToEditHere()) {
    return
  }
  const diff = differenceTo(open.document, work, masks)
  const decision = work.edits.findLast((one) => one.decision !== null)?.decision ?? null
  const label = masks === 'joined' ? words.labels.joined : words.labels.mine
  const steps = [
    ...(diff.length > 0 ? [(eventId: string) => edit(label, diff, eventId)] : []),
    ...(decision === null ? [] : [(eventId: string) => decide(decision, eventId)]),
  ].map((send) => ({ send, eventId: newEventId() }))
  if (steps.length === 0) {
    discard(work)
    notify('info', text.shell.saved)
    return
  }
  takeBy(
    work,
    steps.map(({ eventId }) => eventId),
  )
  for (const { send, eventId } of steps) {
    send(eventId).catch((error: unknown) => {
      answered(eventId, false)
      notifyError(error)
    })
  }
}
