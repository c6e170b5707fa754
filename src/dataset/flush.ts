import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFlags } from './atomic'

/** From so many on it is faster to flush all that waits for the disk than one file after the other. */
const manyFiles = 64

const flushesAtOnce = 32

/**
 * All files are on the disk when it returns.
 * @param paths below `folder`
 * @param stopIfCancelled throws; called now and then
 */
export async function flushFiles(
  folder: string,
  paths: readonly string[],
  stopIfCancelled: () => void,
): Promise<void> {
  stopIfCancelled()
  if (paths.length >= manyFiles && (await flushFileSystem(folder))) {
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
  await Promise.all(Array.from({ length: flushesAtOnce }, work))
}

/**
 * All that waits for the disk on which `folder` lies, by syncfs(2), which returns when it is there. Node has
 * no such call, so the system's `sync` makes it. False where there is none, or it did not succeed.
 */
function flushFileSystem(folder: string): Promise<boolean> {
  return process.platform === 'linux'
    ? new Promise((resolve) => {
        execFile('/bin/sync', ['-f', folder], (error) => resolve(error === null))
      })
    : Promise.resolve(false)
}
