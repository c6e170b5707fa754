import { IconCheck, IconCircle, IconFlagFilled, IconPencil, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ReviewState } from '../../src/domain/pair'
import { text } from '../text/en'
import { STATE_COLORS } from './colors'
import styles from './StateMark.module.css'

const icons = {
  unreviewed: IconCircle,
  accepted: IconCheck,
  corrected: IconPencil,
  rejected: IconX,
  flagged: IconFlagFilled,
} satisfies Record<ReviewState, unknown>

/** A state as an icon, with its name beside it or for screen readers only. */
export function StateMark(props: { state: ReviewState; isNamed: boolean }): ReactElement {
  const Icon = icons[props.state]
  const name = text.queue.states[props.state]
  return (
    <span className={styles.mark} title={props.isNamed ? undefined : name}>
      <Icon aria-hidden className={styles.icon} style={{ color: STATE_COLORS[props.state] }} stroke={2.2} />
      {props.isNamed ? <span>{name}</span> : <span className={styles.hidden}>{name}</span>}
    </span>
  )
}
