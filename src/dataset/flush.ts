import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFlags } from './atomic'

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
