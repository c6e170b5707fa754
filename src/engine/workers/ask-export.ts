import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ContractError, failWith } from '../../contract/errors'
import { exportReportSchema } from '../../contract/work'
import type { ExportOptions, ExportReport, Job } from '../../contract/work'
import { message } from '../../messages/message'
import { exportQueueOf } from '../../queue/export-job'
import type { ExportJob } from '../../queue/export-job'
import { WorkerTasks } from '../../queue/worker-tasks'
import type { WorkerTaskRow } from '../../queue/worker-tasks'
import { WorkQueue } from '../../queue/work-queue'
import { DatabaseAway } from '../../store/postgres/postgres-error'
import { isInDatabase } from '../../store/store-address'
import type { StoreAddress } from '../../store/store-address'
import type { EngineState } from '../engine-state'
import { presentWorkers } from './ask-workers'
import { AskedExports } from './asked-exports'

/** Between two looks at how far the worker is. */
const LOOK_MILLISECONDS = 1000
/** A stop of a worker counts as a try. */
const RETRIES = { most: 20, seconds: 5 }

/** Has a worker write a data set. @throws ContractError `unavailable` where no worker takes exports */
export async function askExport(state: EngineState, options: ExportOptions): Promise<Job> {
  const { storeAddress: place, folder } = state.current().project
  if (!isInDatabase(place)) {
    throw failWith('unavailable', message('workers.needsDatabase'))
  }
  if (!(await presentWorkers(place)).some(({ tasks }) => tasks.includes('exports'))) {
    throw failWith('unavailable', message('workers.noneExports'))
  }
  return follow(state, { id: randomUUID(), options, folder }, true)
}

/** Goes on to follow what was asked for from here before, where the program ended before the export did. */
export function followAskedExports(state: EngineState): void {
  const { isEditable, storeAddress, storeFolder } = state.current().project
  if (state.options.isHeadless !== true && isEditable && isInDatabase(storeAddress)) {
    new AskedExports(storeFolder).list().forEach((job) => follow(state, job, false))
  }
}

function follow(state: EngineState, job: ExportJob, isNew: boolean): Job {
  const { project, closing } = state.current()
  const { storeAddress: place, storeFolder } = project
  const { version } = state.options
  const asked = new AskedExports(storeFolder)
  return state.jobs.start(
    'export',
    message('jobs.exportTo', { out: job.options.out }),
    async (progress, stopped) => ({
      exportReport: await followExport({ place, asked, job, isNew, version, progress, stopped, closing }),
    }),
  )
}

interface Followed {
  place: StoreAddress
  asked: AskedExports
  job: ExportJob
  /** False for one that was asked for before. */
  isNew: boolean
  /** Of the program. */
  version: string
  progress(done: number, total: number): void
  /** The person cancels it. */
  stopped: AbortSignal
  /** The project is closed: the worker goes on. */
  closing: AbortSignal
}

async function followExport(followed: Followed): Promise<ExportReport> {
  const { place, asked, job, isNew, progress, stopped, closing } = followed
  const queue = await WorkQueue.open(place)
  const tasks = new WorkerTasks(queue)
  const signal = AbortSignal.any([stopped, closing])
  try {
    await tasks.open()
    if (isNew) {
      await ask(queue, tasks, followed)
    }
    while (!signal.aborted) {
      const row = await unlessAway(() => tasks.read(job.id))
      if (row === null && !isNew) {
        // another program here has seen its end
        break
      }
      const report = row === undefined ? null : reportIn(row)
      if (report !== null) {
        return report
      }
      progress(row?.done ?? 0, row?.total ?? 0)
      await wait(LOOK_MILLISECONDS, null, { signal }).catch(() => undefined)
    }
    throw failWith('cancelled', message('engine.exportCancelled'))
  } finally {
    // where the project is closed, the worker goes on
    if (!closing.aborted) {
      await Promise.allSettled([tasks.remove(job.id), asked.remove(job.id)])
    }
    await queue.close()
  }
}

/** @throws ContractError `conflict` where an export to the same place waits; the system's error */
async function ask(queue: WorkQueue, tasks: WorkerTasks, { asked, job, version }: Followed): Promise<void> {
  await asked.add(job)
  await tasks.add(job.id)
  const wanted = { queue: exportQueueOf(version), key: job.options.out, data: job, retries: RETRIES }
  if ((await queue.insert([wanted])) === 0) {
    throw failWith('conflict', message('workers.exportWaits', { out: job.options.out }))
  }
}

/** Undefined while the database is away. */
async function unlessAway<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseAway) {
      return undefined
    }
    throw error
  }
}

/** Null while it goes on. @throws ContractError the worker's, or `unavailable` where no worker does it any more */
function reportIn(row: WorkerTaskRow | null): ExportReport | null {
  if (row?.state === 'done') {
    return exportReportSchema.parse(row.result)
  }
  if (row?.state === 'failed' && row.failure !== null) {
    throw new ContractError(row.failure)
  }
  if (row?.isAsked === true) {
    return null
  }
  const reason = row?.reason ?? message('training.workersForgot')
  throw failWith('unavailable', message('training.workersGaveUp', { reason }))
}
