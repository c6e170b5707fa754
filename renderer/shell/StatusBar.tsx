import { ActionIcon, Button, Loader, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Job } from '../../src/contract/work'
import { spellBytes } from '../../src/domain/numbers'
import { engine } from '../engine'
import { ProjectMenu } from './ProjectMenu'
import { useReviewDocument } from '../review/document'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import { ProposalStatus } from './ProposalStatus'
import { ProviderStatus } from './ProviderStatus'
import shared from '../components/shared.module.css'
import styles from './StatusBar.module.css'

export function StatusBar(): ReactElement {
  const hasProject = useEngineState((state) => state.project !== null)
  const jobs = useEngineState((state) => state.jobs)
  return (
    <footer className={styles.bar} aria-label={text.shell.status} data-keep-focus data-pane tabIndex={-1}>
      {hasProject ? <ProjectMenu /> : null}
      {hasProject ? <SaveStatus /> : null}
      <div className={shared.grow} />
      {jobs
        .filter(({ state }) => state === 'running')
        .map((job) => (
          <JobStatus key={job.id} job={job} />
        ))}
      {hasProject ? <ProposalStatus /> : null}
      <ProviderStatus />
    </footer>
  )
}

function SaveStatus(): ReactElement {
  const unsaved = useReviewDocument((store) => store.unsaved)
  const isRefused = useReviewDocument((store) => store.isRefused)
  const held = useReviewDocument((store) => store.held)
  const storeHeld = useReviewDocument((store) => store.storeHeld)
  if (unsaved === 0 && held.length > 0) {
    return (
      <span className={styles.item}>
        <output className={styles.item}>
          <IconAlertTriangle size={14} aria-hidden />
          {text.shell.held(held.length)}
        </output>
        <Button size="compact-xs" variant="subtle" onClick={() => void storeHeld()}>
          {text.shell.storeHeld}
        </Button>
      </span>
    )
  }
  if (unsaved === 0 && isRefused) {
    return (
      <output className={styles.item}>
        <IconAlertTriangle size={14} aria-hidden />
        {text.shell.refused}
      </output>
    )
  }
  return (
    <output className={styles.item}>
      {unsaved === 0 ? <IconCircleCheck size={14} aria-hidden /> : <Loader size={12} />}
      {unsaved === 0 ? text.shell.saved : text.shell.saving(unsaved)}
    </output>
  )
}

function spellCount(count: number): string {
  return count.toLocaleString()
}

function JobStatus({ job }: { job: Job }): ReactElement {
  const spell = job.kind === 'model-pack' ? spellBytes : spellCount
  const label = text.shell.jobs.progress(
    job.title,
    spell(job.done),
    job.total === 0 ? null : spell(job.total),
  )
  return (
    <span className={styles.item}>
      <Progress
        className={styles.progress}
        size="sm"
        value={job.total === 0 ? 0 : (100 * job.done) / job.total}
        aria-label={label}
      />
      {label}
      <ActionIcon
        size={18}
        aria-label={text.shell.jobs.cancel(job.title)}
        onClick={() => void attempt(engine.call('jobs.cancel', { jobId: job.id }))}
      >
        <IconX size={12} />
      </ActionIcon>
    </span>
  )
}
