import type { ReactElement } from 'react'
import type { SequenceSummary } from '../../../src/contract/sequences'
import { text } from '../../text/chosen'
import type { PairGroup } from './lines'
import styles from './Sequences.module.css'

const words = text.queue.sequences

/** Of its height, as `usePixels` counts them. */
export const HEADING_STEPS = 8

/** Above the pairs of one place. Their keys name it too, for screen readers. */
export function SequenceHeading(props: {
  group: PairGroup
  /** Undefined until it is known, and for pairs of no sequence. */
  summary: SequenceSummary | undefined
  top: number
  height: number
}): ReactElement {
  const { group, summary, top, height } = props
  return (
    <div
      role="presentation"
      className={styles.heading}
      style={{ transform: `translateY(${top}px)`, height }}
      data-sequence={group.sequence ?? ''}
    >
      <span className={styles.name}>{group.sequence ?? words.none}</span>
      {summary === undefined ? null : (
        <span className={styles.count}>{text.queue.progress(summary.reviewedCount, summary.pairCount)}</span>
      )}
    </div>
  )
}
