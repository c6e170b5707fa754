import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { text } from '../text/chosen'
import { usePairList } from './list'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { positionOf } from './neighbours'
import { useRowWindow } from './rows'
import { QueueLines } from './sequences/lines'
import type { PairGroup } from './sequences/lines'
import { create } from 'zustand'

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

/** How the pairs lie on screen, for the keys that move by row and page. */
interface Grid {
  columns: number
  /** Null before a list was shown. */
  lines: QueueLines | null
  visibleRows: number
}

export const useGrid = create<Grid>()(() => ({ columns: 1, lines: null, visibleRows: 10 }))

interface PairWindow {
  lines: QueueLines
  scrollRef: RefObject<HTMLDivElement | null>
  virtual: Virtualizer<HTMLDivElement, Element>
}

/** Headings of groups, with their height in CSS pixels. */
interface Headings {
  groups: readonly PairGroup[]
  height: number
}

const NO_HEADINGS: Headings = { groups: [], height: 0 }

/**
 * The part of the list that is on screen, `columns` pairs a line: fetches its rows, keeps the cursor in view, and
 * sets how far a line and a page are for the keys. `lineHeight` in CSS pixels.
 */
export function usePairWindow(
  columns: number,
  lineHeight: number,
  { groups, height: headingHeight }: Headings = NO_HEADINGS,
): PairWindow {
  const ids = usePairList((list) => list.ids)
  const cursorId = usePairList((list) => list.cursorId)
  const scrollRef = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => new QueueLines(ids.length, columns, groups), [ids, columns, groups])
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it does not suit is not used
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scrollRef.current,
    estimateSize: (line) => (lines.headingAt(line) === null ? lineHeight : headingHeight),
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  const first = lines.positionAt(items[0]?.index ?? 0)
  const last = lines.positionAt((items.at(-1)?.index ?? 0) + 1)
  const shown = useMemo(() => ids.slice(first, last), [ids, first, last])
  useRowWindow(shown)

  useEffect(() => virtual.measure(), [virtual, lineHeight, headingHeight, lines])
  useEffect(() => {
    const height = scrollRef.current?.clientHeight ?? 0
    useGrid.setState({ columns, lines, visibleRows: Math.max(1, Math.floor(height / lineHeight)) })
  })
  useEffect(() => {
    const position = cursorId === null ? -1 : positionOf(ids, cursorId)
    if (position !== -1) {
      virtual.scrollToIndex(lines.lineOf(position), { align: 'auto' })
    }
  }, [virtual, ids, cursorId, lines])
  return { scrollRef, virtual, lines }
}

/** Handles a click on a pair, in the list and on the contact sheet. */
export function clickPair(
  id: number,
  event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
): void {
  const { extendTo, toggle, moveTo } = usePairList.getState()
  if (event.shiftKey) {
    extendTo(id)
  } else if (event.ctrlKey || event.metaKey) {
    toggle(id)
  } else {
    moveTo(id)
  }
}
