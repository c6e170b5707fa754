import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import type { TrainingPlan } from '../../src/contract/training'
import { titleOf } from '../models/titles'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { useTrainingOptions } from './options'

const words = text.training

const AUTOMATIC = ''

/** The model that the run begins with. */
export function From({ plan }: { plan: TrainingPlan | null }): ReactElement {
  const from = useTrainingOptions((options) => options.from)
  const list = useEngineState((state) => state.models)
  const packages = (list?.models ?? []).filter(({ folder, problem }) => folder !== null && problem === null)
  const present = from === null && list !== null ? (plan?.from ?? null) : null
  const label =
    present === null || list === null
      ? words.fromAny
      : (present === list.inUse ? words.fromInUse : words.fromInstead)(titleOf(list, present))
  return (
    <Select
      label={words.from}
      allowDeselect={false}
      value={from ?? AUTOMATIC}
      data={[{ value: AUTOMATIC, label }, ...packages.map(({ id, title }) => ({ value: id, label: title }))]}
      onChange={(value) =>
        useTrainingOptions.setState({ from: value === null || value === AUTOMATIC ? null : value })
      }
    />
  )
}
