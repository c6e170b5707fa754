import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { message } from '../messages/message'
import { PackError, writingFailed } from './pack-error'

/** Paths of the locks of this process. */
const held = new Set<string>()

/**
 * Two programs must not add the same pack at once. Returns the function that releases the lock. @throws PackError
 * `busy`
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  if (held.has(path)) {
    throw busy(process.pid)
  }
  held.add(path)
  try {
    await takeFile(path)
  } catch (error) {
    held.delete(path)
    throw error
  }
  return async () => {
    await rm(path, { force: true })
    held.delete(path)
  }
}

async function takeFile(path: string): Promise<void> {
  while (!(await isMade(path))) {
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    // this process has none: its own id is that of one that was killed, as in a container, where ids recur
    if (owner > 0 && owner !== process.pid && isRunning(owner)) {
      throw busy(owner)
    }
    await rm(path, { force: true })
  }
}

/** Whether there was none. It is never there without its owner's id. @throws PackError */
async function isMade(path: string): Promise<boolean> {
  const made = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(made, String(process.pid))
    await link(made, path).catch((error: unknown) => {
      if (isThere(error)) {
        throw error
      }
      // some drives know no links
      return writeFile(path, String(process.pid), { flag: 'wx' })
    })
    return true
  } catch (error) {
    if (isThere(error)) {
      return false
    }
    throw writingFailed(path, error)
  } finally {
    await rm(made, { force: true })
  }
}

function isThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST'
}

function busy(id: number): PackError {
  return new PackError('busy', message('packs.addedElsewhere', { id }))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
