import { notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { reviewPair } from '../commands/navigation'
import { useReviewDocument } from '../document'
import { inProject } from '../../state/engine-state'
import { differenceTo, discard, useStaleWork } from './stale-work'
import type { StaleWork } from './stale-work'

const words = text.others.stale

/** Those of the open project, oldest first. */
export function worksHere(works: readonly StaleWork[], storePath: string | undefined): StaleWork[] {
  return works.filter((work) => work.storePath === storePath)
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

/** An edit of the newest version, which can be undone. If it is refused again, it comes back here. */
export function takeMine(work: StaleWork, masks: 'mine' | 'joined'): void {
  const { open, edit, decide } = useReviewDocument.getState()
  if (open?.pair.id !== work.pairId) {
    return
  }
  const diff = differenceTo(open.document, work, masks)
  discard(work)
  if (diff.length > 0) {
    void edit(masks === 'joined' ? words.labels.joined : words.labels.mine, diff)
  }
  const decision = work.edits.findLast((one) => one.decision !== null)?.decision ?? null
  if (decision !== null) {
    void decide(decision)
  }
  if (diff.length === 0 && decision === null) {
    notify('info', text.shell.saved)
  }
}
