import { NumberInput, Select, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { groupingSchema } from '../../src/contract/training'
import type { Grouping, TrainingPlan } from '../../src/contract/training'
import { reviewStates } from '../../src/domain/pair'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { StateChoice } from '../components/ReviewStates'
import { useTrainingOptions } from './commands'
import styles from './Setup.module.css'

const words = text.training.pairs
const REVIEWED = reviewStates.filter((state) => state !== 'unreviewed')
const groupings = groupingSchema.options.map(({ shape }) => shape.by.value)

/** Which pairs are trained on, and which of them belong together. */
export function PairChoice({ plan }: { plan: TrainingPlan | null }): ReactElement {
  return (
    <section className={styles.fields} aria-label={words.title}>
      <h2>{words.title}</h2>
      <States plan={plan} />
      <Search />
      <GroupingChoice />
    </section>
  )
}

function States({ plan }: { plan: TrainingPlan | null }): ReactElement {
  const states = useTrainingOptions((options) => options.states)
  const counts = useEngineState(({ project }) => project?.counts)
  return (
    <StateChoice
      words={words}
      choices={REVIEWED}
      value={states}
      onChange={(chosen) => useTrainingOptions.setState({ states: chosen })}
      countOf={(state) => plan?.byState[state] ?? counts?.[state] ?? 0}
      className={styles.states}
    />
  )
}

function Search(): ReactElement {
  const search = useTrainingOptions((options) => options.search)
  return (
    <TextInput
      label={words.search}
      placeholder={words.searchPlaceholder}
      maxLength={500}
      value={search}
      onChange={(event) => useTrainingOptions.setState({ search: event.currentTarget.value })}
    />
  )
}

const USUAL_PREFIX = 8

function set(grouping: Grouping): void {
  useTrainingOptions.setState({ grouping })
}

function GroupingChoice(): ReactElement {
  const grouping = useTrainingOptions((options) => options.grouping)
  return (
    <>
      <Select
        label={words.grouping}
        description={words.groupingExplain}
        allowDeselect={false}
        value={grouping.by}
        data={groupings.map((value) => ({ value, label: words.groupings[value] }))}
        onChange={(by) => set(groupingSchema.parse({ by, length: USUAL_PREFIX }))}
      />
      {grouping.by === 'prefix' ? (
        <NumberInput
          label={words.prefixLength}
          size="xs"
          min={1}
          max={200}
          allowDecimal={false}
          value={grouping.length}
          onChange={(length) => {
            if (typeof length === 'number') {
              set({ by: 'prefix', length })
            }
          }}
        />
      ) : null}
    </>
  )
}
