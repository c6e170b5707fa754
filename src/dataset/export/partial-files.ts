import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOfFile } from '../hashes'

/** Bytes up to which a file is read at once. */
const READ_WHOLE = 2 ** 24

/** SHA-256 in hexadecimal. @param bytes where they are known to be many, the file is read in pieces */
export async function hashOrNull(path: string, bytes = 0): Promise<string | null> {
  try {
    return bytes > READ_WHOLE
      ? await hashOfFile(path)
      : createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
  } catch {
    return null
  }
}

/** Links are taken away, not followed. */
export async function removeOthers(root: string, folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      await removeOthers(root, path, kept)
    } else if (!kept.has(path)) {
      await rm(join(root, path), { force: true })
    }
  }
}
