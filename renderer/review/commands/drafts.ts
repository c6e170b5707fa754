/**
 * Text that was typed and is not yet an edit. It becomes one after a pause, on leaving the field, and
 * always before anything else is done to the pair.
 */
interface Draft {
  /** Makes an edit of it, and shows what is stored. */
  commit(): void
  /** Makes an edit of it while it goes on being written. */
  store(): void
}

const drafts = new Set<Draft>()

/** Returns the function that takes the draft out again. */
export function addDraft(commit: () => void, store: () => void = commit): () => void {
  const draft = { commit, store }
  drafts.add(draft)
  return () => drafts.delete(draft)
}

export function commitDrafts(): void {
  for (const draft of drafts) {
    draft.commit()
  }
}

/** Before something that may happen while somebody writes: the text in the field stays as it was typed. */
export function storeDrafts(): void {
  for (const draft of drafts) {
    draft.store()
  }
}
