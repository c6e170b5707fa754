import { Checkbox } from '@mantine/core'
import type { ReactElement } from 'react'
import { reviewStates } from '../../src/domain/pair'
import type { ReviewState } from '../../src/domain/pair'
import { StateMark } from './StateMark'
import styles from './StateChoice.module.css'

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
                <span className={styles.count}>{countOf(state).toLocaleString()}</span>
              </span>
            }
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
