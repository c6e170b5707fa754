import { text } from '../../text/chosen'
import { notify } from '../../state/notices'
import { useReviewDocument } from '../document'
import { currentStage } from '../stage/stage-session'
import { useStaleWork } from '../stale/stale-work'
import { commitDrafts } from './drafts'

/** Milliseconds that a page or project which is to close waits for its edits to be stored. */
const PATIENCE = 10_000
/** Milliseconds after which a notice shows that edits are being stored. */
const NOTICE_DELAY = 300

function isStored(): boolean {
  return useReviewDocument.getState().unsaved === 0 && currentStage()?.isKeeping() !== true
}

/** Makes edits of what is typed and of the mask of clicks. Returns false where a stroke or an outline is under way. */
function finishWork(): boolean {
  commitDrafts()
  return currentStage()?.finish() ?? true
}

function isNothingHeld(): boolean {
  return useReviewDocument.getState().held.length === 0 && useStaleWork.getState().works.length === 0
}

/** Whether nothing would be lost now; what is typed counts. */
export function isEverythingStored(): boolean {
  const isFinished = finishWork()
  return isFinished && isStored() && isNothingHeld()
}

/** Until edits are stored and the mask that is to be kept is among them, or neither comes any more or in time. */
function stored(): Promise<void> {
  return new Promise((resolve) => {
    function check(): void {
      if (isStored()) {
        end()
      }
    }
    function end(): void {
      stopFollowing()
      clearTimeout(late)
      resolve()
    }
    const late = setTimeout(end, PATIENCE)
    const stopFollowing = useReviewDocument.subscribe(check)
    void currentStage()?.settled().then(check)
    if (!isNothingHeld()) {
      void useReviewDocument.getState().storeHeld()
    }
    check()
  })
}

/** Stores typed text and the mask of clicks before the project is closed. A notice is shown where that takes a while. */
export async function storeWork(): Promise<void> {
  finishWork()
  const late = setTimeout(() => notify('info', text.open.storing), NOTICE_DELAY)
  await stored()
  clearTimeout(late)
}

/**
 * Stores typed text and the mask of clicks before the page is loaded anew. Returns false where something would be lost:
 * a stroke or an outline is under way, or an edit could not be stored.
 */
export async function storeEverything(): Promise<boolean> {
  const isFinished = finishWork()
  await stored()
  return isFinished && isStored() && isNothingHeld()
}

/**
 * A listener for `beforeunload` that holds the page while edits are on their way, or a mask that they are made of.
 * @param close closes it once they are stored, or have taken too long; null where only the person can: they are asked,
 * also about what is only half drawn or cannot be stored
 */
export function blockUnloadWhileUnsaved(
  close: (() => void) | null,
): (event: { preventDefault(): void }) => void {
  let isWaiting = false
  let isLetGo = false

  async function closeWhenStored(): Promise<void> {
    isWaiting = true
    await stored()
    isLetGo = true
    close?.()
  }

  return (event) => {
    const isFinished = finishWork()
    const needsConfirmation = close === null && !isFinished
    if (isLetGo || (isStored() && isNothingHeld() && !needsConfirmation)) {
      return
    }
    event.preventDefault()
    if (close !== null && !isWaiting) {
      void closeWhenStored()
    }
  }
}
