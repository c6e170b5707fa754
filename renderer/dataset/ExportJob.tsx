import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactElement, RefObject } from 'react'
import { isBucketAddress } from '../../src/contract/buckets'
import type { Job } from '../../src/contract/work'
import { engine, shell } from '../engine'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import shared from '../components/shared.module.css'
import styles from './report.module.css'
import { Remarks } from './Preview'
import { useQuery } from '../state/use-query'
import { useExportChoice } from './options'
import { spellFailure } from '../text/message'

const words = text.dataset

/** Progress of an export, then its result. */
export function ExportJob({ jobId }: { jobId: number }): ReactElement | null {
  const job = useEngineState(({ jobs }) => jobs.find(({ id }) => id === jobId))
  const place = useShown<HTMLOutputElement>(`${jobId} ${job?.state}`)
  if (job === undefined) {
    return null
  }
  return (
    <output ref={place} className={styles.job}>
      {job.state === 'running' ? <Running job={job} /> : null}
      {job.state === 'done' ? <Done job={job} /> : null}
      {job.state === 'failed' ? (
        <Problem reason={`${words.failed}. ${job.failure === null ? '' : spellFailure(job.failure)}`} />
      ) : null}
      {job.state === 'cancelled' ? <p className={shared.dim}>{words.cancelled}</p> : null}
    </output>
  )
}

/** Of an element that is scrolled to when what it shows changes. */
function useShown<T extends Element>(what: string): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => {
    // returns a promise in newer browsers, which an effect must not
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [what])
  return place
}

/** Why an export did not begin. */
export function Refusal({ reason }: { reason: string }): ReactElement {
  const place = useShown<HTMLDivElement>(reason)
  return (
    <div ref={place} className={styles.job} role="alert">
      <Problem reason={reason} />
    </div>
  )
}

function Problem({ reason }: { reason: string }): ReactElement {
  return (
    <p className={styles.problem}>
      <IconAlertTriangle size={14} aria-hidden />
      <span data-selectable>{reason}</span>
    </p>
  )
}

function Running({ job }: { job: Job }): ReactElement {
  const message = words.running(job.done, job.total)
  return (
    <>
      <Progress value={job.total === 0 ? 0 : (100 * job.done) / job.total} aria-label={message} />
      <div className={styles.jobLine}>
        <span>{message}</span>
        <Button variant="default" onClick={() => void attempt(engine.call('jobs.cancel', { jobId: job.id }))}>
          {words.cancel}
        </Button>
      </div>
    </>
  )
}

function Done({ job }: { job: Job }): ReactElement {
  const report = job.exportReport
  const out = report?.out ?? ''
  const isHere = useExportChoice((choice) => choice.on === 'here' && choice.jobId === job.id)
  return (
    <>
      <p className={styles.done}>
        <IconCircleCheck size={16} aria-hidden />
        {words.done(report?.pairCount ?? job.done)}
      </p>
      <Remarks notices={report?.notices ?? []} />
      <p className={styles.path} data-selectable>
        {out}
      </p>
      {shell === null || !isHere || isBucketAddress(out) ? null : (
        <Button variant="default" onClick={() => void attempt(shell?.reveal(out) ?? Promise.resolve())}>
          {words.openFolder}
        </Button>
      )}
    </>
  )
}

const stoppedWords = text.dataset.stopped
const SETTLE_MILLISECONDS = 300

/** Work of a stopped export beside the target folder, from which the next export continues. */
export function Stopped(): ReactElement | null {
  const out = useExportChoice((choice) => choice.out.trim())
  const running = useEngineState(({ jobs }) =>
    jobs
      .filter(({ kind }) => kind === 'export')
      .map(({ id, state }) => `${id} ${state}`)
      .join(),
  )
  const [discarded, setDiscarded] = useState(0)
  const isRunning = running.includes('running')
  const key = out === '' || isRunning ? null : JSON.stringify([out, running, discarded])
  const { value, isWaiting } = useQuery(
    key,
    () => engine.call('export.stopped', { out }),
    SETTLE_MILLISECONDS,
  )
  async function discard(): Promise<void> {
    await attempt(engine.call('export.discard', { out }))
    setDiscarded(discarded + 1)
  }
  if (value === null || isWaiting) {
    return null
  }
  return (
    <output className={styles.stopped}>
      <IconPlayerPause size={16} aria-hidden />
      <div>
        <p>{stoppedWords.title(value.pairCount)}</p>
        <p className={shared.dim}>{stoppedWords.explain}</p>
      </div>
      <Button variant="default" onClick={() => void discard()}>
        {stoppedWords.discard}
      </Button>
    </output>
  )
}
