import { ActionIcon, Select } from '@mantine/core'
import { IconTag, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { UNNAMED } from '../../src/domain/document'
import { engine } from '../engine'
import { withKeys } from '../keys/actions'
import { useEngineState } from '../state/engine-state'
import { useField } from '../state/fields'
import { useQuery } from '../state/use-query'
import { text } from '../text/en'
import { filterByName, NAME_FIELD, usePairList } from './list'
import styles from './QueueBar.module.css'

const words = text.queue

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
    spelt: (category) => (category === ALL ? '' : (counts.get(category) ?? 0).toLocaleString()),
    refresh: () => setAsked(asked + 1),
  }
}
