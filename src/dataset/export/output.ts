import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageMode } from '../../contract/work'
import { syncFlags } from '../atomic'

/** Source files that are written as they are; all else is always written anew. */
export interface OutputImage {
  bytes: Buffer
  /** Absolute path of the file that has exactly these bytes; null for a converted image. */
  source: string | null
}

export const hashList = 'manifest.sha256'

const syncsAtOnce = 32

/** Folders of an export that is being written, with the hash of each file. Paths are relative, with `/`. */
export class OutputFolder {
  readonly root: string
  private readonly images: ImageMode
  /** SHA-256 in hexadecimal by path. */
  private readonly hashes = new Map<string, string>()
  private readonly folders = new Set<string>()
  /** Images that could not be linked, as they lie on another disk or the disk knows no links. */
  copiedInstead = 0

  constructor(root: string, images: ImageMode) {
    this.root = root
    this.images = images
  }

  async write(path: string, bytes: Uint8Array | string): Promise<void> {
    await this.writeScratch(path, bytes)
    this.hashes.set(path, createHash('sha256').update(bytes).digest('hex'))
  }

  /** A file that does not stay: it has no hash. */
  async writeScratch(path: string, bytes: Uint8Array | string): Promise<void> {
    await this.makeFolder(dirname(path))
    await writeFile(join(this.root, path), bytes, { flag: 'wx' })
  }

  /** By copy, hard link or symbolic link, as the export was told. */
  async image(path: string, { bytes, source }: OutputImage): Promise<void> {
    if (source === null || this.images === 'copy') {
      return this.write(path, bytes)
    }
    await this.makeFolder(dirname(path))
    try {
      await (this.images === 'link' ? link : symlink)(source, join(this.root, path))
      this.hashes.set(path, createHash('sha256').update(bytes).digest('hex'))
    } catch (error) {
      if (!isUnlinkable(error)) {
        throw error
      }
      this.copiedInstead += 1
      await this.write(path, bytes)
    }
  }

  /** A file that someone else has put there. */
  async adopt(path: string): Promise<void> {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(this.root, path))) {
      hash.update(chunk as Buffer)
    }
    this.hashes.set(path, hash.digest('hex'))
  }

  async move(from: string, to: string): Promise<void> {
    await this.makeFolder(dirname(to))
    await rename(join(this.root, from), join(this.root, to))
    this.hashes.set(to, this.hashes.get(from)!)
    this.hashes.delete(from)
  }

  async duplicate(from: string, to: string): Promise<void> {
    await this.write(to, await readFile(join(this.root, from)))
  }

  /** A file or a folder of scratch files. */
  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { recursive: true, force: true })
    for (const known of this.hashes.keys()) {
      if (known === path || known.startsWith(`${path}/`)) {
        this.hashes.delete(known)
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
    const lines = [...this.hashes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, hash]) => `${hash}  ${path}\n`)
    await this.write(hashList, lines.join(''))
  }

  /**
   * All files are on the disk when it returns. Together at the end, as the disk then writes many at once.
   * @param stopIfCancelled throws; called now and then
   */
  async flush(stopIfCancelled: () => void): Promise<void> {
    const paths = this.hashes.keys()
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
}

function isUnlinkable(error: unknown): boolean {
  return ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )
}
