/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a virtual list has no tag, and its keys are actions (actions.ts) */

import { useElementSize } from '@mantine/hooks'
import { IconAlertTriangle, IconPhotoOff, IconCheck } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { ReactElement } from 'react'
import type { PairRow } from '../../src/contract/project'
import { text } from '../text/chosen'
import { usePixels } from '../state/engine-state'
import { ClaimMark } from '../components/ClaimMark'
import { StateMark } from '../components/ReviewStates'
import { usePairList } from './list'
import styles from './ContactSheet.module.css'
import { useRow } from './rows'
import { PairLines, optionAttributes } from './PairLines'
import type { PairOption } from './PairLines'
import { PairName } from './PairName'
import type { PairWindow } from '../../src/domain/value-mapping'
import { pictureUrl } from '../engine'
import { useShownKey } from '../state/mapping'
import { DuplicateMark } from './similar/Similar'
import thumbnailStyles from './Thumbnail.module.css'
import { spellFailure } from '../text/message'

const words = text.queue
const CELL_STEPS = { width: 76, height: 46 }

/** Before and after of many pairs at a glance. */
export function ContactSheet(): ReactElement {
  const { ref, width } = useElementSize()
  const least = usePixels(CELL_STEPS.width)
  const columns = Math.max(1, Math.floor(width / least))
  return (
    <div ref={ref} className={styles.sheet}>
      {width === 0 ? null : <Cells columns={columns} />}
    </div>
  )
}

function Cells({ columns }: { columns: number }): ReactElement {
  const ids = usePairList((list) => list.ids)
  const cursorId = usePairList((list) => list.cursorId)
  const selected = usePairList((list) => list.selected)
  return (
    <PairLines columns={columns} lineHeight={usePixels(CELL_STEPS.height)} className={styles.scroll}>
      {(line, first, end) => (
        <div
          key={line.key}
          role="presentation"
          className={styles.sheetLine}
          style={{
            transform: `translateY(${line.start}px)`,
            height: line.size,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {ids.slice(first, end).map((id, column) => (
            <Cell
              key={id}
              id={id}
              index={first + column}
              total={ids.length}
              isCursor={id === cursorId}
              isSelected={selected.has(id)}
            />
          ))}
        </div>
      )}
    </PairLines>
  )
}

function scoresOf({ score, expectedIou, agreement }: PairRow): string | undefined {
  const scores = [
    score === null ? null : words.scoreLabel(score),
    expectedIou === null ? null : words.expectedIouLabel(expectedIou),
    agreement === null ? null : words.agreementLabel(agreement),
  ].filter((part) => part !== null)
  return scores.length === 0 ? undefined : scores.join(', ')
}

const Cell = memo(function Cell(option: PairOption): ReactElement {
  const { id, isSelected } = option
  const row = useRow(id)
  const shown = row?.problem == null ? (row?.caption ?? '') : spellFailure(row.problem)
  return (
    <div {...optionAttributes(option)} className={styles.cell}>
      {row === undefined ? null : (
        <>
          <Thumbnails pairId={id} hasProblem={row.problem !== null} window={row.window} />
          <span className={styles.cellText}>
            <SelectMark id={id} isSelected={isSelected} />
            <StateMark state={row.state} isNamed={false} />
            <span className={styles.key} title={row.key}>
              <PairName row={row} />
            </span>
            <DuplicateMark id={row.id} />
            <ClaimMark pairId={row.id} />
            {row.problem === null ? null : (
              <IconAlertTriangle className={styles.warning} size={14} aria-hidden />
            )}
            <span className={styles.number} title={scoresOf(row)}>
              {row.score === null ? '' : words.score(row.score)}
            </span>
          </span>
          <span className={styles.cellCaption} title={shown === '' ? undefined : shown}>
            {shown}
          </span>
        </>
      )}
    </div>
  )
})

/** Before and after beside each other. What they show is in the row's own words, so they have no names. */
export function Thumbnails(props: {
  pairId: number
  hasProblem: boolean
  /** The pair's own. */
  window: PairWindow | null
}): ReactElement {
  const { pairId, window } = props
  return (
    <span className={thumbnailStyles.thumbnails} data-column="pictures" aria-hidden>
      {props.hasProblem ? (
        <span className={thumbnailStyles.noThumbnail}>
          <IconPhotoOff />
        </span>
      ) : (
        <>
          <Thumbnail pairId={pairId} kind="before-thumbnail" window={window} />
          <Thumbnail pairId={pairId} kind="after-thumbnail" window={window} />
        </>
      )}
    </span>
  )
}

function Thumbnail(props: {
  pairId: number
  kind: 'before-thumbnail' | 'after-thumbnail'
  window: PairWindow | null
}): ReactElement {
  const key = useShownKey(props.window)
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={thumbnailStyles.thumbnail}>
      {isBroken ? (
        <IconPhotoOff />
      ) : (
        <img
          src={pictureUrl(props.pairId, props.kind, 0, key)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

/** For the mouse; the row itself says to screen readers whether it is selected, and Space changes it. */
export function SelectMark({ id, isSelected }: { id: number; isSelected: boolean }): ReactElement {
  return (
    <span
      className={thumbnailStyles.select}
      data-selected={isSelected || undefined}
      role="presentation"
      onClick={(event) => {
        event.stopPropagation()
        const { extendTo, toggle } = usePairList.getState()
        if (event.shiftKey) {
          extendTo(id)
        } else {
          toggle(id)
        }
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span className={thumbnailStyles.box}>
        <IconCheck aria-hidden stroke={3} />
      </span>
    </span>
  )
}
