import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isTicket, objectsFolder } from './ticket'

/** What was asked for so lately is being read. */
const IN_USE_MILLISECONDS = 60_000
/** What a kill has left. */
const ABANDONED_MILLISECONDS = 3_600_000
/** Of a version that nobody asked for. */
const TICKET_MILLISECONDS = 30 * 86_400_000
/** A look at the whole cache is worth it once this share of its limit was fetched. */
const SHARE = 0.05
/** Room is made for more than is needed. */
const FILL = 0.9

interface Version {
  folder: string
  bytes: number
  usedAt: number
}

const fetched = new Map<string, number>()
const looking = new Map<string, Promise<void>>()

/** Notes that a version is used. @param path of its bytes */
export async function noteUse(path: string): Promise<void> {
  const now = new Date()
  await utimes(dirname(path), now, now).catch(() => undefined)
}

/**
 * Notes that bytes were fetched, and makes room where that may be needed. The limit can be passed by a twentieth, and
 * by what was used in the last minute. Several programs may share a cache.
 */
export async function noteFetched(cacheFolder: string, bytes: number, mostBytes: number): Promise<void> {
  const sum = (fetched.get(cacheFolder) ?? 0) + bytes
  fetched.set(cacheFolder, sum)
  if (sum < mostBytes * SHARE) {
    return
  }
  fetched.set(cacheFolder, 0)
  const making =
    looking.get(cacheFolder) ?? makeRoom(cacheFolder, mostBytes).finally(() => looking.delete(cacheFolder))
  looking.set(cacheFolder, making)
  await making
}

/** Takes the bytes of versions away that were not used for longest, until 90 % of the limit are left. */
export async function makeRoom(
  cacheFolder: string,
  mostBytes: number,
  inUseMilliseconds = IN_USE_MILLISECONDS,
): Promise<void> {
  const versions: Version[] = []
  let sum = 0
  const root = objectsFolder(cacheFolder)
  for (const first of await namesIn(root)) {
    for (const second of await namesIn(join(root, first))) {
      const version = await weighed(join(root, first, second))
      versions.push(version)
      sum += version.bytes
    }
  }
  if (sum <= mostBytes) {
    return
  }
  const before = Date.now() - inUseMilliseconds
  for (const { folder, bytes, usedAt } of versions.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (sum <= mostBytes * FILL || usedAt > before) {
      break
    }
    await removeBytes(folder, usedAt)
    sum -= bytes
  }
}

async function weighed(folder: string): Promise<Version> {
  const now = Date.now()
  const usedAt = (await stat(folder).catch(() => null))?.mtimeMs ?? now
  let [bytes, others] = [0, 0]
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      for (const name of await namesIn(path)) {
        bytes += (await stat(join(path, name)).catch(() => null))?.size ?? 0
      }
      others += 1
      continue
    }
    const found = await stat(path).catch(() => null)
    if (isPart(entry.name)) {
      await removeAbandoned(path, now - (found?.mtimeMs ?? now))
    } else if (!isTicket(entry.name)) {
      bytes += found?.size ?? 0
      others += 1
    }
  }
  if (others === 0 && now - usedAt > TICKET_MILLISECONDS) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
  return { folder, bytes, usedAt }
}

/** The ticket stays: whoever has the path can fetch it again. */
async function removeBytes(folder: string, usedAt: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!isTicket(name) && !isPart(name)) {
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
  // removing is no use
  const at = new Date(usedAt)
  await utimes(folder, at, at).catch(() => undefined)
}

/** What is being written. */
function isPart(name: string): boolean {
  return name.endsWith('.part')
}

async function removeAbandoned(path: string, age: number): Promise<void> {
  if (age > ABANDONED_MILLISECONDS) {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
