import { Button, Popover, RangeSlider, Select, Slider } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactElement } from 'react'
import type { ProposerFilter as Filter } from '../../src/contract/project'
import { engine } from '../engine'
import { useProposerTitle } from '../state/proposers'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import { text } from '../text/chosen'
import { filterByProposers, usePairList } from './list'
import styles from './QueueBar.module.css'

const words = text.queue.proposers
/** Stands for none among the options. */
const NONE = ''
const STEP = 0.05

/** Only pairs with proposals of one proposer, or of two that are compared. */
export function ProposerFilter(): ReactElement {
  const filter = usePairList((list) => list.filter.proposers ?? null)
  const title = useProposerTitle()
  const [isOpen, setOpen] = useState(false)
  const label =
    filter === null ? words.title : words.chosen(title(filter.proposer), namedOrNull(filter, title))
  return (
    // its button is called by what is chosen, and the dialog by what it is
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="20rem"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          className={styles.proposerFilter}
          variant={filter === null ? 'default' : 'light'}
          aria-label={label}
          title={`${label}. ${words.explain}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconUsersGroup size={14} aria-hidden />
          {filter === null ? null : <span>{label}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={words.title}>
        {isOpen ? <Choice filter={filter} /> : null}
      </Popover.Dropdown>
    </Popover>
  )
}

function namedOrNull({ against }: Filter, title: (proposer: string) => string): string | null {
  return against == null ? null : title(against)
}

function Choice({ filter }: { filter: Filter | null }): ReactElement {
  const storePath = useEngineState(({ project }) => project?.storePath)
  const { value } = useQuery(storePath ?? null, () => engine.call('proposals.proposers', {}))
  const title = useProposerTitle()
  const options = (value ?? []).map(({ proposer, pairCount }) => ({
    value: proposer,
    label: words.option(title(proposer), pairCount),
  }))
  const set = (change: Partial<Filter>): void => {
    if (filter !== null) {
      filterByProposers({ ...filter, ...change })
    }
  }
  return (
    <div className={styles.proposers}>
      <Select
        label={words.proposer}
        data={[{ value: NONE, label: words.all }, ...options]}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        value={filter?.proposer ?? NONE}
        onChange={(wanted) =>
          filterByProposers(wanted === null || wanted === NONE ? null : { proposer: wanted })
        }
      />
      {filter === null ? null : (
        <>
          <Limits key={filter.proposer} filter={filter} set={set} />
          <Select
            label={words.against}
            data={[
              { value: NONE, label: words.nobody },
              ...options.filter((one) => one.value !== filter.proposer),
            ]}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            value={filter.against ?? NONE}
            onChange={(wanted) =>
              set({ against: wanted === null || wanted === NONE ? null : wanted, minDistance: 0 })
            }
          />
          {filter.against == null ? null : <Distance key={filter.against} filter={filter} set={set} />}
        </>
      )}
    </div>
  )
}

interface LimitProps {
  filter: Filter
  set: (change: Partial<Filter>) => void
}

function Limits({ filter, set }: LimitProps): ReactElement {
  const { minScore = 0, maxScore = 1 } = filter
  const [range, setRange] = useState<[number, number]>([minScore, maxScore])
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id}>{words.scores(...range)}</span>
      <RangeSlider
        min={0}
        max={1}
        step={STEP}
        minRange={0}
        label={null}
        thumbFromLabel={words.minScore}
        thumbToLabel={words.maxScore}
        value={range}
        onChange={setRange}
        onChangeEnd={([min, max]) => set({ minScore: min, maxScore: max })}
      />
    </div>
  )
}

function Distance({ filter, set }: LimitProps): ReactElement {
  const [least, setLeast] = useState(filter.minDistance ?? 0)
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id}>{words.distance(least)}</span>
      <Slider
        min={0}
        max={1}
        step={STEP}
        label={null}
        thumbLabel={words.minDistance}
        value={least}
        onChange={setLeast}
        onChangeEnd={(value) => set({ minDistance: value })}
      />
    </div>
  )
}
