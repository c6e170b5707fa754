import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isBucketAddress } from '../../contract/buckets'
import { ContractError, failWith, toFailure } from '../../contract/errors'
import type { ExportReport } from '../../contract/work'
import { exportPairs, previewExport } from '../../dataset/export/export'
import { partialFolder } from '../../dataset/export/partial-export'
import { isBelow } from '../../dataset/inside'
import { EXPORT_MARK } from '../../dataset/scan'
import { message } from '../../messages/message'
import { exportJobSchema, exportQueueOf } from '../../queue/export-job'
import type { ExportJob } from '../../queue/export-job'
import type { WorkerTasks } from '../../queue/worker-tasks'
import type { Worker } from '../../queue/worker-signs'
import type { TakenJob } from '../../queue/work-queue'
import type { ProjectStore } from '../../store/project-store'
import { countedItems } from '../counted-items'
import { exportItems, withProjectFacts } from '../export-items'
import { keepSplitsIn, splitRulesOf } from '../project-splits'
import { holdPairs } from './hold-images'
import type { JobKind, JobSignals } from './job-kind'
import type { WorkerImages } from './pair-folder'

const TELL_MILLISECONDS = 1000
/** Failures that another try, here or elsewhere, may not have. */
const PASSING = new Set(['unavailable', 'disconnected', 'internal'])

/** Where a worker writes data sets. */
export interface ExportPlaces {
  /** Those with a path lie below this folder. */
  folder: string
  /** Has a data set written into a folder of this disk, then sent to a bucket. */
  toBucket<T>(out: string, signal: AbortSignal, write: (folder: string) => Promise<T>): Promise<T>
  /** Whether a whole data set lies there. */
  isWholeInBucket(out: string): Promise<boolean>
}

interface Needs {
  store: ProjectStore
  tasks: WorkerTasks
  images: WorkerImages
  places: ExportPlaces
  self: Pick<Worker, 'id' | 'machine'>
  /** Version of Deltascribe. */
  version: string
  userFolder: string
}

/** Writes data sets by the engine's own export. One that was stopped here is continued. */
export class ExportJobs implements JobKind {
  readonly task = 'exports'
  readonly queues: readonly string[]
  readonly size = 1

  constructor(private readonly needs: Needs) {
    this.queues = [exportQueueOf(needs.version)]
  }

  nameOf(taken: TakenJob): string {
    return exportJobSchema.safeParse(taken.data).data?.options.out ?? taken.id
  }

  /** @throws ContractError `unavailable` where another worker may do better; `invalid-input` for what another version wrote */
  async make(taken: TakenJob, { stop, drop }: JobSignals): Promise<boolean> {
    const job = exportJobSchema.safeParse(taken.data).data
    if (job === undefined) {
      throw failWith('invalid-input', message('workers.unknownJob'))
    }
    const { tasks, self } = this.needs
    const tries = await tasks.claim(job.id, self.id)
    if (tries === null) {
      return true
    }
    const gone = new AbortController()
    const told = { done: 0, total: 0 }
    const tell = async (): Promise<void> => {
      if (!(await tasks.progress(job.id, self.id, told.done, told.total))) {
        gone.abort()
      }
    }
    // what fails here fails again where the end is told
    const timer = setInterval(() => void tell().catch(() => undefined), TELL_MILLISECONDS)
    try {
      const signal = AbortSignal.any([stop, drop, gone.signal])
      const progress = (done: number, total: number): void => void Object.assign(told, { done, total })
      await tasks.end(job.id, self.id, { result: await this.write(job, tries, { progress, signal }) })
      return true
    } catch (error) {
      const failure = toFailure(error)
      if (gone.signal.aborted) {
        return true
      }
      if (stop.aborted || drop.aborted || PASSING.has(failure.code) || !(error instanceof ContractError)) {
        throw error
      }
      await tasks.end(job.id, self.id, { failure })
      return false
    } finally {
      clearInterval(timer)
    }
  }

  private async write(
    job: ExportJob,
    tries: number,
    running: { progress(done: number, total: number): void; signal: AbortSignal },
  ): Promise<ExportReport> {
    const { store, places, userFolder, self } = this.needs
    const { options, folder: asked } = job
    const { out, states } = options
    const isToBucket = isBucketAddress(out)
    const path = isToBucket ? out : inside(places.folder, out)
    const shown = isToBucket ? out : `${self.machine}:${path}`
    const isThere = await (isToBucket ? places.isWholeInBucket(out) : isWhole(path))
    if (tries === 1 && isThere) {
      throw failWith('conflict', message('workers.exportThere', { out: shown }))
    }
    const images = this.needs.images.keptIn(join(userFolder, 'worker-exports', job.id))
    try {
      const ids = store.pairs.find({ states: [...states], search: '', hasProblem: null }, 'key')
      const folder = await holdPairs({ store, images, folder: asked }, ids, running.signal)
      const project = { folder, store }
      const request = withProjectFacts(project, options)
      const rules = splitRulesOf(project)
      // of an earlier try, whose worker died before it could tell: nothing was there before the first one
      if (isThere) {
        const { items } = await countedItems(project, options)
        return { ...(await previewExport(items, request, rules)), out: shown }
      }
      const write = (into: string): Promise<ExportReport> =>
        exportPairs(exportItems(project, states, running.signal), { ...request, out: into }, running, {
          rules,
          keep: (splits) => {
            keepSplitsIn(store, splits)
            return []
          },
        })
      const report = isToBucket ? await places.toBucket(out, running.signal, write) : await write(path)
      return { ...report, out: shown }
    } finally {
      await images.close()
    }
  }
}

/** Its files are moved there at once; of a worker that died right after, the rest of the partial export may be left. */
function isWhole(path: string): boolean {
  return existsSync(join(path, EXPORT_MARK)) && !existsSync(join(partialFolder(path), 'files'))
}

/** @throws ContractError `invalid-input` where it leads out of the folder */
function inside(folder: string, out: string): string {
  const path = resolve(folder, out)
  if (!isBelow(resolve(folder), path)) {
    throw failWith('invalid-input', message('workers.exportOutside', { out }))
  }
  return path
}
