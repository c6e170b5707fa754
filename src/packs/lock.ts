import { open, readFile, rm } from 'node:fs/promises'
import { PackError, writingFailed } from './pack-error'

/**
 * Two programs must not add the same pack at once. Returns the function that releases the lock. @throws PackError
 * `busy`
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  try {
    const handle = await open(path, 'wx')
    await handle.writeFile(String(process.pid))
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw writingFailed(path, error)
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    if (owner > 0 && isRunning(owner)) {
      throw new PackError('busy', `Another program (process ${owner}) is adding this model pack.`)
    }
    // its owner was killed
    await rm(path, { force: true })
    return takeLock(path)
  }
  return () => rm(path, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
