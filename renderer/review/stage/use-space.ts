import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether Space is held: while it is, the pointer pans. Held in a text field or on a button it means
 * something else.
 */
export function useSpace(mark: (isDown: boolean) => void): () => boolean {
  const isDown = useRef(false)
  useEffect(() => {
    function set(next: boolean): void {
      if (isDown.current !== next) {
        isDown.current = next
        mark(next)
      }
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === ' ' && !isTaken(event.target)) {
          event.preventDefault()
          set(true)
        }
      },
      { signal },
    )
    window.addEventListener('keyup', (event) => event.key === ' ' && set(false), { signal })
    window.addEventListener('blur', () => set(false), { signal })
    return () => {
      listening.abort()
      set(false)
    }
  }, [mark])
  return useCallback(() => isDown.current, [])
}

function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, button, a, [contenteditable], [role=slider]') !== null
  )
}
