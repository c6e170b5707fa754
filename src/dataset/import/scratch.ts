import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder for files that come out of archives, under names of our own. */
export class Scratch {
  private readonly parent: string
  /** Files are needed after their item was handled. */
  private readonly isKept: boolean
  private folder: string | null = null
  private count = 0

  constructor(parent: string, isKept: boolean) {
    this.parent = parent
    this.isKept = isKept
  }

  /** The absolute path under which the bytes lie now. */
  async put(bytes: Uint8Array): Promise<string> {
    if (this.folder === null) {
      await mkdir(this.parent, { recursive: true })
      this.folder = await mkdtemp(join(this.parent, '.deltascribe-unpacked-'))
    }
    this.count += 1
    const path = join(this.folder, String(this.count))
    await writeFile(path, bytes, { flag: 'wx' })
    return path
  }

  /** The item that had these files was handled. */
  async release(paths: readonly string[]): Promise<void> {
    if (!this.isKept) {
      await Promise.all(paths.map((path) => rm(path, { force: true })))
    }
  }

  async dispose(): Promise<void> {
    if (this.folder !== null) {
      await rm(this.folder, { recursive: true, force: true })
    }
  }
}
