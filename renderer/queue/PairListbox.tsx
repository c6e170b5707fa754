import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { text } from '../text/en'
import { usePairList } from './list'

interface PairListboxProps {
  scrollRef: RefObject<HTMLDivElement | null>
  virtual: Virtualizer<HTMLDivElement, Element>
  className: string | undefined
  /** The lines that are on screen. */
  children: ReactNode
}

/** The list of pairs, as rows or as cells, for the keys and for screen readers. */
export function PairListbox({ scrollRef, virtual, className, children }: PairListboxProps): ReactElement {
  const cursorId = usePairList((list) => list.cursorId)
  return (
    <div
      ref={scrollRef}
      className={className}
      role="listbox"
      aria-label={text.queue.pairs}
      aria-multiselectable
      aria-activedescendant={cursorId === null ? undefined : `pair-${cursorId}`}
      tabIndex={0}
      data-pane
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {children}
      </div>
    </div>
  )
}
