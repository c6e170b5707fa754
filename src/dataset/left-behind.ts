import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isFileLocked, lockFile } from '../store/file-lock'

/** Hidden folders beside a target: one that becomes the target, and files from archives. */
const PARTIAL_END = /^\.[0-9a-f]{8}\.partial$/
const UNPACKED = '.deltascribe-unpacked-'
const LOCK_FILE = 'lock'
/** A folder with files and no lock may be of an earlier version that still writes to it, or on a disk without locks. */
const PATIENCE_MILLISECONDS = 24 * 60 * 60 * 1000

/** A hidden folder of this program, until it is removed. If the program is killed before, a later start removes it. */
export interface HiddenFolder {
  /** Folder for the files to write. */
  files: string
  remove(): Promise<void>
}

export function makePartial(target: string): Promise<HiddenFolder> {
  return makeNamed(() => join(dirname(target), `.${basename(target)}.${randomName()}.partial`))
}

export function makeUnpacked(parent: string): Promise<HiddenFolder> {
  return makeNamed(() => join(parent, `${UNPACKED}${randomName()}`))
}

/** Another program may take an empty folder for one that was left, and remove it: then there is another one. */
async function makeNamed(name: () => string): Promise<HiddenFolder> {
  try {
    return await makeHidden(name())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error
    }
    return makeHidden(name())
  }
}

function randomName(): string {
  return randomBytes(4).toString('hex')
}

async function makeHidden(folder: string): Promise<HiddenFolder> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder)
  const release = holdFolder(folder)
  const files = join(folder, 'files')
  const remove = async (): Promise<void> => {
    await rm(files, { recursive: true, force: true })
    release()
    await rm(folder, { recursive: true, force: true })
  }
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
    if ((isPartial || name.startsWith(UNPACKED)) && (await removedIfLeft(folder))) {
      removed.push(folder)
    }
  }
  return removed
}

/** What may not be removed stays, and hinders nothing. */
function removedIfLeft(folder: string): Promise<boolean> {
  const removing = async (): Promise<boolean> => {
    if (await isEmptied(folder)) {
      return true
    }
    const isOver = await isLeft(folder)
    if (isOver) {
      // the lock goes last: where this is ended half-way, the next one still knows it
      await rm(join(folder, 'files'), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    }
    return isOver
  }
  return removing().catch(() => false)
}

/** Whether nothing was in it, and it is gone: its program was ended before it had its lock, or after it. */
function isEmptied(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  )
}

async function isLeft(folder: string): Promise<boolean> {
  const lock = join(folder, LOCK_FILE)
  if (existsSync(lock)) {
    return !isFileLocked(lock)
  }
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }))
  return Date.now() - mtimeMs > PATIENCE_MILLISECONDS
}

/** A notice for users who find fewer files beside the target than before. */
export function leftBehindNotice(folder: string): string {
  return `Removed ${folder}: it was left when an earlier import or conversion was ended.`
}
