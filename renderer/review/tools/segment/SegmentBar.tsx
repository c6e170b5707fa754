import { Button, Loader } from '@mantine/core'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { SEGMENT_PACK_ID } from '../../../../src/contract/models'
import type { ModelPack } from '../../../../src/contract/models'
import { jobOf, ModelProgress } from '../../../models/ModelPacks'
import { FetchButton } from '../../../models/PackConsent'
import { text } from '../../../text/chosen'
import { spellBytes, spellFixed } from '../../../text/spelling'
import { useEngineState } from '../../../state/engine-state'
import { prepare, usePreparing } from './segment'
import styles from './SegmentBar.module.css'
import { spellFailure } from '../../../text/message'

const words = text.stage.segment

/** While click to segment is in hand: what it needs, what it is at, and how it is used. */
export function SegmentBar({ pairId }: { pairId: number }): ReactElement | null {
  const pack = useEngineState((state) => state.packs.find(({ id }) => id === SEGMENT_PACK_ID))
  if (pack === undefined) {
    return null
  }
  return (
    <div className={styles.bar} role="region" aria-label={words.title} data-keep-focus>
      {pack.isInstalled ? <Ready pairId={pairId} /> : <NeedsPack pack={pack} />}
    </div>
  )
}

function NeedsPack({ pack }: { pack: ModelPack }): ReactElement {
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
      <span>{words.needsPack(pack.title, spellBytes(pack.downloadBytes), pack.licence)}</span>
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
