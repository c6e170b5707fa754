import { createHash } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageMode } from '../../contract/work'
import { syncFlags } from '../atomic'
import { hashOfFile } from '../hash-file'
import type { Draft, DraftFile } from './draft'

/** Source files that are written as they are; all else is always written anew. */
export interface OutputImage {
  bytes: Buffer
  /** Absolute path of the file that has exactly these bytes; null for a converted image. */
  source: string | null
  /** Of the bytes, in hexadecimal. */
  sha256: string
}

export const hashList = 'manifest.sha256'

const syncsAtOnce = 32

/** Folders of an export that is being written, with the hash of each file. Paths are relative, with `/`. */
export class OutputFolder {
  readonly root: string
  private readonly images: ImageMode
  private readonly draft: Draft
  private readonly files: Map<string, DraftFile>
  private readonly folders: Set<string>
  private readonly links: { copiedInstead: number }
  /** Each file that comes to be known. */
  private readonly told: DraftFile[] | null

  /** @param base the same folder, whose files `told` need not hear of */
  constructor(
    draft: Draft,
    images: ImageMode,
    base: OutputFolder | null = null,
    told: DraftFile[] | null = null,
  ) {
    this.root = draft.files
    this.images = images
    this.draft = draft
    this.files = base?.files ?? new Map()
    this.folders = base?.folders ?? new Set()
    this.links = base?.links ?? { copiedInstead: 0 }
    this.told = told
  }

  /** The same folder; what is written through it is told. */
  telling(told: DraftFile[]): OutputFolder {
    return new OutputFolder(this.draft, this.images, this, told)
  }

  /** Images that could not be linked, as they lie on another disk or the disk knows no links. */
  get copiedInstead(): number {
    return this.links.copiedInstead
  }

  async write(path: string, bytes: Uint8Array | string): Promise<void> {
    await this.put(path, bytes, true, hashOf(bytes))
  }

  /** A file that does not stay: the list of hashes leaves it out. */
  async writeScratch(path: string, bytes: Uint8Array | string): Promise<void> {
    await this.put(path, bytes, false, hashOf(bytes))
  }

  /** An image that does not stay. */
  async scratchImage(path: string, { bytes, sha256 }: OutputImage): Promise<void> {
    await this.put(path, bytes, false, sha256)
  }

  /** By copy, hard link or symbolic link, as the export was told. */
  async image(path: string, { bytes, source, sha256 }: OutputImage): Promise<void> {
    if (source === null || this.images === 'copy') {
      return this.put(path, bytes, true, sha256)
    }
    await this.makeFolder(dirname(path))
    try {
      await (this.images === 'link' ? link : symlink)(source, join(this.root, path))
      this.know({ path, sha256, bytes: bytes.length, stays: true })
    } catch (error) {
      if (!isUnlinkable(error)) {
        throw error
      }
      this.links.copiedInstead += 1
      await this.put(path, bytes, true, sha256)
    }
  }

  /** A file that lies there already. */
  know(file: DraftFile): void {
    this.files.set(file.path, file)
    this.told?.push(file)
  }

  /** What is known of a file. */
  fileAt(path: string): DraftFile {
    const file = this.files.get(path)
    if (file === undefined) {
      throw new Error(`${path} was not written`)
    }
    return file
  }

  /**
   * Writes an archive of files that were written before, which then go. One that an earlier, stopped export
   * has written of the same files stays as it is.
   * @param write puts it at the absolute path that it is given
   * @throws StaleDraft where files that it needs went into another archive
   */
  async archive(
    path: string,
    members: readonly string[],
    write: (path: string) => Promise<void>,
  ): Promise<void> {
    const parts = members.map((member) => this.fileAt(member))
    const known = this.draft.archiveOf(path, parts)
    if (known === null) {
      await this.draft.requireAll(parts)
      await this.makeFolder(dirname(path))
      await write(join(this.root, path))
      const [sha256, { size }] = await Promise.all([
        hashOfFile(join(this.root, path)),
        stat(join(this.root, path)),
      ])
      const file = { path, sha256, bytes: size, stays: true }
      this.draft.addArchive(file, parts)
      this.know(file)
    } else {
      this.know(known)
    }
    for (const member of members) {
      await this.remove(member)
    }
  }

  async move(from: string, to: string): Promise<void> {
    await this.makeFolder(dirname(to))
    this.draft.addMove(from, to)
    await rename(join(this.root, from), join(this.root, to))
    this.know({ ...this.fileAt(from), path: to })
    this.files.delete(from)
  }

  async duplicate(from: string, to: string): Promise<void> {
    await this.write(to, await readFile(join(this.root, from)))
  }

  /** A file or a folder of scratch files. */
  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { recursive: true, force: true })
    if (!this.files.delete(path)) {
      for (const known of this.files.keys()) {
        if (known.startsWith(`${path}/`)) {
          this.files.delete(known)
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
    await this.write(hashList, lines.join(''))
  }

  /**
   * All files are on the disk when it returns. Together at the end, as the disk then writes many at once.
   * @param stopIfCancelled throws; called now and then
   */
  async flush(stopIfCancelled: () => void): Promise<void> {
    const paths = this.files.keys()
    const work = async (): Promise<void> => {
      for (const path of paths) {
        stopIfCancelled()
        const handle = await open(join(this.root, path), syncFlags)
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
      }
    }
    await Promise.all(Array.from({ length: syncsAtOnce }, work))
  }

  private async put(path: string, bytes: Uint8Array | string, stays: boolean, sha256: string): Promise<void> {
    await this.makeFolder(dirname(path))
    await writeFile(join(this.root, path), bytes, { flag: 'wx' })
    this.know({ path, sha256, bytes: Buffer.byteLength(bytes), stays })
  }
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function isUnlinkable(error: unknown): boolean {
  return ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )
}
