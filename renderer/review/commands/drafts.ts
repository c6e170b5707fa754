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

/** @param since the version in which what the text was typed over was shown last: another person may have changed it */
type StoreTyped = (typed: string, since: number | undefined) => void

/** What a draft builds on. */
interface Basis {
  text: string
  /** The last version of the pair that showed it. */
  version: number | undefined
}

/** Makes an edit of a draft, on the last version that showed what the draft builds on. */
function useStoring(isTyping: boolean, present: Basis, store: StoreTyped): (typed: string) => void {
  const latest = useRef({ store, basis: present })
  useEffect(() => {
    const { basis } = latest.current
    const isKnown = !isTyping || present.text.trim() === basis.text.trim()
    latest.current = { store, basis: isKnown ? present : basis }
  })
  return useCallback((typed) => {
    const { basis } = latest.current
    latest.current.basis = { text: typed, version: basis.version }
    latest.current.store(typed, basis.version)
  }, [])
}

/**
 * A text field whose text becomes an edit by itself: after a pause of that many milliseconds, if any, and on
 * leaving it. `store` must not change anything for equal text.
 * @param version of the pair, where the text is one of a pair
 */
export function useDraft(
  stored: string,
  store: StoreTyped,
  pause: number | null,
  version?: number,
): DraftField {
  const [draft, setDraft] = useState<DraftText | null>(null)
  const latest = useRef(draft)
  const timer = useRef(0)
  const storeNow = useStoring(draft !== null, { text: stored, version }, store)

  const put = useCallback((next: DraftText | null) => {
    window.clearTimeout(timer.current)
    latest.current = next
    setDraft(next)
  }, [])

  const onChange = useCallback(
    (typed: string) => {
      put({ typed, isStored: false })
      if (pause !== null) {
        timer.current = window.setTimeout(() => storeNow(typed), pause)
      }
    },
    [pause, put, storeNow],
  )

  const revert = useCallback(() => put(null), [put])

  /** @param left what is in the field afterwards */
  const storeTyped = useCallback(
    (left: (typed: string) => DraftText | null) => {
      const { current } = latest
      if (current === null) {
        return
      }
      put(left(current.typed))
      if (!current.isStored) {
        storeNow(current.typed)
      }
    },
    [put, storeNow],
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
