import { join } from 'node:path'
import pLimit from 'p-limit'
import { message } from '../messages/message'
import { addressText } from './address'
import type { BucketAddress } from './address'
import { BucketError } from './bucket-error'
import { READS_AT_ONCE } from './connection'
import type { BucketConnection } from './connection'
import { fetchObject } from './fetch-object'
import { listObjects } from './listing'
import { PARTIAL_NAME } from './upload'

export interface Download {
  connection: BucketConnection
  address: BucketAddress
  /** New or empty. */
  folder: string
  /** Whether a path below the prefix may not be one below the folder. */
  refuse: (path: string) => boolean
  signal: AbortSignal
}

/**
 * All objects below an address, as a folder of this disk.
 * @returns keys that no file can have, left out
 * @throws BucketError, for a data set whose upload has not ended too; the signal's reason; errors of this disk
 */
export async function downloadFolder({
  connection,
  address,
  folder,
  refuse,
  signal,
}: Download): Promise<string[]> {
  const { bucket, prefix } = address
  const objects = (await listObjects(connection, address)).filter(({ key }) => !key.endsWith('/'))
  if (objects.some(({ key }) => key === `${prefix}${PARTIAL_NAME}`)) {
    throw new BucketError('setup', message('buckets.isPartial', { address: addressText(address) }))
  }
  const leftOut: string[] = []
  const limit = pLimit(READS_AT_ONCE)
  const fetch = async (key: string, etag: string): Promise<void> => {
    signal.throwIfAborted()
    const name = key.slice(prefix.length)
    if (name.split('/').some((part) => part === '' || part === '.') || refuse(name)) {
      leftOut.push(name)
      return
    }
    await fetchObject({ connection, bucket, key, name, etag }, folder, () => join(folder, name)).catch(
      (error: unknown) => {
        if (!isOfName(error)) {
          throw error
        }
        leftOut.push(name)
      },
    )
  }
  await Promise.all(objects.map(({ key, etag }) => limit(() => fetch(key, etag)))).finally(() =>
    limit.clearQueue(),
  )
  return leftOut
}

/** Of names that this disk cannot hold, and of keys that are a file and a folder. */
const NAME_CODES = new Set(['ENAMETOOLONG', 'EINVAL', 'EISDIR', 'ENOTDIR', 'EEXIST'])

function isOfName(error: unknown): boolean {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  return ['rename', 'mkdir'].includes(syscall) && NAME_CODES.has(code)
}
