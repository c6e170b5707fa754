import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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
