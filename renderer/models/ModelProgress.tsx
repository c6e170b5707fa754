import { Button, Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Job } from '../../src/contract/work'
import { spellBytes } from '../../src/domain/numbers'
import { engine } from '../engine'
import { text } from '../text/en'
import { attempt } from '../state/notices'
import styles from './Packs.module.css'

const words = text.packs

/** How far adding a pack is, and the button that stops it. */
export function ModelProgress({ job }: { job: Job }): ReactElement {
  const { done, total, id, title } = job
  return (
    <div className={styles.running}>
      <Progress
        className={styles.progress}
        size="sm"
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label={words.adding(title)}
      />
      <span className={styles.dim}>{words.progress(spellBytes(done), spellBytes(total))}</span>
      <Button
        size="xs"
        variant="default"
        aria-label={words.cancelNamed(title)}
        onClick={() => void attempt(engine.call('jobs.cancel', { jobId: id }))}
      >
        {words.cancel}
      </Button>
    </div>
  )
}
