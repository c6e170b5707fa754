import { Checkbox } from '@mantine/core'
import { IconCheck, IconCircle, IconFlagFilled, IconPencil, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { reviewStates } from '../../src/domain/pair'
import type { ReviewState } from '../../src/domain/pair'
import { text } from '../text/chosen'
import { spellNumber } from '../text/spelling'
import { STATE_COLORS } from './colors'
import styles from './ReviewStates.module.css'

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

interface StateChoiceProps {
  words: { states: string; statesExplain: string; noState: string }
  /** Those that can be chosen. */
  choices?: readonly ReviewState[]
  value: readonly ReviewState[]
  onChange: (states: ReviewState[]) => void
  countOf: (state: ReviewState) => number
  className: string | undefined
}

/** Which states of review the pairs may have; at least one. */
export function StateChoice(props: StateChoiceProps): ReactElement {
  const { words, choices = reviewStates, value, onChange, countOf, className } = props
  return (
    <Checkbox.Group
      label={words.states}
      description={words.statesExplain}
      error={value.length === 0 ? words.noState : null}
      value={[...value]}
      onChange={(values) => onChange(reviewStates.filter((state) => values.includes(state)))}
    >
      <div className={className}>
        {choices.map((state) => (
          <Checkbox
            key={state}
            value={state}
            label={
              <span className={styles.label}>
                <StateMark state={state} isNamed />
                <span className={styles.count}>{spellNumber(countOf(state))}</span>
              </span>
            }
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
