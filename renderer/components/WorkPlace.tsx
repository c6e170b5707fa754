import { Radio } from '@mantine/core'
import type { ReactElement } from 'react'
import { jobPlaceSchema } from '../../src/contract/training'
import type { JobPlace } from '../../src/contract/training'
import type { WorkerTask } from '../../src/contract/workers'
import { useWorkers } from '../state/workers'
import styles from './WorkPlace.module.css'

interface Props {
  /** What a worker must take. */
  task: WorkerTask
  words: {
    title: string
    names: Record<JobPlace, string>
    explain: Record<JobPlace, string>
  }
  value: JobPlace
  onChange(place: JobPlace): void
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
      onChange={(chosen) => onChange(jobPlaceSchema.parse(chosen))}
    >
      <div className={styles.places}>
        {jobPlaceSchema.options.map((place) => (
          <Radio key={place} value={place} label={words.names[place]} description={words.explain[place]} />
        ))}
      </div>
    </Radio.Group>
  )
}
