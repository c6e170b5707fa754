import { useCallback, useEffect, useRef, useState } from 'react'
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
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef({ typed, store })
  const timer = useRef(0)
  useEffect(() => {
    latest.current.store = store
  })

  const onChange = useCallback(
    (next: string) => {
      latest.current.typed = next
      setTyped(next)
      window.clearTimeout(timer.current)
      if (pause !== null) {
        timer.current = window.setTimeout(() => latest.current.store(next), pause)
      }
    },
    [pause],
  )

  const revert = useCallback(() => {
    window.clearTimeout(timer.current)
    latest.current.typed = null
    setTyped(null)
  }, [])

  const commit = useCallback(() => {
    const { typed, store } = latest.current
    revert()
    if (typed !== null) {
      store(typed)
    }
  }, [revert])

  useEffect(() => {
    const remove = addDraft(commit)
    return () => {
      commit()
      remove()
    }
  }, [commit])

  return { value: typed ?? stored, onChange, commit, revert }
}
