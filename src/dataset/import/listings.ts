import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileOf } from '../../domain/slice-path'

/** Names of files, each folder read once: most of the places where an image may lie have none. */
export class Listings {
  private readonly namesIn = new Map<string, ReadonlySet<string>>()

  /** By its name alone; of a slice, its file. @param path relative to the root */
  async has(root: string, path: string): Promise<boolean> {
    const file = fileOf(path)
    const folder = join(root, dirname(file))
    let names = this.namesIn.get(folder)
    if (names === undefined) {
      names = new Set(await readdir(folder).catch(() => []))
      this.namesIn.set(folder, names)
    }
    return names.has(basename(file))
  }
}
