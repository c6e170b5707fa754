import { Button, Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Job } from '../../src/contract/work'
import { spellBytes } from '../../src/domain/numbers'
import { engine } from '../engine'
import { text } from '../text/en'
import { attempt } from '../state/notices'
import shared from '../components/shared.module.css'
import styles from './Packs.module.css'
import type { ModelPack } from '../../src/contract/models'
import { useEngineState, withJob } from '../state/engine-state'

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
      <span className={shared.dim}>{words.progress(spellBytes(done), spellBytes(total))}</span>
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

/** Begins to fetch a model pack, or takes its archive from a file. */
export async function addModel(id: string, file: string | null): Promise<void> {
  const job = await attempt(engine.call('packs.add', { id, file }))
  if (job !== null) {
    const { jobs } = useEngineState.getState()
    useEngineState.setState({ jobs: jobs.some((known) => known.id === job.id) ? jobs : withJob(jobs, job) })
  }
}

export async function removeModel(id: string): Promise<void> {
  const packs = await attempt(engine.call('packs.remove', { id }))
  if (packs !== null) {
    useEngineState.setState({ packs })
  }
}

/** The job that adds the pack now, or the last one that did and did not come to its end. */
export function jobOf({ jobId, title, isInstalled }: ModelPack, jobs: readonly Job[]): Job | null {
  const running = jobs.find((job) => job.id === jobId)
  if (running !== undefined || isInstalled) {
    return running ?? null
  }
  const last = jobs.findLast((job) => job.kind === 'model-pack' && job.title === title)
  return last?.state === 'failed' ? last : null
}
