import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execFile } from 'node:child_process'

/**
 * The file is there whole or not at all, also after a power cut: a temporary file in the same folder, its
 * bytes on the disk, then renamed over the target. @throws the system's error; nothing is left behind
 */
export async function writeAtomically(path: string, bytes: Uint8Array | string): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeDurably(temporary, bytes)
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Written and flushed to the disk. */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** To open a file that is only to be flushed: Windows flushes only what may be written. */
export const syncFlags = process.platform === 'win32' ? 'r+' : 'r'

/** Flushes the names in a folder. Windows cannot and need not. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') {
    return
  }
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** From so many on it is faster to flush all that waits for the disk than one file after the other. */
const MANY_FILES = 64

const FLUSHES_AT_ONCE = 32

const SYSTEM_SYNC = '/bin/sync'

/** Between two checks whether it is to stop. */
const POLL_MILLISECONDS = 100

/**
 * All files are on the disk when it returns.
 * @param paths below `folder`
 * @param stopIfCancelled throws; called now and then
 * @param sync the system's program, or null where it has none
 */
export async function flushFiles(
  folder: string,
  paths: readonly string[],
  stopIfCancelled: () => void,
  sync: string | null = process.platform === 'linux' ? SYSTEM_SYNC : null,
): Promise<void> {
  stopIfCancelled()
  if (sync !== null && paths.length >= MANY_FILES && (await flushFileSystem(folder, stopIfCancelled, sync))) {
    return
  }
  const queue = paths.values()
  const work = async (): Promise<void> => {
    for (const path of queue) {
      stopIfCancelled()
      const handle = await open(join(folder, path), syncFlags)
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    }
  }
  await Promise.all(Array.from({ length: FLUSHES_AT_ONCE }, work))
}

/**
 * All that waits for the disk on which `folder` lies, by syncfs(2), which returns when it is there. Node has
 * no such call, so the system's `sync` makes it. False where there is none, or it did not succeed. One that
 * waits for the disk cannot be killed, so a cancelled export leaves it behind.
 */
function flushFileSystem(folder: string, stopIfCancelled: () => void, sync: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = execFile(sync, ['-f', folder], (error) => {
      clearInterval(poll)
      resolve(error === null)
    })
    const poll = setInterval(() => {
      try {
        stopIfCancelled()
      } catch (error) {
        clearInterval(poll)
        child.kill('SIGKILL')
        child.unref()
        reject(error)
      }
    }, POLL_MILLISECONDS)
  })
}

const MOST_ATTEMPTS = 3

/** Ends the name of a replaced folder as long as it lies aside. */
export const ASIDE_END = '.old'

/**
 * Gives a folder the name of another, which is there or not, and removes that. It is moved aside first, to
 * `DRAFT.old`, and back where the new one cannot take its place. What a kill leaves in between is for
 * `settleReplaced`. @throws the system's error
 */
export async function replaceFolder(source: string, folder: string): Promise<void> {
  const aside = `${source}${ASIDE_END}`
  for (let attempt = 1; ; attempt += 1) {
    const wasThere = await moveIfThere(folder, aside)
    try {
      await rename(source, folder)
      break
    } catch (error) {
      const isBack = await isThere(folder) // whoever settles takes a replacement that goes on for one that was killed
      if (isBack && attempt < MOST_ATTEMPTS) {
        continue
      }
      if (wasThere && !isBack) {
        await rename(aside, folder)
      }
      throw error
    }
  }
  await rm(aside, { recursive: true, force: true })
}

/**
 * Ends a replacement that was killed: the folder that it moved aside goes back where nothing has taken its place,
 * and is removed where something has. @throws the system's error
 */
export async function settleReplaced(aside: string, folder: string): Promise<void> {
  if (await isThere(folder)) {
    await rm(aside, { recursive: true, force: true })
    return
  }
  try {
    await moveIfThere(aside, folder)
  } catch (error) {
    if (!(await isThere(folder))) {
      throw error
    } // else the replacement went on
  }
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return false
      }
      throw error
    },
  )
}

export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
