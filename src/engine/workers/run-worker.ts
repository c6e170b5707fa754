import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProviderName } from '../../contract/proposal'
import type { WorkerTask } from '../../contract/workers'
import type { MessageText } from '../../messages/message'
import { queueLocation } from '../../queue/queue-schema'
import { WorkerRuns } from '../../queue/worker-runs'
import { WorkerSigns } from '../../queue/worker-signs'
import type { Worker } from '../../queue/worker-signs'
import { WorkerTasks } from '../../queue/worker-tasks'
import { WorkQueue } from '../../queue/work-queue'
import { ProjectStore } from '../../store/project-store'
import type { StoreAddress } from '../../store/store-address'
import { EngineState } from '../engine-state'
import type { EngineOptions } from '../engine-options'
import { CaptionJobs } from './caption-jobs'
import type { WorkerCaptions } from './caption-jobs'
import { ExportJobs } from './export-jobs'
import type { ExportPlaces } from './export-jobs'
import type { JobKind } from './job-kind'
import { JobWorker } from './job-worker'
import type { WorkerCounts } from './job-worker'
import type { WorkerImages } from './pair-folder'
import { ProposalJobs } from './proposal-jobs'
import { TrainingJobs } from './training-jobs'
import { wantedProposer, wantedProposers } from './wanted-proposers'

export interface WorkerOptions {
  engine: Omit<EngineOptions, 'isHeadless' | 'database'>
  /** The database of the project. */
  place: StoreAddress
  /** Who made them closes them. */
  images: WorkerImages
  /** By name; null for all that this machine has. */
  proposer: string | null
  provider: ProviderName | 'auto'
  /** Kinds of work. */
  tasks: readonly WorkerTask[]
  /** Where it writes data sets; null for a worker that takes no exports. */
  exports: ExportPlaces | null
  /** The server that it asks; null for a worker that takes no captions. */
  captions: WorkerCaptions | null
  isOnce: boolean
  /** It is ready for work. */
  onReady(worker: Worker): void
  onNotice(text: MessageText): void
  /** @param name of a job: its pair, or its run */
  onFailure(name: string, reason: string): void
}

/**
 * Takes work of a project from its database until `stop`. Returns how much was done of each kind, and how much failed
 * here. @throws ContractError `unavailable`, `invalid-input`; StoreError
 */
export async function runWorker(
  options: WorkerOptions,
  stop: AbortSignal,
): Promise<Map<WorkerTask, WorkerCounts>> {
  const { place, engine } = options
  const store = new ProjectStore(place)
  const state = new EngineState({ ...engine, isHeadless: true }, () => undefined)
  let queue: WorkQueue | null = null
  try {
    queue = await WorkQueue.open(place, { isWorker: true })
    const signs = new WorkerSigns(queue)
    await signs.open()
    const self = await workerOf(state, options)
    const { onFailure } = options
    const kinds = await kindsOf({ state, store, queue, self }, options)
    const worker = new JobWorker({
      queue,
      signs,
      kinds,
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
    return new Map(options.tasks.map((task) => [task, worker.countsOf(task)]))
  } finally {
    await queue?.close()
    state.dispose()
    store.close()
  }
}

interface Own {
  state: EngineState
  store: ProjectStore
  queue: WorkQueue
  self: Worker
}

async function kindsOf(
  { state, store, queue, self }: Own,
  { tasks, images, onNotice, place, exports: places, captions }: WorkerOptions,
): Promise<JobKind[]> {
  const kinds: JobKind[] = []
  if (tasks.includes('proposals')) {
    kinds.push(new ProposalJobs({ state, store, images, onNotice }, self.proposers))
  }
  if (tasks.includes('training')) {
    const runs = new WorkerRuns(queue)
    await runs.open()
    const { url, schema } = queueLocation(place)
    const { host, pathname } = new URL(url)
    const project = `${host}${pathname} ${schema}`
    const training = new TrainingJobs({ state, store, runs, images, self, project }, self.proposers)
    await training.open()
    kinds.push(training)
  }
  if (tasks.includes('exports') && places !== null) {
    const tasksTable = new WorkerTasks(queue)
    await tasksTable.open()
    const { version, userFolder } = state.options
    kinds.push(new ExportJobs({ store, tasks: tasksTable, images, places, self, version, userFolder }))
  }
  if (tasks.includes('captions') && captions !== null) {
    kinds.push(new CaptionJobs({ state, store, images, captions }))
  }
  return kinds
}

async function workerOf(state: EngineState, { proposer, provider, tasks }: WorkerOptions): Promise<Worker> {
  state.providers.setWanted(provider)
  await state.proposers.refresh()
  const inUse = await state.providers.inUse()
  return {
    id: randomUUID(),
    machine: hostname(),
    pid: process.pid,
    provider: inUse,
    lanes: state.lanes.proposals.size,
    tasks,
    proposers: proposer === null ? wantedProposers(state) : [wantedProposer(state, proposer)],
  }
}
