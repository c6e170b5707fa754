import { useReviewDocument } from '../document'
import { commitDrafts } from './drafts'

/** Milliseconds that a page which is to close waits for its edits to be stored. */
const patience = 10_000

/**
 * A listener for `beforeunload` that holds the page while edits are on their way.
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
    const stopFollowing = useReviewDocument.subscribe(({ unsaved }) => {
      if (unsaved === 0) {
        stopFollowing()
        clearTimeout(late)
        leave()
      }
    })
  }

  return (event) => {
    commitDrafts()
    if (isLetGo || useReviewDocument.getState().unsaved === 0) {
      return
    }
    event.preventDefault()
    if (close !== null && !isWaiting) {
      wait()
    }
  }
}
