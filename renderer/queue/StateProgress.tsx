import { Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import { reviewStates } from '../../src/domain/pair'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { stateColors } from '../components/colors'
import styles from './Queue.module.css'

const words = text.queue

/** The whole project by state, reviewed ones from the left. */
export function StateProgress(): ReactElement | null {
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
              color={stateColors[state]}
              aria-label={`${words.states[state]} ${counts[state].toLocaleString()}`}
            />
          ))}
      </Progress.Root>
    </div>
  )
}
