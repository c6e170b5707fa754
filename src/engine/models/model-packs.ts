import { join } from 'node:path'
import { ContractError, failWith } from '../../contract/errors'
import type { Failure } from '../../contract/errors'
import type { ModelPack } from '../../contract/models'
import type { NetworkSettings } from '../../contract/network'
import type { Job } from '../../contract/work'
import { HttpClient } from '../../network/client'
import { carriedManifest, carryPack } from '../../packs/carried'
import { knownPacks } from '../../packs/known-packs'
import { describeSources, downloadBytes, sumBytes } from '../../packs/catalogue'
import type { PackDescriptor } from '../../packs/catalogue'
import { installPack } from '../../packs/install'
import { installedVersion, packFolder, removePack, verifyPack } from '../../packs/installed'
import { PackChecks } from '../../packs/pack-checks'
import { PackError } from '../../packs/pack-error'
import { partialBytes, removePartial } from '../../packs/partial'
import { Consents, HubDigests } from '../../packs/records'
import { hostsOf } from '../../packs/sources'
import type { ProcessHost } from '../../process/process-host'
import type { Jobs } from '../jobs'
import { throttleProgress } from '../throttle-progress'
import { tryOutPack } from './try-out-pack'
import { message, messageFields } from '../../messages/message'
import type { Message } from '../../messages/message'

interface ModelPacksOptions {
  userFolder: string
  host: ProcessHost
  jobs: Jobs
  /** The settings at the time. */
  network(): NetworkSettings
}

/** A pack that is being added. */
interface Adding {
  job: Job
  servedBy: string | null
}

/** Model packs in the user's data folder: added as jobs, checked, carried, removed. */
export class ModelPacks {
  readonly folder: string
  private readonly adding = new Map<string, Adding>()
  private readonly consents: Consents
  private readonly digests: HubDigests
  private readonly checks = new PackChecks()

  constructor(
    private readonly options: ModelPacksOptions,
    private readonly onChange: (list: ModelPack[]) => void,
    private readonly known: readonly PackDescriptor[] = knownPacks(),
  ) {
    const { userFolder } = options
    this.folder = join(userFolder, 'packs')
    this.consents = new Consents(userFolder)
    this.digests = new HubDigests(userFolder)
  }

  list(): Promise<ModelPack[]> {
    return Promise.all(this.known.map((pack) => this.describe(pack)))
  }

  /** Null where there is no pack of this id that captions. */
  captionTitle(id: string): string | null {
    return this.known.find((pack) => pack.id === id && pack.use === 'caption')?.title ?? null
  }

  /**
   * The folder of an installed pack, its version, and an id that changes with its files; null where it is not installed.
   * @throws ContractError `unavailable` where a file was swapped after it was installed
   */
  async find(id: string): Promise<{ folder: string; id: string; version: string } | null> {
    const pack = this.known.find((known) => known.id === id)
    const version = pack === undefined ? null : await installedVersion(this.folder, pack)
    if (pack === undefined || version === null) {
      return null
    }
    const problem = await this.checks.problemOf(this.folder, pack)
    if (problem !== null) {
      throw failWith('unavailable', message('packs.notUsed', { title: pack.title, problem }))
    }
    return { folder: packFolder(this.folder, id), id: `${id}-${version}`, version }
  }

  /**
   * Nothing is asked over the network before the user's consent to this version is on the disk.
   * @throws ContractError `not-found`, `unavailable` without consent
   */
  add(
    { id, file, agreesTo }: { id: string; file: string | null; agreesTo: string | null },
    onAdded: () => Promise<void> = async () => undefined,
  ): Job {
    const pack = this.named(id)
    const running = this.adding.get(id)
    if (running !== undefined) {
      return running.job
    }
    const { title, version, licence } = pack
    const isNew = file === null && !this.consents.has(id, version)
    if (isNew && agreesTo !== version) {
      throw failWith('unavailable', message('packs.onlyAgreed', { title, version, licence }))
    }
    const job = this.options.jobs.start('model-pack', title, async (progress, signal) => {
      try {
        if (isNew) {
          await this.consents.record({ pack: id, version, licence })
        }
        await this.install(pack, file, { progress, signal })
        await onAdded()
        return {}
      } catch (error) {
        throw error instanceof PackError ? new ContractError(failureOf(error, this.folder)) : error
      } finally {
        this.adding.delete(id)
        this.changed()
      }
    })
    this.adding.set(id, { job, servedBy: null })
    this.changed()
    return job
  }

  /** Writes an installed pack as one file. @throws ContractError */
  async carry(id: string, out: string): Promise<number> {
    const pack = this.named(id)
    try {
      return await carryPack(pack, this.folder, out)
    } catch (error) {
      throw error instanceof PackError ? new ContractError(failureOf(error, out)) : error
    }
  }

  /** The id of the pack that a file or a folder holds; null where it does not say. @throws ContractError */
  async inspect(file: string): Promise<string | null> {
    try {
      return (await carriedManifest(file))?.id ?? null
    } catch (error) {
      throw error instanceof PackError ? new ContractError(failureOf(error, file)) : error
    }
  }

  /** @throws ContractError `not-found`, `unavailable` while it is being added */
  async remove(id: string): Promise<ModelPack[]> {
    const pack = this.named(id)
    if (this.adding.has(id)) {
      throw failWith('unavailable', message('packs.isAdded', { title: pack.title }))
    }
    await removePack(this.folder, id)
    await removePartial(this.folder, pack)
    this.changed()
    return this.list()
  }

  /** @throws ContractError `not-found` */
  verify(id: string): Promise<Message[]> {
    return verifyPack(this.folder, this.named(id))
  }

  private named(id: string): PackDescriptor {
    const pack = this.known.find((known) => known.id === id)
    if (pack === undefined) {
      const ids = this.known.map((known) => known.id).join(', ')
      throw failWith('not-found', message('packs.none', { id, ids }))
    }
    return pack
  }

  private async install(
    pack: PackDescriptor,
    file: string | null,
    { progress, signal }: { progress(done: number, total: number): void; signal: AbortSignal },
  ): Promise<void> {
    const settings = this.options.network()
    const client = await HttpClient.open(settings.proxy)
    try {
      await installPack(pack, {
        packsFolder: this.folder,
        file,
        network: { client, settings },
        digests: this.digests,
        progress: throttleProgress(progress),
        onHost: (host) => this.comesFrom(pack.id, host),
        signal,
        tryOut: (folder) => tryOutPack(this.options.host, pack, folder, signal),
      })
    } finally {
      await client.close()
    }
  }

  private comesFrom(id: string, host: string): void {
    const adding = this.adding.get(id)
    if (adding !== undefined && adding.servedBy !== host) {
      adding.servedBy = host
      this.changed()
    }
  }

  private changed(): void {
    void this.list().then(this.onChange)
  }

  private async describe(pack: PackDescriptor): Promise<ModelPack> {
    const { id, version, title, use = 'segment', licence, dataLicence, limits, homepage, files } = pack
    const adding = this.adding.get(id)
    const installed = await installedVersion(this.folder, pack)
    return {
      id,
      use,
      title,
      version,
      installedVersion: installed,
      licence,
      dataLicence,
      limits,
      homepage,
      source: describeSources(pack),
      hosts: await hostsOf(pack, this.options.network()),
      isAgreed: this.consents.has(id, version),
      downloadBytes: downloadBytes(pack),
      diskBytes: sumBytes(files),
      isInstalled: installed !== null,
      partialBytes: await partialBytes(this.folder, pack),
      folder: packFolder(this.folder, id),
      jobId: adding?.job.id ?? null,
      servedBy: adding?.servedBy ?? null,
    }
  }
}

function failureOf({ code, text }: PackError, path: string): Failure {
  const fields = messageFields(text)
  switch (code) {
    case 'no-space':
    case 'cannot-write':
      return { code: 'cannot-write', path, ...fields }
    case 'bad-file':
      return { code: 'not-found', ...fields }
    case 'cancelled':
      return { code: 'cancelled', ...fields }
    case 'unreachable':
    case 'tampered':
    case 'busy':
      return { code: 'unavailable', ...fields }
  }
}
