import { Button, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import type { ModelPack } from '../../../../src/contract/models'
import { jobOf, ModelProgress } from '../../../models/ModelPacks'
import { FetchButton } from '../../../models/PackConsent'
import { text } from '../../../text/chosen'
import { spellBytes, spellFixed } from '../../../text/spelling'
import { useEngineState } from '../../../state/engine-state'
import { prepare, segmentPack, useMissedClicks, usePreparing } from './segment'
import styles from './SegmentBar.module.css'
import { spellFailure } from '../../../text/message'

const words = text.stage.segment

/** While click to segment is in hand: what it needs, what it is at, and how it is used. */
export function SegmentBar({ pairId }: { pairId: number }): ReactElement | null {
  const pack = useEngineState(segmentPack)
  const missed = useMissedClicks(({ count }) => count)
  const [missedBefore] = useState(missed)
  if (pack === undefined) {
    return null
  }
  const isCalled = missed !== missedBefore && !pack.isInstalled
  return (
    // drawn anew for each missed click, so that it moves and is read out again
    <div
      key={missed}
      className={styles.bar}
      data-called={isCalled || undefined}
      role="region"
      aria-label={words.title}
      data-keep-focus
    >
      {pack.isInstalled ? <Ready pairId={pairId} /> : <NeedsPack pack={pack} isCalled={isCalled} />}
    </div>
  )
}

function NeedsPack({ pack, isCalled }: { pack: ModelPack; isCalled: boolean }): ReactElement {
  const jobs = useEngineState((state) => state.jobs)
  const job = jobOf(pack, jobs)
  if (job?.state === 'running') {
    return (
      <>
        <span>{words.installing(pack.title)}</span>
        <ModelProgress job={job} servedBy={pack.servedBy} />
      </>
    )
  }
  return (
    <>
      <span role={isCalled ? 'alert' : undefined}>
        {words.needsPack(pack.title, spellBytes(pack.downloadBytes), pack.licence)}
      </span>
      <FetchButton pack={pack} label={pack.partialBytes > 0 ? words.goOn : words.install} />
      {job === null ? null : <span role="alert">{job.failure == null ? '' : spellFailure(job.failure)}</span>}
    </>
  )
}

function Ready({ pairId }: { pairId: number }): ReactElement {
  const preparing = usePreparing()
  useEffect(() => void prepare(pairId), [pairId])
  if (preparing.state === 'failed') {
    return (
      <>
        <span role="alert">{preparing.problem}</span>
        <Button size="xs" variant="default" onClick={() => void prepare(pairId)}>
          {words.again}
        </Button>
      </>
    )
  }
  if (preparing.state !== 'ready' || preparing.pairId !== pairId) {
    return (
      <output className={styles.running}>
        <Loader size={12} />
        {words.preparing}
      </output>
    )
  }
  const { milliseconds } = preparing
  const took = milliseconds === 0 ? [] : [words.took(`${spellFixed(milliseconds / 1000, 1)} s`)]
  return <output>{[words.ready, ...took].join(' ')}</output>
}
