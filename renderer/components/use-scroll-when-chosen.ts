import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** A ref for a row that scrolls into view when it becomes the chosen one, but not when it is drawn as such. */
export function useScrollWhenChosen<T extends HTMLElement>(isChosen: boolean): RefObject<T | null> {
  const ref = useRef<T>(null)
  const wasChosen = useRef(isChosen)
  useEffect(() => {
    if (isChosen && !wasChosen.current) {
      ref.current?.scrollIntoView({ block: 'nearest' })
    }
    wasChosen.current = isChosen
  }, [isChosen])
  return ref
}
