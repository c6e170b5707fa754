import { ActionIcon, Button, Loader, Progress, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconX,
  IconPlayerPlay,
  IconPlayerStop,
  IconSparkles,
  IconEye,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Job } from '../../src/contract/work'
import { engine } from '../engine'
import { useReviewDocument } from '../review/document'
import { useStaleWork } from '../review/stale/stale-work'
import { text } from '../text/chosen'
import { spellBytes, spellNumber } from '../text/spelling'
import { useEngineState } from '../state/engine-state'
import { useViewOnly } from '../state/view-only'
import { attempt, notify } from '../state/notices'
import { EmbeddingProgress } from './EmbeddingProgress'
import { SaveCopy } from './SaveCopy'
import { PersonMenu } from './PersonMenu'
import { useRefusal } from '../state/person'
import { MachineStatus } from './MachineStatus'
import { ProviderStatus } from './ProviderStatus'
import { WorkerStatus } from './WorkerStatus'
import shared from '../components/shared.module.css'
import styles from './StatusBar.module.css'
import type { QueueStatus } from '../../src/contract/proposal'
import { useCurrentPair } from '../review/session'
import { canPropose, proposalSummary, shareDone } from './proposal-summary'
import { ProjectMenu } from './ProjectMenu'
import { spellMessage } from '../text/message'

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
      {hasProject ? <EmbeddingProgress /> : null}
      {hasProject ? <ProposalStatus /> : null}
      <MachineStatus />
      <WorkerStatus />
      <ProviderStatus />
      <PersonMenu />
    </footer>
  )
}

function SaveStatus(): ReactElement {
  const unsaved = useReviewDocument((store) => store.unsaved)
  const isStale = useStaleWork((store) => store.works.length > 0)
  const isRefused = useReviewDocument((store) => store.isRefused) || isStale
  const held = useReviewDocument((store) => store.held)
  const lostCount = useReviewDocument((store) => store.lost.length)
  const storeHeld = useReviewDocument((store) => store.storeHeld)
  const viewOnly = useViewOnly()
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
        <SaveCopy />
      </span>
    )
  }
  if (viewOnly !== null) {
    return (
      <output className={styles.item}>
        <IconEye size={14} aria-hidden />
        {text.shell.viewOnly.status}
      </output>
    )
  }
  if (unsaved === 0 && isRefused) {
    return (
      <span className={styles.item}>
        <output className={styles.item}>
          <IconAlertTriangle size={14} aria-hidden />
          {text.shell.refused}
        </output>
        {lostCount === 0 ? null : <SaveCopy />}
      </span>
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
  return spellNumber(count)
}

function JobStatus({ job }: { job: Job }): ReactElement {
  const spell = job.kind === 'model-pack' ? spellBytes : spellCount
  const label = text.shell.jobs.progress(
    spellMessage(job.title),
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
        aria-label={text.shell.jobs.cancel(spellMessage(job.title))}
        onClick={() => void attempt(engine.call('jobs.cancel', { jobId: job.id }))}
      >
        <IconX size={12} />
      </ActionIcon>
    </span>
  )
}

const words = text.shell.proposals

export function ProposalStatus(): ReactElement | null {
  const status = useEngineState((state) => state.queue)
  const viewOnly = useViewOnly()
  const refusal = useRefusal('adjudicator')
  if (status === null) {
    return null
  }
  const { isRunning, currentKey } = status
  const isMine = refusal === null
  return (
    <span className={styles.item}>
      {isRunning ? (
        <Progress
          className={styles.progress}
          size="sm"
          value={100 * shareDone(status)}
          aria-label={words.label}
        />
      ) : (
        <IconSparkles size={14} aria-hidden />
      )}
      <span title={currentKey ?? undefined}>{proposalSummary(status)}</span>
      {isRunning && isMine ? (
        <Toggle
          label={words.stop}
          run={() => engine.call('proposals.stop', {})}
          icon={<IconPlayerStop size={14} />}
        />
      ) : null}
      {canPropose(status) && viewOnly === null && isMine ? (
        <Toggle label={words.start} run={start} icon={<IconPlayerPlay size={14} />} />
      ) : null}
    </span>
  )
}

function Toggle(props: { label: string; icon: ReactElement; run(): Promise<QueueStatus> }): ReactElement {
  async function run(): Promise<void> {
    const queue = await attempt(props.run())
    if (queue !== null) {
      useEngineState.setState({ queue })
    }
  }
  return (
    <Tooltip label={props.label}>
      <ActionIcon size={20} aria-label={props.label} onClick={() => void run()}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  )
}

async function start(): Promise<QueueStatus> {
  const status = await engine.call('proposals.start', { nearPairId: useCurrentPair.getState().pairId })
  if (!status.isRunning) {
    notify('info', words.nothingLeft)
  }
  return status
}
