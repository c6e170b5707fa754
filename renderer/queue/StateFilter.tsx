import { UnstyledButton } from '@mantine/core'
import type { ReactElement } from 'react'
import { reviewStates } from '../../src/domain/pair'
import type { ReviewState } from '../../src/domain/pair'
import { text } from '../text/en'
import { useLive } from '../ui/live'
import { StateMark } from '../ui/StateMark'
import { usePairList } from './list'
import styles from './Queue.module.css'

const words = text.queue

/** A click shows one state alone; with Ctrl or Shift it adds or takes one. */
export function StateFilter(): ReactElement {
  const states = usePairList((list) => list.filter.states)
  const counts = useLive(({ project }) => project?.counts)
  const total = useLive(({ project }) => project?.pairCount ?? 0)
  function choose(state: ReviewState, isMore: boolean): void {
    usePairList.getState().setFilter({ states: chosenStates(states, state, isMore) })
  }
  return (
    <div role="toolbar" aria-label={words.filter} className={styles.states}>
      <UnstyledButton
        className={styles.state}
        aria-pressed={states === null}
        onClick={() => usePairList.getState().setFilter({ states: null })}
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
    </div>
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
