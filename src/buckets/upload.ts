import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { message } from '../messages/message'
import { addressText } from './address'
import type { BucketAddress } from './address'
import { BucketError } from './bucket-error'
import { connect, requestFailed } from './connection'
import type { BucketConnection } from './connection'
import { listObjects } from './listing'
import type { BucketObject } from './listing'

/** Lies in a data set from its first object to its last: what has it is not whole. */
export const PARTIAL_NAME = '.deltascribe-partial'

const UPLOADS_AT_ONCE = 8
const MOST_ATTEMPTS = 4
/** Up to here a file is sent from memory. */
const IN_MEMORY = 8 * 2 ** 20
/** Bytes that the protocol takes in one request. */
const MOST_BYTES = 5 * 2 ** 30

export interface Upload {
  connection: BucketConnection
  address: BucketAddress
  /** Of the data set on this disk. */
  folder: string
  /** Relative paths that go before all others: they tell what the rest is. */
  first: readonly string[]
  signal: AbortSignal
  onFile(done: number, total: number): void
}

/**
 * Whether a data set may be written there: nothing is there, or what a stopped upload has left.
 * @throws BucketError
 */
export async function checkUploadTarget(
  connection: BucketConnection,
  address: BucketAddress,
): Promise<readonly BucketObject[]> {
  const there = await listObjects(connection, address)
  const isPartial = there.some(({ key }) => key === `${address.prefix}${PARTIAL_NAME}`)
  if (there.length > 0 && !isPartial) {
    throw new BucketError('setup', message('buckets.targetNotEmpty', { address: addressText(address) }))
  }
  return there
}

/**
 * A folder as objects. What a stopped upload has left and is the same stays. The files of the top go last, lists and
 * manifests after all images, and the mark of an upload that goes on is removed at the very end.
 * @throws BucketError; the signal's reason
 */
export async function uploadFolder(upload: Upload): Promise<void> {
  const { connection, address, folder, first, signal, onFile } = upload
  const there = await checkUploadTarget(connection, address)
  const files = await filesIn(folder, '')
  refuseOthers(there, files, address)
  const known = new Map(there.map((object) => [object.key, object]))
  await putBytes(
    upload,
    PARTIAL_NAME,
    Buffer.from('An upload goes on, or was stopped. Export again to end it.\n'),
  )
  let done = 0
  const send = async (path: string): Promise<void> => {
    signal.throwIfAborted()
    await putFile(upload, path, known.get(`${address.prefix}${path}`))
    done += 1
    onFile(done, files.length)
  }
  for (const group of inOrder(files, first)) {
    const limit = pLimit(UPLOADS_AT_ONCE)
    await Promise.all(group.map((path) => limit(() => send(path)))).finally(() => limit.clearQueue())
  }
  await removePartialMark(upload)
}

/** Never removed here: another program may have put them there. @throws BucketError */
function refuseOthers(
  there: readonly BucketObject[],
  files: readonly string[],
  address: BucketAddress,
): void {
  const own = new Set([PARTIAL_NAME, ...files].map((path) => `${address.prefix}${path}`))
  const other = there.find(({ key }) => !own.has(key))
  if (other !== undefined) {
    throw new BucketError(
      'setup',
      message('buckets.targetHasOthers', { address: addressText(address), name: other.key }),
    )
  }
}

/** Groups, one after the other: marks, what lies in folders, the lists at the top, and the manifest. */
function inOrder(files: readonly string[], first: readonly string[]): string[][] {
  const rest = files.filter((path) => !first.includes(path))
  return [
    files.filter((path) => first.includes(path)),
    rest.filter((path) => path.includes('/')),
    rest.filter((path) => !path.includes('/') && !isManifest(path)),
    rest.filter((path) => !path.includes('/') && isManifest(path)),
  ]
}

function isManifest(path: string): boolean {
  return /^manifest\b/i.test(path)
}

/** Relative, with forward slashes. */
async function filesIn(root: string, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      for (const inner of await filesIn(root, path)) {
        found.push(inner)
      }
    } else {
      found.push(path)
    }
  }
  return found.sort()
}

async function putFile(upload: Upload, path: string, known: BucketObject | undefined): Promise<void> {
  const local = join(upload.folder, path)
  const { size } = await stat(local)
  if (size > MOST_BYTES) {
    throw new BucketError('setup', message('buckets.fileTooLarge', { name: path }))
  }
  const hash = createHash('md5')
  if (size <= IN_MEMORY) {
    const bytes = await readFile(local)
    if (!isSame(known, size, hash.update(bytes).digest('hex'))) {
      await putBytes(upload, path, bytes)
    }
    return
  }
  for await (const chunk of createReadStream(local)) {
    hash.update(chunk as Buffer)
  }
  const md5 = hash.digest()
  if (!isSame(known, size, md5.toString('hex'))) {
    await putStream(upload, path, { size, md5 })
  }
}

function isSame(known: BucketObject | undefined, size: number, md5: string): boolean {
  return known?.size === size && known.etag === `"${md5}"`
}

async function putBytes(upload: Upload, path: string, bytes: Buffer): Promise<void> {
  const { client, sdk } = await connect(upload.connection)
  const { bucket, prefix } = upload.address
  const digest = createHash('md5').update(bytes).digest('base64')
  const request = { Bucket: bucket, Key: `${prefix}${path}`, Body: bytes, ContentMD5: digest }
  await client
    .send(new sdk.PutObjectCommand(request), { abortSignal: upload.signal })
    .catch((error: unknown) => {
      throw asFailure(upload, error)
    })
}

/** A stream cannot be sent again by the SDK. */
async function putStream(
  upload: Upload,
  path: string,
  { size, md5 }: { size: number; md5: Buffer },
): Promise<void> {
  const { client, sdk } = await connect(upload.connection)
  const { bucket, prefix } = upload.address
  for (let attempt = 1; ; attempt += 1) {
    const body = createReadStream(join(upload.folder, path))
    try {
      const request = { Bucket: bucket, Key: `${prefix}${path}`, Body: body, ContentLength: size }
      await client.send(new sdk.PutObjectCommand({ ...request, ContentMD5: md5.toString('base64') }), {
        abortSignal: upload.signal,
      })
      return
    } catch (error) {
      const failure = asFailure(upload, error)
      if (attempt === MOST_ATTEMPTS || !(failure instanceof BucketError) || failure.code !== 'away') {
        throw failure
      }
    } finally {
      body.destroy()
    }
  }
}

async function removePartialMark(upload: Upload): Promise<void> {
  const { client, sdk } = await connect(upload.connection)
  const { bucket, prefix } = upload.address
  const request = { Bucket: bucket, Key: `${prefix}${PARTIAL_NAME}` }
  await client.send(new sdk.DeleteObjectCommand(request)).catch((error: unknown) => {
    throw asFailure(upload, error)
  })
}

/** A stop is no failure of the bucket. */
function asFailure({ connection, signal, address }: Upload, error: unknown): unknown {
  if (signal.aborted) {
    return signal.reason
  }
  const failure = requestFailed(error, { connection, bucket: address.bucket, name: null })
  return failure.code === 'refused'
    ? new BucketError('refused', message('buckets.mayNotBeWritten', { bucket: address.bucket }))
    : failure
}
