import { join } from 'node:path'
import { parseBucketAddress } from '../../buckets/address'
import type { BucketAddress } from '../../buckets/address'
import type { BucketConnection } from '../../buckets/connection'
import { downloadFolder } from '../../buckets/download'
import { listObjects } from '../../buckets/listing'
import { checkUploadTarget, PARTIAL_NAME, uploadFolder } from '../../buckets/upload'
import type { Upload } from '../../buckets/upload'
import { whyOutside } from '../../dataset/inside'
import { makeUnpacked, removeLeftBehind } from '../../dataset/left-behind'
import { EXPORT_MARK } from '../../dataset/scan'
import { userCacheFolder } from '../user-folder'
import { inWords } from './bucket-place'

/** Where a data set lies, or is to lie, and how its server is reached. */
export interface DataSetPlace {
  address: BucketAddress
  connection: BucketConnection
}

/** @throws BucketError `setup` */
export function dataSetPlace(given: string, connection: BucketConnection): DataSetPlace {
  return { address: parseBucketAddress(given), connection }
}

/** Sends the files of a data set that is written. */
export type Send = (running: Pick<Upload, 'signal' | 'onFile'>) => Promise<void>

/**
 * Has a data set written into a folder of this disk, then uploads it. Nothing is written where the bucket refuses.
 * @param sending begins the upload with a signal and a progress of the caller's
 * @throws ContractError
 */
export async function writeToBucket<T>(
  { address, connection }: DataSetPlace,
  write: (folder: string) => Promise<T>,
  sending: (send: Send) => Promise<void>,
): Promise<T> {
  return inWords(async () => {
    await checkUploadTarget(connection, address)
    return aside(async (folder) => {
      const written = join(folder, 'out')
      const result = await write(written)
      await sending((running) =>
        uploadFolder({ connection, address, folder: written, first: [EXPORT_MARK], ...running }),
      )
      return result
    })
  })
}

/** Whether a data set lies there to its last file. @throws ContractError */
export async function isWholeInBucket({ address, connection }: DataSetPlace): Promise<boolean> {
  return inWords(async () => {
    const objects = await listObjects(connection, address)
    const names = new Set(objects.map(({ key }) => key))
    const has = (name: string): boolean => names.has(`${address.prefix}${name}`)
    return has(EXPORT_MARK) && !has(PARTIAL_NAME)
  })
}

/** Fetches the files of a data set. Returns names that read as another path, which are left out. */
export type Fetch = (signal: AbortSignal) => Promise<string[]>

/**
 * Has a data set of a bucket read from a folder of this disk.
 * @param fetching begins the download with a signal of the caller's
 * @param read gets the folder, and the names that were left out
 * @throws ContractError
 */
export async function readFromBucket<T>(
  { address, connection }: DataSetPlace,
  fetching: (fetch: Fetch) => Promise<string[]>,
  read: (folder: string, leftOut: readonly string[]) => Promise<T>,
): Promise<T> {
  return inWords(() =>
    aside(async (folder) => {
      const leftOut = await fetching((signal) =>
        downloadFolder({ connection, address, folder, refuse: leadsOut, signal }),
      )
      return read(folder, leftOut)
    }),
  )
}

function leadsOut(path: string): boolean {
  return whyOutside(path) !== null
}

/** A folder that is removed afterwards; what killed programs have left is removed before. */
async function aside<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(userCacheFolder(), 'bucket-data-sets')
  await removeLeftBehind(join(parent, 'set'))
  const { files, remove } = await makeUnpacked(parent)
  try {
    return await use(files)
  } finally {
    await remove()
  }
}
