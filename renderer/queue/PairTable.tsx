import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { ReactElement } from 'react'
import type { PairRow } from '../../src/contract/project'
import { text } from '../text/chosen'
import { usePixels } from '../state/engine-state'
import { ClaimMark } from '../components/ClaimMark'
import { StateMark } from '../components/ReviewStates'
import { usePairList } from './list'
import styles from './PairTable.module.css'
import { useHasAgreement, useHasExpectedIou, useRow } from './rows'
import type { Figure } from './row-cache'
import { SelectMark, Thumbnails } from './ContactSheet'
import { PairLines, optionAttributes } from './PairLines'
import { PairName } from './PairName'
import type { PairOption } from './PairLines'
import { DuplicateMark } from './similar/Similar'
import { spellFailure } from '../text/message'

const words = text.queue
const ROW_STEPS = 12

export function PairTable(): ReactElement {
  const ids = usePairList((list) => list.ids)
  const cursorId = usePairList((list) => list.cursorId)
  const selected = usePairList((list) => list.selected)
  const figures = useFigures()
  return (
    <div className={styles.table} data-figures={figures.join(' ')}>
      <div className={styles.columns} aria-hidden>
        <span />
        <span data-column="pictures" />
        <span>{words.columns.pair}</span>
        <span>{words.columns.state}</span>
        <span data-column="score" className={styles.number}>
          {words.columns.score}
        </span>
        {figures.map((figure) => (
          <span key={figure} data-column={figure} className={styles.number}>
            {words.columns[figure]}
          </span>
        ))}
        <span data-column="regions" className={styles.number}>
          {words.columns.regions}
        </span>
        <span>{words.columns.caption}</span>
      </div>
      <PairLines columns={1} lineHeight={usePixels(ROW_STEPS)} className={styles.scroll}>
        {(line, position) => {
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
        }}
      </PairLines>
    </div>
  )
}

interface PairLineProps extends PairOption {
  top: number
  height: number
  figures: readonly Figure[]
}

const PairLine = memo(function PairLine(props: PairLineProps): ReactElement {
  const { id, top, height, isSelected, figures } = props
  const row = useRow(id)
  return (
    <div
      {...optionAttributes(props)}
      className={styles.line}
      style={{ transform: `translateY(${top}px)`, height }}
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
        <PairName row={row} />
        <DuplicateMark id={row.id} />
        <ClaimMark pairId={row.id} />
      </span>
      <StateMark state={row.state} isNamed />
      <span data-column="score" className={styles.number}>
        {spellFigure(row.score)}
      </span>
      {figures.map((figure) => (
        <span key={figure} data-column={figure} className={styles.number}>
          {spellFigure(row[figure])}
        </span>
      ))}
      <span data-column="regions" className={styles.number}>
        {isBlank ? '–' : row.regionCount}
      </span>
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
