/** What was typed in a field. */
export interface DraftText {
  typed: string
  /** It was made an edit while the field was still being written in. */
  isStored: boolean
}

/**
 * What the field shows: what was typed goes on being written, a blank at its end included, until something else
 * is stored than that.
 */
export function shownText(draft: DraftText | null, stored: string): string {
  if (draft === null || (draft.isStored && draft.typed.trim() !== stored.trim())) {
    return stored
  }
  return draft.typed
}
