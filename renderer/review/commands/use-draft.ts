import { useCallback, useEffect, useRef, useState } from 'react'
import { shownText } from './draft-text'
import type { DraftText } from './draft-text'
import { addDraft } from './drafts'

/** Long enough for a word, short enough that a crash costs a few. */
export const typingPause = 1000

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
