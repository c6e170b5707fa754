import { join } from 'node:path'
import { ContractError, failWith } from '../contract/errors'
import type { Failure } from '../contract/errors'
import type { ModelPack } from '../contract/models'
import type { Job } from '../contract/work'
import type { PackDescriptor } from '../packs/catalogue'
import { knownPacks, isInstalled, packFolder, removePack, verifyPack } from '../packs/catalogue'
import { removePartial, installPack, partialBytes } from '../packs/install'
import { PackError } from '../packs/pack-error'
import type { ProcessHost } from '../process/process-host'
import type { Jobs } from './jobs'
import { WorkerLane } from './worker-lane'

/** A model that is not open by then hangs. */
const OPEN_MILLISECONDS = 120_000
const PROGRESS_MILLISECONDS = 200

/** Model packs in the user's data folder: added as jobs, checked, removed. */
export class ModelPacks {
  readonly folder: string
  private readonly host: ProcessHost
  private readonly jobs: Jobs
  private readonly known: readonly PackDescriptor[]
  private readonly onChange: (list: ModelPack[]) => void
  private readonly adding = new Map<string, Job>()

  constructor(
    { userFolder, host, jobs }: { userFolder: string; host: ProcessHost; jobs: Jobs },
    onChange: (list: ModelPack[]) => void,
    known: readonly PackDescriptor[] = knownPacks(),
  ) {
    this.folder = join(userFolder, 'packs')
    this.host = host
    this.jobs = jobs
    this.onChange = onChange
    this.known = known
  }

  list(): Promise<ModelPack[]> {
    return Promise.all(this.known.map((pack) => this.describe(pack)))
  }

  /** The folder of an installed pack and an id that changes with its files; null where it is not installed. */
  async find(id: string): Promise<{ folder: string; id: string } | null> {
    const pack = this.known.find((known) => known.id === id)
    return pack !== undefined && (await isInstalled(this.folder, pack))
      ? { folder: packFolder(this.folder, id), id: `${id}-${pack.version}` }
      : null
  }

  /** @throws ContractError `not-found` */
  add(id: string, file: string | null): Job {
    const pack = this.named(id)
    const running = this.adding.get(id)
    if (running !== undefined) {
      return running
    }
    const job = this.jobs.start('model-pack', pack.title, async (progress, signal) => {
      try {
        await installPack(pack, {
          packsFolder: this.folder,
          file,
          progress: seldom(progress),
          signal,
          tryOut: (folder) => this.tryOut(folder, signal),
        })
        return {}
      } catch (error) {
        throw error instanceof PackError ? new ContractError(failureOf(error, this.folder)) : error
      } finally {
        this.adding.delete(id)
        this.changed()
      }
    })
    this.adding.set(id, job)
    this.changed()
    return job
  }

  /** @throws ContractError `not-found`, `unavailable` while it is being added */
  async remove(id: string): Promise<ModelPack[]> {
    const pack = this.named(id)
    if (this.adding.has(id)) {
      throw failWith('unavailable', `${pack.title} is being added: cancel that first.`)
    }
    await removePack(this.folder, id)
    await removePartial(this.folder, pack)
    this.changed()
    return this.list()
  }

  /** @throws ContractError `not-found` */
  verify(id: string): Promise<string[]> {
    return verifyPack(this.folder, this.named(id))
  }

  private named(id: string): PackDescriptor {
    const pack = this.known.find((known) => known.id === id)
    if (pack === undefined) {
      const ids = this.known.map((known) => known.id).join(', ')
      throw failWith('not-found', `There is no model pack "${id}". There are: ${ids}.`)
    }
    return pack
  }

  /** A file that came from elsewhere may crash or hang what reads it. */
  private async tryOut(folder: string, signal: AbortSignal): Promise<void> {
    const lane = new WorkerLane(this.host, { isQuiet: true })
    try {
      await lane.call('openModel', { folder }, { milliseconds: OPEN_MILLISECONDS, signal })
    } finally {
      lane.dispose()
    }
  }

  private changed(): void {
    void this.list().then(this.onChange)
  }

  private async describe(pack: PackDescriptor): Promise<ModelPack> {
    const { id, title, licence, homepage, source, files } = pack
    return {
      id,
      title,
      licence,
      homepage,
      source: source.kind === 'npm' ? `${source.name} ${source.version} from the npm registry` : source.url,
      downloadBytes: source.bytes,
      diskBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      isInstalled: await isInstalled(this.folder, pack),
      partialBytes: await partialBytes(this.folder, pack),
      folder: packFolder(this.folder, id),
      jobId: this.adding.get(id)?.id ?? null,
    }
  }
}

/** Each chunk would be an event. */
function seldom(progress: (done: number, total: number) => void): (done: number, total: number) => void {
  let last = 0
  return (done, total) => {
    const now = performance.now()
    if (now - last >= PROGRESS_MILLISECONDS || done === total) {
      last = now
      progress(done, total)
    }
  }
}

function failureOf({ code, message }: PackError, path: string): Failure {
  switch (code) {
    case 'no-space':
    case 'cannot-write':
      return { code: 'cannot-write', path, message }
    case 'bad-file':
      return { code: 'not-found', message }
    case 'cancelled':
      return { code: 'cancelled', message }
    case 'unreachable':
    case 'tampered':
    case 'busy':
      return { code: 'unavailable', message }
  }
}
