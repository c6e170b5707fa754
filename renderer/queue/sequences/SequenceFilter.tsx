import { ActionIcon, Select } from '@mantine/core'
import { IconCalendarTime, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { text } from '../../text/chosen'
import { usePairList } from '../list'
import bar from '../QueueBar.module.css'
import styles from './Sequences.module.css'
import { useSequences } from './use-sequences'

const words = text.queue.sequences
/** Stands for no filter among the options; no sequence has an empty name. */
const ALL = ''
const MOST_SHOWN = 200

/** Only the pairs of one place; nothing where no place has three dates. */
export function SequenceFilter(): ReactElement | null {
  const chosen = usePairList((list) => list.filter.sequence ?? null)
  const sequences = useSequences()
  if (sequences.length === 0 && chosen === null) {
    return null
  }
  const reviewed = new Map(
    sequences.map((one) => [one.name, text.queue.progress(one.reviewedCount, one.pairCount)]),
  )
  return (
    <Select
      className={`${bar.names} ${styles.filter}`}
      data-on={chosen !== null || undefined}
      aria-label={words.filter}
      title={words.filterExplain}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      value={chosen ?? ALL}
      data={[
        { value: ALL, label: words.all },
        ...[...new Set([...(chosen === null ? [] : [chosen]), ...reviewed.keys()])].map((name) => ({
          value: name,
          label: name,
        })),
      ]}
      nothingFoundMessage={words.noSuch}
      maxDropdownHeight="60vh"
      comboboxProps={{ width: '20rem', position: 'bottom-end' }}
      leftSection={<IconCalendarTime size={14} />}
      rightSection={chosen === null ? undefined : <Clear />}
      rightSectionPointerEvents={chosen === null ? 'none' : 'all'}
      renderOption={({ option }) => (
        <span className={bar.nameOption}>
          {option.label}
          <span className={bar.count}>{reviewed.get(option.value)}</span>
        </span>
      )}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(wanted) => filterBySequence(wanted === ALL ? null : wanted)}
    />
  )
}

function Clear(): ReactElement {
  return (
    <ActionIcon size={20} aria-label={words.clear} title={words.clear} onClick={() => filterBySequence(null)}>
      <IconX size={14} />
    </ActionIcon>
  )
}

function filterBySequence(sequence: string | null): void {
  if ((usePairList.getState().filter.sequence ?? null) !== sequence) {
    usePairList.getState().setFilter({ sequence })
  }
}
