import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { reviewStates } from '../../src/domain/pair'
import type { ReviewState } from '../../src/domain/pair'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { StateMark } from '../components/StateMark'
import { usePairList } from './list'
import styles from './QueueBar.module.css'

const words = text.queue

/** A click shows one state alone; with Ctrl or Shift it adds or takes one. */
export function StateFilter(): ReactElement {
  const states = usePairList((list) => list.filter.states)
  const hasProblem = usePairList((list) => list.filter.hasProblem === true)
  const counts = useEngineState(({ project }) => project?.counts)
  const total = useEngineState(({ project }) => project?.pairCount ?? 0)
  function choose(state: ReviewState, isMore: boolean): void {
    usePairList.getState().setFilter({ states: chosenStates(states, state, isMore) })
  }
  return (
    <div role="toolbar" aria-label={words.filter} className={styles.states} data-keep-focus>
      <UnstyledButton
        className={styles.state}
        aria-pressed={states === null && !hasProblem}
        onClick={() => usePairList.getState().setFilter({ states: null, hasProblem: null })}
      >
        {words.all} <span className={styles.count}>{total.toLocaleString()}</span>
      </UnstyledButton>
      {reviewStates.map((state) => (
        <UnstyledButton
          key={state}
          className={styles.state}
          aria-pressed={states?.includes(state) ?? false}
          onClick={(event) => choose(state, event.ctrlKey || event.metaKey || event.shiftKey)}
        >
          <StateMark state={state} isNamed />
          <span className={styles.count}>{(counts?.[state] ?? 0).toLocaleString()}</span>
        </UnstyledButton>
      ))}
      <ProblemFilter />
    </div>
  )
}

/** Only pairs whose files have a problem; together with the states. */
function ProblemFilter(): ReactElement {
  const isOn = usePairList((list) => list.filter.hasProblem === true)
  return (
    <UnstyledButton
      className={styles.state}
      aria-pressed={isOn}
      title={words.problemsExplain}
      onClick={() => usePairList.getState().setFilter({ hasProblem: isOn ? null : true })}
    >
      <IconAlertTriangle size={14} aria-hidden className={styles.warning} />
      {words.problems}
    </UnstyledButton>
  )
}

/** The states after a click; null where all or none would be left. */
export function chosenStates(
  present: readonly ReviewState[] | null,
  clicked: ReviewState,
  isMore: boolean,
): ReviewState[] | null {
  if (!isMore) {
    return present?.length === 1 && present[0] === clicked ? null : [clicked]
  }
  const has = present?.includes(clicked) ?? false
  const next = reviewStates.filter((state) =>
    state === clicked ? !has : (present?.includes(state) ?? false),
  )
  return next.length === 0 || next.length === reviewStates.length ? null : next
}
