import { link, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageMode } from '../../contract/export-choices'
import { flushFiles } from '../atomic'
import type { PartialExport, DraftFile } from './partial-export'
import type { Helper } from './thread-helper'
import type { Packed } from './shards'
import { cannotWrite } from './target'
import { sha256Hex } from '../../process/sha256'

/** An image to be written. Source files may keep their bytes; all else is always encoded anew. */
export interface OutputImage {
  bytes: Buffer
  /** Absolute path of the file that has exactly these bytes; null for a converted image. */
  source: string | null
  /** Of the bytes, in hexadecimal. */
  sha256: string
}

export const HASH_LIST = 'manifest.sha256'

/** Of all small files that wait in memory for their archive. */
const HELD_BYTES = 2 ** 24

/** The folder of an export while it is written, with the hash and length of each of its files. */
export class OutputFolder {
  readonly root: string
  readonly helper: Helper
  private readonly images: ImageMode
  private readonly partial: PartialExport
  readonly files: Map<string, DraftFile>
  private readonly folders: Set<string>
  private readonly links: { copiedInstead: number }
  private readonly held: { files: Map<string, Uint8Array>; room: number }
  /** Where given, each file that is written through this object is added. */
  private readonly recorded: DraftFile[] | null

  /** @param base shares the files of this folder; only later ones are added to `recorded` */
  constructor(
    draft: PartialExport,
    images: ImageMode,
    helper: Helper,
    base: OutputFolder | null = null,
    recorded: DraftFile[] | null = null,
  ) {
    this.root = draft.files
    this.helper = helper
    this.images = images
    this.partial = draft
    this.files = base?.files ?? new Map()
    this.folders = base?.folders ?? new Set()
    this.links = base?.links ?? { copiedInstead: 0 }
    this.held = base?.held ?? { files: new Map(), room: HELD_BYTES }
    this.recorded = recorded
  }

  /** The same folder; files that are written through it are added to `files`. */
  recordingTo(files: DraftFile[]): OutputFolder {
    return new OutputFolder(this.partial, this.images, this.helper, this, files)
  }

  /** Images that could not be linked, as they lie on another disk or the disk knows no links. */
  get copiedInstead(): number {
    return this.links.copiedInstead
  }

  async write(path: string, content: Uint8Array | string): Promise<void> {
    const bytes = bytesOf(content)
    await this.put(path, bytes, true, sha256Hex(bytes))
  }

  /** Keeps a file for its archive, which is written later: in memory while there is room, else it is made again. */
  hold(path: string, content: Uint8Array | string): void {
    const bytes = bytesOf(content)
    this.record({ path, sha256: sha256Hex(bytes), bytes: bytes.length, stays: false, isWritten: false })
    if (this.held.room >= bytes.length) {
      this.held.files.set(path, bytes)
      this.held.room -= bytes.length
    }
  }

  /** Called once for each file. @param make makes the file again if there was no room for it */
  async takeHeld(path: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const bytes = this.held.files.get(path)
    if (bytes === undefined) {
      return make()
    }
    this.held.files.delete(path)
    this.held.room += bytes.length
    return bytes
  }

  /** Keeps an image for an archive; a converted one waits on the disk. */
  async holdImage(path: string, { bytes, source, sha256 }: OutputImage): Promise<void> {
    if (source === null) {
      await this.put(path, bytes, false, sha256)
    } else {
      this.record({ path, sha256, bytes: bytes.length, stays: false, isWritten: false })
    }
  }

  /**
   * A kept image with the same bytes.
   * @param readSource used if the image does not wait on the disk
   * @throws ContractError `cannot-write` if the source has changed
   */
  async heldImage(path: string, readSource: () => Promise<Buffer>, source: string): Promise<Buffer> {
    const { isWritten, sha256 } = this.fileAt(path)
    if (isWritten) {
      return readFile(join(this.root, path))
    }
    const bytes = await readSource()
    if (sha256Hex(bytes) !== sha256) {
      throw cannotWrite(source, `${source} was changed while it was exported: start the export again`)
    }
    return bytes
  }

  /** Writes by copy, hard link or symbolic link, as the options say. */
  async image(path: string, { bytes, source, sha256 }: OutputImage): Promise<void> {
    if (source === null || this.images === 'copy') {
      return this.put(path, bytes, true, sha256)
    }
    await this.makeFolder(dirname(path))
    try {
      await (this.images === 'link' ? link : symlink)(source, join(this.root, path))
      this.record({ path, sha256, bytes: bytes.length, stays: true, isWritten: true })
    } catch (error) {
      if (!isUnlinkable(error)) {
        throw error
      }
      this.links.copiedInstead += 1
      await this.put(path, bytes, true, sha256)
    }
  }

  /** Records a file that exists already. */
  record(file: DraftFile): void {
    this.files.set(file.path, file)
    this.recorded?.push(file)
  }

  /** The record of a file. */
  fileAt(path: string): DraftFile {
    const file = this.files.get(path)
    if (file === undefined) {
      throw new Error(`${path} was not written`)
    }
    return file
  }

  /**
   * Writes an archive of files that were written before, and removes these. An archive that a stopped export made of
   * the same files stays as it is.
   * @param write writes it to the given absolute path
   * @throws StalePartialExport if files that it needs went into another archive
   */
  async archive(
    path: string,
    members: readonly string[],
    write: (path: string) => Promise<Packed>,
  ): Promise<void> {
    const parts = members.map((member) => this.fileAt(member))
    const earlier = this.partial.archiveOf(path, parts)
    if (earlier === null) {
      await this.partial.requireAll(parts)
      await this.makeFolder(dirname(path))
      const packed = await write(join(this.root, path))
      const file = { path, ...packed, stays: true, isWritten: true }
      this.partial.addArchive(file, parts)
      this.record(file)
    } else {
      this.record(earlier)
    }
    for (const { path, isWritten } of parts) {
      if (isWritten) {
        await this.remove(path)
      } else {
        this.files.delete(path)
      }
    }
  }

  async move(from: string, to: string): Promise<void> {
    await this.makeFolder(dirname(to))
    this.partial.addMove(from, to)
    await rename(join(this.root, from), join(this.root, to))
    this.record({ ...this.fileAt(from), path: to })
    this.files.delete(from)
  }

  async duplicate(from: string, to: string): Promise<void> {
    await this.write(to, await readFile(join(this.root, from)))
  }

  /** A file or a folder of scratch files. */
  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { recursive: true, force: true })
    if (!this.files.delete(path)) {
      for (const other of this.files.keys()) {
        if (other.startsWith(`${path}/`)) {
          this.files.delete(other)
        }
      }
    }
  }

  async makeFolder(path: string): Promise<void> {
    if (!this.folders.has(path)) {
      await mkdir(join(this.root, path), { recursive: true })
      this.folders.add(path)
    }
  }

  /** The list of hashes, as `sha256sum --check` reads it. */
  async writeHashes(): Promise<void> {
    const lines = [...this.files.values()]
      .filter(({ stays }) => stays)
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    await this.write(HASH_LIST, lines.join(''))
  }

  /**
   * When it returns, all files are on the disk. Flushed together at the end, because the disk then writes many at
   * once.
   * @param stopIfCancelled throws; called now and then
   */
  flush(stopIfCancelled: () => void): Promise<void> {
    return flushFiles(this.root, [...this.files.keys()], stopIfCancelled)
  }

  private async put(path: string, bytes: Uint8Array, stays: boolean, sha256: string): Promise<void> {
    await this.makeFolder(dirname(path))
    await this.helper.create(join(this.root, path), bytes)
    this.record({ path, sha256, bytes: bytes.length, stays, isWritten: true })
  }
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content
}

function isUnlinkable(error: unknown): boolean {
  return ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )
}
