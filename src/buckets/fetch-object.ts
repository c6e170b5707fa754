import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { message } from '../messages/message'
import { BucketError } from './bucket-error'
import { connect, requestFailed } from './connection'
import type { Ticket } from './ticket'

/** A body that breaks off is asked for again; failed requests are, by the SDK. */
const MOST_BODIES = 3

/** What a server says of an object. */
export type ObjectFacts = Pick<Ticket, 'size' | 'etag' | 'modified'>
type Wanted = Pick<Ticket, 'connection' | 'bucket' | 'key' | 'name'>

/** What the object is now, without its bytes. @throws BucketError */
export async function headOf({ connection, bucket, key, name }: Wanted): Promise<ObjectFacts> {
  const { client, sdk } = await connect(connection)
  try {
    const head = await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }))
    return {
      size: head.ContentLength ?? 0,
      etag: head.ETag ?? '',
      modified: head.LastModified?.getTime() ?? 0,
    }
  } catch (error) {
    throw requestFailed(error, { connection, bucket, name })
  }
}

/**
 * The whole object: written aside, checked by its length and ETag, then put where `placeOf` says. A kill leaves a part
 * aside that the cache removes.
 * @param etag of the version that is wanted; null for the present one
 * @returns what the object was
 * @throws BucketError
 */
export async function fetchObject(
  wanted: Wanted & { etag: string | null },
  aside: string,
  placeOf: (facts: ObjectFacts) => string,
): Promise<ObjectFacts> {
  await mkdir(aside, { recursive: true })
  let firstHash = ''
  for (let attempt = 1; ; attempt += 1) {
    const part = join(aside, `.${randomBytes(8).toString('hex')}.part`)
    try {
      const { facts, hash, isMd5 } = await fetchOnce(wanted, part)
      // some servers' marks are no digest: what came twice alike is right
      if (isMd5 && `"${hash}"` !== facts.etag && hash !== firstHash) {
        firstHash = hash
        throw damaged(wanted.name)
      }
      const place = placeOf(facts)
      await mkdir(dirname(place), { recursive: true })
      await utimes(part, new Date(), new Date(facts.modified))
      await rename(part, place)
      return facts
    } catch (error) {
      await rm(part, { force: true })
      const failure = isOfDisk(error) ? error : requestFailed(error, wanted)
      const isWorthAnother =
        failure instanceof BucketError && ['damaged', 'away'].includes(failure.code) && isOfBody(error)
      if (!isWorthAnother || attempt === MOST_BODIES) {
        throw isWorthAnother ? damaged(wanted.name) : failure
      }
    }
  }
}

function damaged(name: string): BucketError {
  return new BucketError('damaged', message('buckets.damaged', { name }))
}

/** A body that broke off, which the SDK does not ask for again. */
class BodyError extends BucketError {}

function isOfBody(error: unknown): boolean {
  return error instanceof BodyError || (error instanceof BucketError && error.code === 'damaged')
}

const DISK_CALLS = new Set(['open', 'rename', 'mkdir', 'utime', 'write', 'close'])
/** Of a connection that ends while it is written to. */
const SOCKET_CODES = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ENOTCONN', 'ETIMEDOUT', 'EPROTO'])

function isOfDisk(error: unknown): boolean {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  return DISK_CALLS.has(syscall) && !SOCKET_CODES.has(code)
}

interface Fetched {
  facts: ObjectFacts
  /** MD5 in hexadecimal. */
  hash: string
  /** Whether the ETag looks like one. */
  isMd5: boolean
}

async function fetchOnce(
  { connection, bucket, key, etag, name }: Wanted & { etag: string | null },
  part: string,
): Promise<Fetched> {
  const { client, sdk } = await connect(connection)
  const request = { Bucket: bucket, Key: key, ...(etag === null || etag === '' ? {} : { IfMatch: etag }) }
  const answer = await client.send(new sdk.GetObjectCommand(request))
  const hash = createHash('md5')
  const handle = await open(part, 'wx')
  let bytes = 0
  try {
    for await (const chunk of bodyOf(answer, name)) {
      hash.update(chunk)
      bytes += chunk.length
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
  if (bytes !== (answer.ContentLength ?? bytes)) {
    throw new BodyError('damaged', message('buckets.damaged', { name }))
  }
  const facts = { size: bytes, etag: answer.ETag ?? '', modified: answer.LastModified?.getTime() ?? 0 }
  return {
    facts,
    hash: hash.digest('hex'),
    isMd5: /^"[0-9a-f]{32}"$/.test(facts.etag) && !isEncrypted(answer),
  }
}

/** With keys of its own: its ETag is no digest of its bytes. */
function isEncrypted({
  ServerSideEncryption: kind,
  SSECustomerAlgorithm: own,
}: GetObjectCommandOutput): boolean {
  return own !== undefined || (kind !== undefined && kind.startsWith('aws:'))
}

/** @throws BodyError where it breaks off */
async function* bodyOf({ Body }: GetObjectCommandOutput, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of Body as Readable) {
      yield chunk as Buffer
    }
  } catch {
    throw new BodyError('damaged', message('buckets.damaged', { name }))
  }
}

/**
 * Some bytes of a version of an object.
 * @param from first byte; `length` of them, all within the object
 * @throws BucketError `changed` where it is another one by now
 */
export async function fetchRange(ticket: Ticket, from: number, length: number): Promise<Buffer> {
  const { connection, bucket, key, name, etag } = ticket
  const { client, sdk } = await connect(connection)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await client.send(
        new sdk.GetObjectCommand({
          Bucket: bucket,
          Key: key,
          IfMatch: etag === '' ? undefined : etag,
          Range: `bytes=${from}-${from + length - 1}`,
        }),
      )
      const pieces: Buffer[] = []
      for await (const chunk of bodyOf(answer, name)) {
        pieces.push(chunk)
      }
      const bytes = Buffer.concat(pieces)
      // a server that heeds no ranges sends all of it
      const isWhole = answer.ContentRange === undefined && bytes.length === ticket.size
      const part = isWhole ? bytes.subarray(from, from + length) : bytes
      if (answer.ETag !== undefined && answer.ETag !== etag) {
        throw new BucketError('changed', message('problems.changedMeanwhile', { name }))
      }
      if (part.length !== length) {
        throw new BodyError('damaged', message('buckets.damaged', { name }))
      }
      return part
    } catch (error) {
      if (!(error instanceof BodyError) || attempt === MOST_BODIES) {
        throw requestFailed(error, { connection, bucket, name })
      }
    }
  }
}
