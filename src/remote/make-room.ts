import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** What was used a moment ago may be in use: another worker has the same folder. */
const IN_USE_MILLISECONDS = 60_000
/** What a worker left that was killed. */
const LEFT_MILLISECONDS = 24 * 3_600_000

/** Of the names of folders that a worker has for itself. */
export const WORK_PREFIX = 'work-'

interface Entry {
  path: string
  bytes: number
  /** Milliseconds since 1970. */
  usedAt: number
}

/**
 * Removes files of the cache, those used longest ago first, until at most `mostBytes` are left, and what workers left
 * that were killed. What cannot be removed stays.
 */
export async function makeRoom(cacheFolder: string, mostBytes: number, now = Date.now()): Promise<void> {
  const entries = (await entriesOf(join(cacheFolder, 'files'))).sort((a, b) => a.usedAt - b.usedAt)
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  for (const entry of entries) {
    if (bytes <= mostBytes || now - entry.usedAt < IN_USE_MILLISECONDS) {
      break
    }
    await removed(entry.path)
    bytes -= entry.bytes
  }
  for (const { path, usedAt } of await entriesOf(cacheFolder)) {
    if (basename(path).startsWith(WORK_PREFIX) && now - usedAt > LEFT_MILLISECONDS) {
      await removed(path)
    }
  }
}

async function entriesOf(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const entries = await Promise.all(names.map((name) => entryOf(join(folder, name))))
  return entries.filter((entry) => entry !== null)
}

/** Null for what is gone meanwhile. */
async function entryOf(path: string): Promise<Entry | null> {
  try {
    const { size, atimeMs, mtimeMs } = await stat(path)
    const usedAt = Math.max(atimeMs, mtimeMs)
    return { path, bytes: size, usedAt }
  } catch {
    return null
  }
}

async function removed(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined)
}
