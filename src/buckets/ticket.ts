import { randomBytes } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { connectionSchema } from './connection'
import { shortDigest } from '../process/sha256'

/** What one version of an object is, and where it is had: beside its bytes in the cache, for every process that reads it. */
export const ticketSchema = z.object({
  connection: connectionSchema,
  bucket: z.string(),
  key: z.string(),
  /** Path below the project's prefix, for messages. */
  name: z.string(),
  size: z.number(),
  etag: z.string(),
  /** Milliseconds since 1970. */
  modified: z.number(),
  /** Limit of the cache, in bytes. */
  mostBytes: z.number(),
})
export type Ticket = z.infer<typeof ticketSchema>

/** Marks paths whose bytes may have to be fetched. */
const OBJECTS_FOLDER = 'deltascribe-objects'
const OBJECT_PATH = new RegExp(
  `[\\\\/]${OBJECTS_FOLDER}[\\\\/][0-9a-f]{2}[\\\\/][0-9a-f]{40}[\\\\/][^\\\\/]+$`,
)
const TICKET_NAME = 'object.json'

export function objectsFolder(cacheFolder: string): string {
  return join(cacheFolder, OBJECTS_FOLDER)
}

/** Caches of this program, as JSON: processes that it starts follow the tickets there. */
const CACHES_VARIABLE = 'DELTASCRIBE_BUCKET_CACHES'
const cachesSchema = z.array(z.string()).catch([])

function trustedCaches(): string[] {
  const text = process.env[CACHES_VARIABLE]
  return text === undefined ? [] : cachesSchema.parse(JSON.parse(text))
}

/** This process, and those that it starts from now on, follow the tickets in this cache. */
export function trustCache(cacheFolder: string): void {
  const known = trustedCaches()
  if (!known.includes(resolve(cacheFolder))) {
    process.env[CACHES_VARIABLE] = JSON.stringify([...known, resolve(cacheFolder)])
  }
}

/**
 * Whether a file is the copy of an object. In a folder that is no cache of ours a ticket is somebody else's: it could
 * send requests with the person's credentials anywhere.
 */
export function isObjectPath(path: string): boolean {
  return OBJECT_PATH.test(path) && trustedCaches().includes(cacheOfPath(path))
}

/** The cache of a path of an object. */
export function cacheOfPath(path: string): string {
  return dirname(dirname(dirname(dirname(path))))
}

/**
 * Where the bytes of a version lie. Each version has a folder of its own, named by a hash: no key names a folder, two
 * keys that differ by case never meet, and an older version is never taken for a newer one.
 */
export function objectPath(
  cacheFolder: string,
  { connection, bucket, key, etag }: Pick<Ticket, 'connection' | 'bucket' | 'key' | 'etag'>,
): string {
  const hash = shortDigest(JSON.stringify([connection.endpoint, bucket, key, etag]), 40)
  return join(objectsFolder(cacheFolder), hash.slice(0, 2), hash, safeName(key))
}

const LONGEST_NAME = 120

/** The last part of a key as the name of a file on every system, never one of ours. */
export function safeName(key: string): string {
  const last = key.slice(key.lastIndexOf('/') + 1).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
  const short = Buffer.from(last).length <= LONGEST_NAME ? last : shortened(last)
  const isOdd = /^[. ]|[. ]$|^$/.test(short) || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short)
  return isOdd || short === TICKET_NAME ? `_${short}_` : short
}

/** Its end tells what it is. */
function shortened(name: string): string {
  const hash = shortDigest(name, 16)
  return `${hash}${/(\.nii)?\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''}`
}

/** Whole or not at all. */
export async function writeTicket(path: string, ticket: Ticket): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const part = join(folder, `.${randomBytes(6).toString('hex')}.part`)
  await writeFile(part, JSON.stringify(ticket))
  await rename(part, join(folder, TICKET_NAME))
}

/** Null where there is none, or it is damaged. */
export async function readTicket(path: string): Promise<Ticket | null> {
  try {
    const ticket = ticketSchema.parse(JSON.parse(await readFile(join(dirname(path), TICKET_NAME), 'utf8')))
    return safeName(ticket.key) === basename(path) ? ticket : null
  } catch {
    return null
  }
}

/** Whether a file of an object's folder is no copy of its bytes. */
export function isTicket(name: string): boolean {
  return name === TICKET_NAME
}
