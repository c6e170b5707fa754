import { useCallback, useEffect, useRef, useState } from 'react'

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

/** Returns the function that removes the draft. */
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

/** Called before work that may run while somebody writes: the text in the field stays as it was typed. */
export function storeDrafts(): void {
  for (const draft of drafts) {
    draft.store()
  }
}

/** Long enough for a word, short enough that a crash costs a few. */
export const TYPING_PAUSE = 1000

export interface DraftField {
  value: string
  onChange(typed: string): void
  /** Makes an edit of what was typed. */
  commit(): void
  /** Drops what was typed since the last edit. */
  revert(): void
}

/**
 * A text field whose text becomes an edit by itself: after a pause of that many milliseconds, if any, and on
 * leaving it. `store` must not change anything for equal text.
 */
export function useDraft(stored: string, store: (typed: string) => void, pause: number | null): DraftField {
  const [draft, setDraft] = useState<DraftText | null>(null)
  const latest = useRef({ draft, store })
  const timer = useRef(0)
  useEffect(() => {
    latest.current.store = store
  })

  const put = useCallback((next: DraftText | null) => {
    window.clearTimeout(timer.current)
    latest.current.draft = next
    setDraft(next)
  }, [])

  const onChange = useCallback(
    (typed: string) => {
      put({ typed, isStored: false })
      if (pause !== null) {
        timer.current = window.setTimeout(() => latest.current.store(typed), pause)
      }
    },
    [pause, put],
  )

  const revert = useCallback(() => put(null), [put])

  /** @param left what is in the field afterwards */
  const storeTyped = useCallback(
    (left: (typed: string) => DraftText | null) => {
      const { draft, store } = latest.current
      if (draft === null) {
        return
      }
      put(left(draft.typed))
      if (!draft.isStored) {
        store(draft.typed)
      }
    },
    [put],
  )

  const commit = useCallback(() => storeTyped(() => null), [storeTyped])

  useEffect(() => {
    const remove = addDraft(commit, () => storeTyped((typed) => ({ typed, isStored: true })))
    return () => {
      commit()
      remove()
    }
  }, [commit, storeTyped])

  return { value: shownText(draft, stored), onChange, commit, revert }
}

/** Text that was typed in a field. */
export interface DraftText {
  typed: string
  /** It became an edit while the field still had the focus. */
  isStored: boolean
}

/** Text of the field: the typed text, with a blank at its end, until other text than that is stored. */
export function shownText(draft: DraftText | null, stored: string): string {
  if (draft === null || (draft.isStored && draft.typed.trim() !== stored.trim())) {
    return stored
  }
  return draft.typed
}
