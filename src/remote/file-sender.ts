import { open, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { requireWholeObject } from '../buckets/object-file'
import type { Client } from '../contract/client'
import { ContractError } from '../contract/errors'
import { fileOf, sliceSuffix } from '../domain/slice-path'
import { sidecarPath, sidecarsOf } from '../georeference/sidecars'
import { MOST_FILES, PART_BYTES } from './remote-contract'
import type { Place, FarCommands, RemoteFile } from './remote-contract'
import { message, messageTextOf, messageFields } from '../messages/message'
import { sha256OfFile } from '../process/sha256'

/** Files whose digests are known, of many pairs. */
const MOST_KNOWN = 10_000

/**
 * Digests of files of this machine, by path; a file that changed since is read again. All that send to one machine
 * share them.
 */
export class Digests {
  private readonly known = new Map<string, { stamp: string; file: RemoteFile }>()
  /** By digest. */
  private readonly sending = new Map<string, Promise<void>>()

  /** Waits for another that sends the same file. Where that one fails, this one sends it. */
  async sendOnce(digest: string, send: () => Promise<void>): Promise<void> {
    for (let other = this.sending.get(digest); other !== undefined; other = this.sending.get(digest)) {
      const isThere = await other.then(
        () => true,
        () => false,
      )
      if (isThere) {
        return
      }
    }
    const own = send().finally(() => this.sending.delete(digest))
    this.sending.set(digest, own)
    await own
  }

  /** @param name in its folder. @throws the system's error */
  async of(path: string, name: string): Promise<RemoteFile> {
    await requireWholeObject(path)
    const { mtimeMs, size } = await stat(path)
    const stamp = `${mtimeMs} ${size} ${name}`
    const known = this.known.get(path)
    if (known?.stamp === stamp) {
      return known.file
    }
    const file = { path: name, digest: await sha256OfFile(path), bytes: size }
    if (this.known.size >= MOST_KNOWN) {
      this.known.clear()
    }
    this.known.set(path, { stamp, file })
    return file
  }
}

type Asked = Pick<Client<FarCommands, Record<never, never>>, 'call'>

/** Brings to the other machine what it lacks of the files of a request. */
export class FileSender {
  constructor(
    private readonly client: Asked,
    private readonly digests: Digests,
  ) {}

  /**
   * What the path stands for, once its files are there.
   * @throws ContractError `bad-image`, `bad-model` where a file of this machine cannot be read
   */
  async send(name: string, kind: Place['kind'], path: string): Promise<Place> {
    switch (kind) {
      case 'file': {
        const file = await described('bad-image', path, () => this.digests.of(path, 'file'))
        await this.bring(new Map([[path, file]]))
        return { kind, name, file }
      }
      case 'image': {
        const files = await described('bad-image', path, () => this.imageAndPlace(fileOf(path)))
        await this.bring(files)
        const [file, ...beside] = files.values()
        return { kind, name, file, beside, slice: sliceSuffix(path) }
      }
      case 'folder': {
        const files = await described('bad-model', path, () => this.filesIn(path))
        await this.bring(files)
        return { kind, name, files: [...files.values()] }
      }
      case 'scratch':
      case 'out':
        return { kind, name }
    }
  }

  /**
   * The image first. In its folder there it is called by its digest, which no sentence has as a word. A world file and a
   * projection are found beside it without an ending of its own.
   */
  private async imageAndPlace(path: string): Promise<Map<string, RemoteFile>> {
    const image = await this.digests.of(path, 'image')
    const files = new Map([[path, { ...image, path: image.digest }]])
    for (const sidecar of await sidecarsOf(path)) {
      files.set(sidecar.path, await this.digests.of(sidecar.path, sidecarPath(image.digest, sidecar.kind)))
    }
    return files
  }

  private async filesIn(folder: string): Promise<Map<string, RemoteFile>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
    if (paths.length > MOST_FILES) {
      throw new Error(`it has more than ${MOST_FILES} files`)
    }
    const files = new Map<string, RemoteFile>()
    for (const path of paths) {
      files.set(path, await this.digests.of(path, relative(folder, path).replaceAll(sep, '/')))
    }
    return files
  }

  private async bring(files: ReadonlyMap<string, RemoteFile>): Promise<void> {
    const digests = [...new Set([...files.values()].map(({ digest }) => digest))]
    const lacking = new Set(await this.client.call('lacking', { digests }))
    for (const [path, { digest, bytes }] of files) {
      if (lacking.delete(digest)) {
        await this.digests.sendOnce(digest, () => this.bringFile(path, digest, bytes))
      }
    }
  }

  private async bringFile(path: string, digest: string, total: number): Promise<void> {
    const handle = await open(path)
    try {
      for (let offset = 0; offset === 0 || offset < total;) {
        const { buffer, bytesRead } = await handle.read(new Uint8Array(PART_BYTES), 0, PART_BYTES, offset)
        await this.client.call('put', { digest, total, offset, part: buffer.subarray(0, bytesRead) })
        offset += bytesRead
        if (bytesRead === 0) {
          return
        }
      }
    } finally {
      await handle.close()
    }
  }
}

/** @throws ContractError of this code */
async function described<T>(
  code: 'bad-image' | 'bad-model',
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = message('remote.cannotBeRead', { path, reason: messageTextOf(error) })
    const fields = { path, ...messageFields(text) }
    throw new ContractError(
      code === 'bad-image' ? { code, reason: 'unreadable', ...fields } : { code, ...fields },
    )
  }
}
