import type { ReactElement } from 'react'
import { text } from '../text/en'
import { RunList } from './RunList'
import { RunView } from './RunView'
import { useShownRun } from './runs'
import { Setup } from './Setup'
import styles from './Training.module.css'

/** From corrected pairs to a better model: what to learn from, the run, and whether it was worth it. */
export function Training(): ReactElement {
  const run = useShownRun()
  return (
    <div className={styles.place}>
      <RunList />
      <div className={styles.content} key={run?.id ?? 'new'}>
        <h1>{text.training.title}</h1>
        {run === null ? <Setup /> : <RunView run={run} />}
      </div>
    </div>
  )
}
