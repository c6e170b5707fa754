import { Radio } from '@mantine/core'
import type { ReactElement } from 'react'
import { trainingPlaceSchema } from '../../src/contract/training'
import type { TrainingPlace } from '../../src/contract/training'
import type { WorkerTask } from '../../src/contract/workers'
import { useWorkers } from '../state/workers'
import styles from './WorkPlace.module.css'

interface Props {
  /** What a worker must take. */
  task: WorkerTask
  words: {
    title: string
    names: Record<TrainingPlace, string>
    explain: Record<TrainingPlace, string>
  }
  value: TrainingPlace
  onChange(place: TrainingPlace): void
}

/** On which machine long work is done; nothing where no worker takes it. */
export function WorkPlace({ task, words, value, onChange }: Props): ReactElement | null {
  const workers = useWorkers()?.workers ?? []
  const isThere = workers.some(({ isSilent, tasks }) => !isSilent && tasks.includes(task))
  // one that was there may come back
  if (!isThere && value === 'here') {
    return null
  }
  return (
    <Radio.Group
      label={words.title}
      value={value}
      onChange={(chosen) => onChange(trainingPlaceSchema.parse(chosen))}
    >
      <div className={styles.places}>
        {trainingPlaceSchema.options.map((place) => (
          <Radio key={place} value={place} label={words.names[place]} description={words.explain[place]} />
        ))}
      </div>
    </Radio.Group>
  )
}
