/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a virtual list has no tag, and its keys are actions (actions.ts) */
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { ReactElement } from 'react'
import type { PairRow } from '../../src/contract/project'
import { reviewPair } from '../review/commands/navigation'
import { text } from '../text/chosen'
import { usePixels } from '../state/engine-state'
import { ClaimMark } from '../components/ClaimMark'
import { StateMark } from '../components/ReviewStates'
import { usePairList } from './list'
import styles from './PairTable.module.css'
import { useHasAgreement, useHasExpectedIou, useRow } from './rows'
import type { Figure } from './row-cache'
import { SelectMark, Thumbnails } from './ContactSheet'
import { PairListbox, clickPair, usePairWindow } from './PairListbox'
import { HEADING_STEPS, SequenceHeading } from './sequences/SequenceHeading'
import { useSummaries } from './sequences/use-sequences'
import { DuplicateMark } from './similar/Similar'
import { spellFailure } from '../text/message'

const words = text.queue
const ROW_STEPS = 12

export function PairTable(): ReactElement {
  const ids = usePairList((list) => list.ids)
  const cursorId = usePairList((list) => list.cursorId)
  const selected = usePairList((list) => list.selected)
  const figures = useFigures()
  const groups = usePairList((list) => list.groups)
  const summaries = useSummaries()
  const headings = { groups, height: usePixels(HEADING_STEPS) }
  const { scrollRef, virtual, lines } = usePairWindow(1, usePixels(ROW_STEPS), headings)
  return (
    <div className={styles.table} data-figures={figures.length}>
      <div className={styles.columns} aria-hidden>
        <span />
        <span />
        <span>{words.columns.pair}</span>
        <span>{words.columns.state}</span>
        <span className={styles.number}>{words.columns.score}</span>
        {figures.map((figure) => (
          <span key={figure} className={styles.number}>
            {words.columns[figure]}
          </span>
        ))}
        <span className={styles.number}>{words.columns.regions}</span>
        <span>{words.columns.caption}</span>
      </div>
      <PairListbox scrollRef={scrollRef} virtual={virtual} className={styles.scroll}>
        {virtual.getVirtualItems().map((line) => {
          const group = lines.headingAt(line.index)
          if (group !== null) {
            const summary = summaries.get(group.sequence)
            return (
              <SequenceHeading
                key={`heading ${group.start}`}
                group={group}
                summary={summary}
                top={line.start}
                height={line.size}
              />
            )
          }
          const position = lines.positionAt(line.index)
          const id = ids[position]
          return id === undefined ? null : (
            <PairLine
              key={id}
              id={id}
              index={position}
              total={ids.length}
              top={line.start}
              height={line.size}
              isCursor={id === cursorId}
              isSelected={selected.has(id)}
              figures={figures}
            />
          )
        })}
      </PairListbox>
    </div>
  )
}

interface PairLineProps {
  id: number
  index: number
  total: number
  top: number
  height: number
  isCursor: boolean
  isSelected: boolean
  figures: readonly Figure[]
}

const PairLine = memo(function PairLine(props: PairLineProps): ReactElement {
  const { id, index, total, top, height, isCursor, isSelected, figures } = props
  const row = useRow(id)
  return (
    <div
      id={`pair-${id}`}
      role="option"
      className={styles.line}
      style={{ transform: `translateY(${top}px)`, height }}
      aria-selected={isSelected}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-cursor={isCursor || undefined}
      tabIndex={-1}
      onClick={(event) => clickPair(id, event)}
      onDoubleClick={() => void reviewPair(id)}
    >
      <SelectMark id={id} isSelected={isSelected} />
      {row === undefined ? (
        <Skeleton height={12} className={styles.skeleton} />
      ) : (
        <Cells row={row} figures={figures} />
      )}
    </div>
  )
})

/** Those that any pair of the list has: the same array for the same figures. */
function useFigures(): readonly Figure[] {
  const [hasExpectedIou, hasAgreement] = [useHasExpectedIou(), useHasAgreement()]
  return useMemo(
    () => [
      ...(hasExpectedIou ? ['expectedIou' as const] : []),
      ...(hasAgreement ? ['agreement' as const] : []),
    ],
    [hasExpectedIou, hasAgreement],
  )
}

function spellFigure(value: number | null): string {
  return value === null ? '–' : words.score(value)
}

function Cells({ row, figures }: { row: PairRow; figures: readonly Figure[] }): ReactElement {
  const isBlank = row.score === null && row.caption === null && row.regionCount === 0
  return (
    <>
      <Thumbnails pairId={row.id} hasProblem={row.problem !== null} window={row.window} />
      <span className={styles.key} title={row.key}>
        {row.key}
        <DuplicateMark id={row.id} />
        <ClaimMark pairId={row.id} />
      </span>
      <StateMark state={row.state} isNamed />
      <span className={styles.number}>{spellFigure(row.score)}</span>
      {figures.map((figure) => (
        <span key={figure} className={styles.number}>
          {spellFigure(row[figure])}
        </span>
      ))}
      <span className={styles.number}>{isBlank ? '–' : row.regionCount}</span>
      {row.problem === null ? (
        <span
          className={row.caption === null ? styles.faint : styles.caption}
          title={row.caption ?? undefined}
        >
          {row.caption ?? (row.score === null ? words.noProposal : words.noCaption)}
        </span>
      ) : (
        <span className={styles.problem} title={spellFailure(row.problem)}>
          <IconAlertTriangle className={styles.warning} size={14} aria-hidden />
          <span className={styles.caption}>{spellFailure(row.problem)}</span>
        </span>
      )}
    </>
  )
}
