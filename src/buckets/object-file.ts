import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fetchObject } from './fetch-object'
import { noteFetched } from './make-room'
import { RangedFile } from './ranged-file'
import { cacheOfPath, isObjectPath, readTicket } from './ticket'
import type { Ticket } from './ticket'

/** Bytes. A TIFF of more is read in parts: most of it may never be looked at. */
export const LEAST_RANGED_BYTES = 64 * 2 ** 20

/** Whether only the parts that are read are fetched. */
export function isRanged({ key, size }: Pick<Ticket, 'key' | 'size'>): boolean {
  return size >= LEAST_RANGED_BYTES && /\.tiff?$/i.test(key)
}

/**
 * The same for who can read only whole files: a large TIFF is fetched whole too.
 * @throws BucketError
 */
export async function requireWholeObject(path: string): Promise<void> {
  const ranged = await prepareObjectFile(path)
  const ticket = ranged === null ? null : await readTicket(path)
  if (ticket !== null) {
    await fetchAgain(path, ticket)
  }
}

const fetching = new Map<string, Promise<void>>()

/**
 * In any process: sees to it that the copy of an object is there, unless it is read in parts. Any other file is left to
 * whoever opens it.
 * @returns what reads it in parts, or null
 * @throws BucketError
 */
export async function prepareObjectFile(path: string): Promise<RangedFile | null> {
  if (!isObjectPath(path) || (await isThere(path))) {
    return null
  }
  const ticket = await readTicket(path)
  if (ticket === null) {
    return null
  }
  if (isRanged(ticket)) {
    return new RangedFile(path, ticket)
  }
  await fetchAgain(path, ticket)
  return null
}

/** Once, however many ask for it. */
function fetchAgain(path: string, ticket: Ticket): Promise<void> {
  const known = fetching.get(path)
  if (known !== undefined) {
    return known
  }
  const fetch = fetchObject(ticket, dirname(path), () => path)
    .then(({ size }) => noteFetched(cacheOfPath(path), size, ticket.mostBytes))
    .finally(() => fetching.delete(path))
  fetching.set(path, fetch)
  return fetch
}

/** Time in milliseconds since 1970 and bytes, of a copy that is there or not. Null where nothing is known of it. */
export async function objectStat(path: string): Promise<{ mtimeMs: number; size: number } | null> {
  const ticket = isObjectPath(path) ? await readTicket(path) : null
  return ticket === null ? null : { mtimeMs: ticket.modified, size: ticket.size }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}
