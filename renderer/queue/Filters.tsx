import { UnstyledButton, ActionIcon, Select } from '@mantine/core'
import { IconAlertTriangle, IconTag, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { reviewStates } from '../../src/domain/pair'
import type { ReviewState } from '../../src/domain/pair'
import { text } from '../text/chosen'
import { spellNumber } from '../text/spelling'
import { useEngineState } from '../state/engine-state'
import { StateMark } from '../components/ReviewStates'
import { filterParts } from './filter-parts'
import { usePairList, filterByName, NAME_FIELD } from './list'
import styles from './QueueBar.module.css'
import { useState } from 'react'
import { UNNAMED } from '../../src/domain/document'
import { engine } from '../engine'
import { withKeys } from '../keys/actions'
import { useField } from '../state/fields'
import { useQuery } from '../state/use-query'

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
        {words.all} <span className={styles.count}>{spellNumber(total)}</span>
      </UnstyledButton>
      {reviewStates.map((state) => (
        <UnstyledButton
          key={state}
          className={styles.state}
          aria-pressed={states?.includes(state) ?? false}
          onClick={(event) => choose(state, event.ctrlKey || event.metaKey || event.shiftKey)}
        >
          <StateMark state={state} isNamed />
          <span className={styles.count}>{spellNumber(counts?.[state] ?? 0)}</span>
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

/** The counts beside the states are of all pairs: how many are left by a search, a name or another filter. */
export function Found(): ReactElement | null {
  const isNarrowed = usePairList(({ filter }) => filterParts(filter).others.length > 0)
  const isKnown = usePairList(({ isFinding, problem }) => !isFinding && problem === null)
  const count = usePairList(({ ids }) => ids.length)
  const total = useEngineState(({ project }) => project?.pairCount ?? 0)
  return isNarrowed ? (
    <output className={styles.found}>{isKnown ? words.found(count, total) : null}</output>
  ) : null
}

/** Stands for no filter among the options; no category is empty. */
const ALL = ''

/** Only pairs in which something has this name. */
export function NameFilter(): ReactElement {
  const category = usePairList((list) => list.filter.category ?? null)
  const counts = useCounts(category)
  const field = useField<HTMLInputElement>(NAME_FIELD)
  useEngineState((state) => state.settings.keys)
  return (
    <Select
      className={styles.names}
      ref={field}
      data-on={category !== null || undefined}
      aria-label={words.names}
      title={withKeys(words.namesExplain, 'queue.names')}
      searchable
      allowDeselect={false}
      value={category ?? ALL}
      data={[
        { value: ALL, label: words.allNames },
        ...counts.known.map((name) => ({ value: name, label: spell(name) })),
      ]}
      nothingFoundMessage={words.noSuchName}
      maxDropdownHeight="60vh"
      leftSection={<IconTag size={14} />}
      rightSection={category === null ? undefined : <Clear />}
      rightSectionPointerEvents={category === null ? 'none' : 'all'}
      renderOption={({ option }) => (
        <span className={styles.nameOption}>
          {option.label}
          <span className={styles.count}>{counts.spelt(option.value)}</span>
        </span>
      )}
      // what is typed takes the place of the present choice
      onFocus={(event) => event.currentTarget.select()}
      onDropdownOpen={counts.refresh}
      // the keys are meant for the list again, once the choice is taken
      onOptionSubmit={() => queueMicrotask(() => field.current?.blur())}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.currentTarget.blur()
        }
      }}
      onChange={(wanted) => filterByName(wanted === ALL ? null : wanted)}
    />
  )
}

function Clear(): ReactElement {
  const label = words.clearName
  return (
    <ActionIcon
      size={20}
      aria-label={label}
      title={withKeys(label, 'queue.namesClear')}
      onClick={() => filterByName(null)}
    >
      <IconX size={14} />
    </ActionIcon>
  )
}

function spell(category: string): string {
  return category === UNNAMED ? words.noName : category
}

/** The names in the project with their numbers of pairs, as they were when the list was opened last. */
function useCounts(present: string | null): {
  known: string[]
  spelt(category: string): string
  refresh(): void
} {
  const storePath = useEngineState(({ project }) => project?.storePath)
  const [asked, setAsked] = useState(0)
  const { value } = useQuery(storePath === undefined ? null : `${storePath} ${asked}`, () =>
    engine.call('categories.counts', {}),
  )
  const counts = new Map(value?.map(({ category, pairCount }) => [category, pairCount]))
  const known = [...counts.keys()]
  return {
    // the present choice may have gone from all pairs
    known: present === null || counts.has(present) ? known : [present, ...known],
    spelt: (category) => (category === ALL ? '' : spellNumber(counts.get(category) ?? 0)),
    refresh: () => setAsked(asked + 1),
  }
}
