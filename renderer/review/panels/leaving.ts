import { useReviewDocument } from '../document'
import { currentStage } from '../stage/current-stage'
import { commitDrafts } from './drafts'

/** Milliseconds that a page which is to close waits for its edits to be stored. */
const patience = 10_000

function isStored(): boolean {
  return useReviewDocument.getState().unsaved === 0 && currentStage()?.isKeeping() !== true
}

/**
 * A listener for `beforeunload` that holds the page while edits are on their way, or a mask that they are made of.
 * @param close closes it once they are stored, or have taken too long; null where only the person can
 */
export function holdWhileUnsaved(close: (() => void) | null): (event: { preventDefault(): void }) => void {
  let isWaiting = false
  let isLetGo = false

  function leave(): void {
    isLetGo = true
    close?.()
  }

  function wait(): void {
    isWaiting = true
    const late = setTimeout(leave, patience)
    const stopFollowing = useReviewDocument.subscribe(() => {
      if (isStored()) {
        stopFollowing()
        clearTimeout(late)
        leave()
      }
    })
  }

  return (event) => {
    commitDrafts()
    currentStage()?.finish()
    if (isLetGo || isStored()) {
      return
    }
    event.preventDefault()
    if (close !== null && !isWaiting) {
      wait()
    }
  }
}
