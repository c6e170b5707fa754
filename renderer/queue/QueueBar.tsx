import { ActionIcon, Button, Select, TextInput, Progress } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  IconLayoutGrid,
  IconLayoutList,
  IconMap2,
  IconPlayerPlay,
  IconRefresh,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { pairOrderSchema } from '../../src/contract/project'
import type { PairOrder } from '../../src/contract/project'
import { keysFor, withKeys } from '../keys/actions'
import { reviewPair } from '../review/commands/navigation'
import { text } from '../text/chosen'
import { spellNumber } from '../text/spelling'
import { useField } from '../state/fields'
import { useEngineState } from '../state/engine-state'
import { ToggleButton } from '../components/ToggleButton'
import { CaptionPairsButton } from './CaptionPairs'
import { isOrderPossible, LAYOUTS, SEARCH_FIELD, usePairList } from './list'
import type { Layout } from './list'
import shared from '../components/shared.module.css'
import styles from './QueueBar.module.css'
import { AdjudicationFilter } from './AdjudicationFilter'
import { BlindReviewsButton } from './blind-reviews/BlindReviews'
import { Found, NameFilter, StateFilter } from './Filters'
import { SequenceFilter } from './sequences/SequenceFilter'
import { ProposerFilter } from './ProposerFilter'
import { LikeChip, SimilarButton } from './similar/Similar'
import { StatisticsButton } from './statistics/Statistics'
import { reviewStates } from '../../src/domain/pair'
import { STATE_COLORS } from '../components/colors'

const words = text.queue

export function QueueBar(): ReactElement {
  return (
    <section className={styles.bar} data-pane tabIndex={-1} aria-label={words.tools}>
      <div className={styles.barRow}>
        <StateProgress />
        <Found />
        <LikeChip />
        <LayoutSwitch />
        <CaptionPairsButton isOfSelection={false} />
        <SimilarButton />
        <BlindReviewsButton />
        <StatisticsButton />
        <StartButton />
      </div>
      <div className={styles.barRow}>
        <StateFilter />
        <AdjudicationFilter />
        <div className={shared.grow} />
        <Stale />
        <SequenceFilter />
        <NameFilter />
        <ProposerFilter />
        <Search />
        <Order />
      </div>
    </section>
  )
}

function Search(): ReactElement {
  const present = usePairList((list) => list.filter.search)
  const [typed, setTyped] = useState(present)
  const [followed, setFollowed] = useState(present)
  // The filter can be cleared from elsewhere.
  if (followed !== present) {
    setFollowed(present)
    // a space between two words is still being typed
    if (typed.trim() !== present) {
      setTyped(present)
    }
  }
  const search = useDebouncedCallback((wanted: string) => {
    usePairList.getState().setFilter({ search: wanted.trim() })
  }, 200)
  function change(wanted: string): void {
    setTyped(wanted)
    search(wanted)
  }
  const field = useField<HTMLInputElement>(SEARCH_FIELD)
  return (
    <TextInput
      className={styles.search}
      ref={field}
      aria-label={words.search}
      placeholder={words.searchShort}
      title={withKeys(words.search, 'queue.search')}
      value={typed}
      maxLength={500}
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed === '' ? null : (
          <ActionIcon size={20} aria-label={words.clearSearch} onClick={() => change('')}>
            <IconX size={14} />
          </ActionIcon>
        )
      }
      onChange={(event) => change(event.currentTarget.value)}
      // what is done next is meant for what was typed
      onBlur={search.flush}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Enter') {
          event.currentTarget.blur()
        }
      }}
    />
  )
}

function Order(): ReactElement {
  const order = usePairList((list) => list.order)
  const filter = usePairList((list) => list.filter)
  return (
    <Select
      className={styles.order}
      aria-label={words.order}
      title={words.ordersExplain[order]}
      comboboxProps={{ width: '20rem', position: 'bottom-end' }}
      maxDropdownHeight="80vh"
      allowDeselect={false}
      value={order}
      data={pairOrderSchema.options.map((value) => ({
        value,
        label: words.orders[value],
        disabled: !isOrderPossible(value, filter),
      }))}
      renderOption={({ option }) => (
        <span className={styles.orderOption}>
          {option.label}
          <span className={styles.faint}>{words.ordersExplain[pairOrderSchema.parse(option.value)]}</span>
        </span>
      )}
      onChange={(wanted) => {
        if (wanted !== null) {
          usePairList.getState().setOrder(pairOrderSchema.parse(wanted))
        }
      }}
    />
  )
}

function LayoutSwitch(): ReactElement {
  return (
    <div role="toolbar" aria-label={words.layout} className={styles.layouts} data-keep-focus>
      {LAYOUTS.map((layout) => (
        <LayoutButton key={layout} layout={layout} />
      ))}
    </div>
  )
}

const LAYOUT_ICONS = { list: IconLayoutList, sheet: IconLayoutGrid, map: IconMap2 }

function LayoutButton({ layout }: { layout: Layout }): ReactElement {
  const isOn = usePairList((list) => list.layout === layout)
  const Icon = LAYOUT_ICONS[layout]
  return (
    <ToggleButton
      label={words.layouts[layout]}
      keys={keysFor('queue.layout')}
      isOn={isOn}
      onClick={() => usePairList.getState().setLayout(layout)}
    >
      <Icon size={16} />
    </ToggleButton>
  )
}

/** Orders that are what the folder says: no work on pairs changes them. */
const LASTING_ORDERS: ReadonlySet<PairOrder> = new Set(['key', 'sequence'])

/** Shown only where filter or order could give another list; a lasting order over all pairs cannot. */
function Stale(): ReactElement | null {
  const isShown = usePairList(
    ({ isStale, filter, order }) =>
      isStale &&
      (!LASTING_ORDERS.has(order) ||
        filter.states !== null ||
        filter.search !== '' ||
        filter.hasProblem !== null ||
        filter.category != null ||
        filter.sequence != null ||
        filter.proposers != null),
  )
  return isShown ? (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconRefresh size={14} />}
      onClick={() => void usePairList.getState().find()}
    >
      {`${words.stale}. ${words.refresh}`}
    </Button>
  ) : null
}

function StartButton(): ReactElement {
  const cursorId = usePairList((list) => list.cursorId)
  useEngineState((state) => state.settings.keys)
  return (
    <Button
      leftSection={<IconPlayerPlay size={14} />}
      disabled={cursorId === null}
      title={withKeys(text.keys.actions['queue.open'], 'queue.open')}
      onClick={() => {
        if (cursorId !== null) {
          void reviewPair(cursorId)
        }
      }}
    >
      {words.start}
    </Button>
  )
}

/** The whole project by state, reviewed ones from the left. */
function StateProgress(): ReactElement | null {
  const project = useEngineState((state) => state.project)
  if (project === null || project.pairCount === 0) {
    return null
  }
  const { counts, pairCount } = project
  const reviewed = pairCount - counts.unreviewed
  return (
    <div className={styles.progress}>
      <span className={styles.progressText}>{words.progress(reviewed, pairCount)}</span>
      <Progress.Root size={6} className={styles.progressBar}>
        {reviewStates
          .filter((state) => state !== 'unreviewed' && counts[state] > 0)
          .map((state) => (
            <Progress.Section
              key={state}
              value={(100 * counts[state]) / pairCount}
              color={STATE_COLORS[state]}
              aria-label={`${words.states[state]} ${spellNumber(counts[state])}`}
            />
          ))}
      </Progress.Root>
    </div>
  )
}
