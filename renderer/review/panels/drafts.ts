/**
 * Text that was typed and is not yet an edit. It becomes one after a pause, on leaving the field, and
 * always before anything else is done to the pair.
 */
const drafts = new Set<() => void>()

/** Returns the function that takes the draft out again. */
export function addDraft(commit: () => void): () => void {
  drafts.add(commit)
  return () => drafts.delete(commit)
}

export function commitDrafts(): void {
  for (const commit of drafts) {
    commit()
  }
}
