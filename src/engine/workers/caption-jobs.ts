import { explained } from '../../connector/connector-error'
import type { ConnectorSettings } from '../../contract/connector'
import { failWith, toFailure } from '../../contract/errors'
import { message } from '../../messages/message'
import { captionJobSchema, captionQueueOf } from '../../queue/caption-job'
import type { CaptionJob } from '../../queue/caption-job'
import type { TakenJob } from '../../queue/work-queue'
import type { ProjectStore } from '../../store/project-store'
import { captionOne, isEligible, PairSkipped } from '../connector/caption-pairs'
import type { CaptionConnector } from '../connector/caption-connector'
import { makeConnector } from '../connector/make-connector'
import type { EngineState } from '../engine-state'
import type { JobKind, JobSignals } from './job-kind'
import type { WorkerImages } from './pair-folder'

/** What a worker has for captions. */
export interface WorkerCaptions {
  /** With the address and the model that it asks; its operator agreed to the address. */
  settings: ConnectorSettings
  /** Never in the database. */
  key: string | null
}

interface Needs {
  state: EngineState
  store: ProjectStore
  images: WorkerImages
  captions: WorkerCaptions
}

/** Asks the worker's own server for captions, and stores each as the engine does. */
export class CaptionJobs implements JobKind {
  readonly task = 'captions'
  readonly queues: readonly string[]
  /** Such servers answer one question after the other. */
  readonly size = 1
  private last: { key: string; connector: CaptionConnector } | null = null

  /** @throws ContractError `unavailable` where the settings name no server */
  constructor(private readonly needs: Needs) {
    const { address, model } = needs.captions.settings
    this.queues = [captionQueueOf({ address, model })]
  }

  nameOf(taken: TakenJob): string {
    return captionJobSchema.safeParse(taken.data).data?.pair ?? taken.id
  }

  /** @throws ContractError `unavailable` where the server or the images are away; `invalid-input` */
  async make(taken: TakenJob, { drop: signal }: JobSignals): Promise<boolean> {
    const job = captionJobSchema.safeParse(taken.data).data
    if (job === undefined) {
      throw failWith('invalid-input', message('workers.unknownJob'))
    }
    const { store, images } = this.needs
    const connector = this.connectorFor(job)
    const target = connector.target()
    const pairId = store.pairs.byKey.idOf(job.pair)
    if (pairId === null || !isEligible({ store }, pairId, target)) {
      return true
    }
    const held = await images.hold(store.pair(pairId), job, signal)
    try {
      const project = { folder: held.folder, store }
      const work = { project, queue: nothingProposed, connector, onPair: () => undefined, signal }
      await explained(() => captionOne(work, pairId, target))
      return true
    } catch (error) {
      if (error instanceof PairSkipped) {
        return true
      }
      if (toFailure(error).code === 'bad-image' && !signal.aborted) {
        return false
      }
      throw error
    } finally {
      await held.release()
    }
  }

  /** The worker's own, which asks as the job says. */
  private connectorFor({ instruction, side }: CaptionJob): CaptionConnector {
    const { state, captions } = this.needs
    const key = JSON.stringify([instruction, side])
    if (this.last?.key !== key) {
      const settings = { ...captions.settings, instruction, side }
      const connector = { settings, key: captions.key, isNamed: true }
      this.last = { key, connector: makeConnector({ ...state.options, connector }, state) }
    }
    return this.last.connector
  }
}

/** Pairs that nothing is known of are not asked for. */
const nothingProposed = {
  makeFor: () => Promise.reject(failWith('unavailable', message('workers.proposeFirst'))),
}
