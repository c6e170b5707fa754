import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProviderName } from '../../contract/proposal'
import type { MessageText } from '../../messages/message'
import { WorkerSigns } from '../../queue/worker-signs'
import type { Worker } from '../../queue/worker-signs'
import { WorkQueue } from '../../queue/work-queue'
import { ProjectStore } from '../../store/project-store'
import type { StorePlace } from '../../store/store-place'
import { EngineState } from '../engine-state'
import type { EngineOptions } from '../engine-options'
import { JobMaker } from './job-maker'
import type { WorkerImages } from './pair-folder'
import { ProposingWorker } from './proposing-worker'
import { wantedProposer, wantedProposers } from './wanted-proposers'

export interface WorkerOptions {
  engine: Omit<EngineOptions, 'isHeadless' | 'database'>
  /** The database of the project. */
  place: StorePlace
  images: WorkerImages
  /** By name; null for all that this machine has. */
  proposer: string | null
  provider: ProviderName | 'auto'
  isOnce: boolean
  /** It is ready for work. */
  onReady(worker: Worker): void
  onNotice(text: MessageText): void
  onFailure(pair: string, reason: string): void
}

/**
 * Takes proposals of a project from its database until `stop`. Returns how many were made, and how many failed here.
 * @throws ContractError `unavailable`, `invalid-input`; StoreError
 */
export async function runWorker(
  options: WorkerOptions,
  stop: AbortSignal,
): Promise<{ done: number; failed: number }> {
  const { place, engine } = options
  const store = new ProjectStore(place)
  const state = new EngineState({ ...engine, isHeadless: true }, () => undefined)
  let queue: WorkQueue | null = null
  try {
    queue = await WorkQueue.open(place, { isWorker: true })
    const signs = new WorkerSigns(queue)
    await signs.open()
    const self = await workerOf(state, options)
    const { images, onNotice, onFailure } = options
    const worker = new ProposingWorker({
      queue,
      signs,
      maker: new JobMaker({ state, store, images, onNotice }),
      proposers: self.proposers,
      // a device may fail and the processor take its place
      self: () => ({
        ...self,
        provider: state.providers.status().inUse ?? self.provider,
        lanes: state.lanes.proposals.size,
      }),
      onFailure,
    })
    options.onReady(self)
    await worker.run(stop, options.isOnce)
    return worker.counts
  } finally {
    await queue?.close()
    await options.images.close()
    state.dispose()
    store.close()
  }
}

async function workerOf(state: EngineState, { proposer, provider }: WorkerOptions): Promise<Worker> {
  state.providers.setWanted(provider)
  await state.proposers.refresh()
  const inUse = await state.providers.inUse()
  return {
    id: randomUUID(),
    machine: hostname(),
    pid: process.pid,
    provider: inUse,
    lanes: state.lanes.proposals.size,
    proposers: proposer === null ? wantedProposers(state) : [wantedProposer(state, proposer)],
  }
}
