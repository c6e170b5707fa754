import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../e2e/remove-folder'

/** Where an attack keeps what lasts longer than a turn. */
export interface OwnFolder {
  /** An empty folder; what was there before is removed. */
  fresh(): string
  remove(): void
}

export function makeOwnFolder(name: string): OwnFolder {
  let folder: string | null = null
  let count = 0
  return {
    fresh() {
      folder ??= mkdtempSync(join(tmpdir(), `deltascribe-campaign-${name}-`))
      removeFolder(join(folder, String(count)))
      count += 1
      mkdirSync(join(folder, String(count)))
      return join(folder, String(count))
    },
    remove() {
      if (folder !== null) {
        removeFolder(folder)
        folder = null
      }
    },
  }
}
