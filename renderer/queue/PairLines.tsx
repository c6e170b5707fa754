import type { VirtualItem } from '@tanstack/react-virtual'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { reviewPair } from '../review/commands/navigation'
import { usePixels } from '../state/engine-state'
import { usePairList } from './list'
import { PairListbox, clickPair, usePairWindow } from './PairListbox'
import { HEADING_STEPS, SequenceHeading } from './sequences/SequenceHeading'
import { useSummaries } from './sequences/use-sequences'

interface PairLinesProps {
  /** Pairs a line. */
  columns: number
  /** CSS pixels. */
  lineHeight: number
  className: string | undefined
  /** A line of the pairs from `first` on, up to `end`, exclusive; it needs a key. */
  children: (line: VirtualItem, first: number, end: number) => ReactNode
}

/** The lines of the list that are on screen, under the headings of their groups. */
export function PairLines({ columns, lineHeight, className, children }: PairLinesProps): ReactElement {
  const groups = usePairList((list) => list.groups)
  const summaries = useSummaries()
  const headings = { groups, height: usePixels(HEADING_STEPS) }
  const { scrollRef, virtual, lines } = usePairWindow(columns, lineHeight, headings)
  return (
    <PairListbox scrollRef={scrollRef} virtual={virtual} className={className}>
      {virtual.getVirtualItems().map((line) => {
        const group = lines.headingAt(line.index)
        return group === null ? (
          children(line, lines.positionAt(line.index), lines.endAt(line.index))
        ) : (
          <SequenceHeading
            key={`heading ${group.start}`}
            group={group}
            summary={summaries.get(group.sequence)}
            top={line.start}
            height={line.size}
          />
        )
      })}
    </PairListbox>
  )
}

/** A pair of the list, by its place in it. */
export interface PairOption {
  id: number
  /** From 0. */
  index: number
  total: number
  isCursor: boolean
  isSelected: boolean
}

/** Attributes of a pair's element, in the list and on the contact sheet. */
export function optionAttributes({
  id,
  index,
  total,
  isCursor,
  isSelected,
}: PairOption): HTMLAttributes<HTMLDivElement> & { 'data-cursor': true | undefined } {
  return {
    id: `pair-${id}`,
    role: 'option',
    'aria-selected': isSelected,
    'aria-setsize': total,
    'aria-posinset': index + 1,
    'data-cursor': isCursor || undefined,
    tabIndex: -1,
    onClick: (event) => clickPair(id, event),
    onDoubleClick: () => void reviewPair(id),
  }
}
