import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isFileLocked, lockFile } from '../store/file-lock'

/** Hidden folders beside a target: one that becomes the target, and files from archives. */
const PARTIAL_END = /^\.[0-9a-f]{8}\.partial$/
const UNPACKED = '.deltascribe-unpacked-'
const LOCK_FILE = 'lock'
/** A folder without a lock may be about to get one, or an earlier version still writes to it. */
const PATIENCE_MILLISECONDS = 24 * 60 * 60 * 1000

/** A hidden folder of this program, until it is removed. If the program is killed before, a later start removes it. */
export interface HiddenFolder {
  /** Folder for the files to write. */
  files: string
  remove(): Promise<void>
}

export function makePartial(target: string): Promise<HiddenFolder> {
  return makeHidden(join(dirname(target), `.${basename(target)}.${randomName()}.partial`))
}

export function makeUnpacked(parent: string): Promise<HiddenFolder> {
  return makeHidden(join(parent, `${UNPACKED}${randomName()}`))
}

function randomName(): string {
  return randomBytes(4).toString('hex')
}

async function makeHidden(folder: string): Promise<HiddenFolder> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder)
  const release = holdFolder(folder)
  const remove = async (): Promise<void> => {
    release()
    await rm(folder, { recursive: true, force: true })
  }
  const files = join(folder, 'files')
  try {
    await mkdir(files)
  } catch (error) {
    await remove()
    throw error
  }
  return { files, remove }
}

/** Some disks have no locks: there the age of a folder decides. */
function holdFolder(folder: string): () => void {
  const path = join(folder, LOCK_FILE)
  try {
    const lock = lockFile(path)
    return () => lock.release()
  } catch {
    void rm(path, { force: true }).catch(() => undefined)
    return () => undefined
  }
}

/**
 * Removes the folders that killed imports and conversions to `target` left, and the unpacked files beside it. Those
 * of a running program stay. @returns the folders that were removed
 */
export async function removeLeftBehind(target: string): Promise<string[]> {
  const parent = dirname(target)
  const start = `.${basename(target)}`
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const removed: string[] = []
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const isPartial = name.startsWith(start) && PARTIAL_END.test(name.slice(start.length))
    const folder = join(parent, name)
    if ((isPartial || name.startsWith(UNPACKED)) && (await isLeft(folder)) && (await isRemoved(folder))) {
      removed.push(folder)
    }
  }
  return removed
}

async function isLeft(folder: string): Promise<boolean> {
  const lock = join(folder, LOCK_FILE)
  if (existsSync(lock)) {
    return !isFileLocked(lock)
  }
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }))
  return Date.now() - mtimeMs > PATIENCE_MILLISECONDS
}

/** Returns false for a folder that may not be removed; it stays, and does no harm. */
async function isRemoved(folder: string): Promise<boolean> {
  return rm(folder, { recursive: true, force: true }).then(
    () => true,
    () => false,
  )
}

/** A notice for users who find fewer files beside the target than before. */
export function leftBehindNotice(folder: string): string {
  return `Removed ${folder}: it was left when an earlier import or conversion was ended.`
}
