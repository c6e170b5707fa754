import { createHash, randomUUID } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { appendFile, copyFile, link, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failWith } from '../contract/errors'
import { whyOutside } from '../dataset/inside'
import { makeRoom, WORK_PREFIX } from './make-room'
import type { RemoteFile } from './remote-contract'
import { message } from '../messages/message'
import { sha256Hex, sha256OfFile } from '../process/sha256'

/** Pictures and models of a person, on a machine that several may use. */
const OWNER_ONLY = 0o700

interface Incoming {
  path: string
  hash: Hash
  bytes: number
}

interface CacheOptions {
  /** Absolute. Nothing is written outside it. */
  folder: string
  /** Of all files; the ones that were used longest ago go first. */
  mostBytes: number
}

/** Files that came from another machine, under the SHA-256 of their bytes, and folders of them for this process. */
export class FileCache {
  private readonly incoming = new Map<string, Incoming>()
  /** Digests that this process has checked. */
  private readonly checked = new Set<string>()
  private readonly own: string

  constructor(private readonly options: CacheOptions) {
    this.own = join(options.folder, `${WORK_PREFIX}${randomUUID()}`)
  }

  async open(): Promise<void> {
    await mkdir(join(this.options.folder, 'files'), { recursive: true, mode: OWNER_ONLY })
    await this.workFolder()
    await makeRoom(this.options.folder, this.options.mostBytes)
  }

  /** Removes what this process alone had use for. */
  async close(): Promise<void> {
    await rm(this.own, { recursive: true, force: true, maxRetries: 5 })
  }

  /** A folder of this process alone. It is made anew where it is gone. */
  async workFolder(): Promise<string> {
    await mkdir(this.own, { recursive: true, mode: OWNER_ONLY })
    return this.own
  }

  async lacking(digests: readonly string[]): Promise<string[]> {
    const found = await Promise.all(digests.map((digest) => this.touched(this.fileOf(digest))))
    return digests.filter((_, index) => !found[index])
  }

  /** @throws ContractError `invalid-input` where the parts do not follow each other, or make other bytes than said */
  async put(
    digest: string,
    { total, offset, part }: { total: number; offset: number; part: Uint8Array },
  ): Promise<void> {
    const file = await this.incomingFor(digest, offset)
    file.bytes += part.length
    if (file.bytes > total || total > this.options.mostBytes) {
      await this.drop(digest)
      throw failWith('invalid-input', message('remote.fileTooLong'))
    }
    file.hash.update(part)
    await appendFile(file.path, part)
    if (file.bytes < total) {
      return
    }
    if (file.hash.digest('hex') !== digest) {
      await this.drop(digest)
      throw failWith('invalid-input', message('remote.fileChanged'))
    }
    this.incoming.delete(digest)
    await rename(file.path, this.fileOf(digest))
    await makeRoom(this.options.folder, this.options.mostBytes)
  }

  private async incomingFor(digest: string, offset: number): Promise<Incoming> {
    if (offset === 0) {
      const path = join(await this.workFolder(), `${digest}.part`)
      await writeFile(path, '')
      this.incoming.set(digest, { path, hash: createHash('sha256'), bytes: 0 })
    }
    const file = this.incoming.get(digest)
    if (file === undefined || file.bytes !== offset) {
      await this.drop(digest)
      throw failWith('invalid-input', 'The parts of a file do not follow each other.')
    }
    return file
  }

  private async drop(digest: string): Promise<void> {
    const file = this.incoming.get(digest)
    this.incoming.delete(digest)
    await (file === undefined ? null : rm(file.path, { force: true }))
  }

  /** The path of a file whose bytes were checked. @throws ContractError `conflict` where they are gone or others */
  async file(digest: string): Promise<string> {
    const path = this.fileOf(digest)
    if (!(await this.touched(path))) {
      throw failWith('conflict', message('remote.fileGone'))
    }
    if (!this.checked.has(digest)) {
      if ((await sha256OfFile(path)) !== digest) {
        await rm(path, { force: true })
        throw failWith('conflict', message('remote.fileDamaged'))
      }
      this.checked.add(digest)
    }
    return path
  }

  /**
   * A folder with these files, and no others. @throws ContractError `invalid-input` for a name that leads out of it;
   * `conflict`
   */
  async folder(files: readonly RemoteFile[]): Promise<string> {
    const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    const problem = problemOfNames(sorted)
    if (problem !== null) {
      throw failWith('invalid-input', problem)
    }
    const key = sha256Hex(JSON.stringify(sorted))
    const path = join(await this.workFolder(), key)
    const sources: string[] = []
    for (const { digest } of sorted) {
      sources.push(await this.file(digest))
    }
    if (this.checked.has(key) && (await this.touched(path))) {
      return path
    }
    await rm(path, { recursive: true, force: true })
    await mkdir(path)
    for (const [index, file] of sorted.entries()) {
      await linkOrCopy(sources[index], join(path, file.path))
    }
    this.checked.add(key)
    return path
  }

  /** Whether it is there; it counts as used now. Its time of change stays, by which models are cached. */
  private async touched(path: string): Promise<boolean> {
    try {
      await utimes(path, new Date(), (await stat(path)).mtime)
      return true
    } catch {
      return false
    }
  }

  private fileOf(digest: string): string {
    return join(this.options.folder, 'files', digest)
  }
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await link(source, target).catch(() => copyFile(source, target))
}

/** Null where all names can be trusted. */
function problemOfNames(files: readonly RemoteFile[]): string | null {
  const names = files.map(({ path }) => path.toLowerCase())
  const isOdd = files.some(
    ({ path }) =>
      whyOutside(path) !== null ||
      /[\\:\p{Cc}]/u.test(path) ||
      path.split('/').some((part) => part === '' || /^\.+$/.test(part)),
  )
  return isOdd || new Set(names).size < names.length
    ? 'The files of a folder have names that cannot be used.'
    : null
}
