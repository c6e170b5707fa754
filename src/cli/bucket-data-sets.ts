import { join, resolve } from 'node:path'
import { parseBucketAddress } from '../buckets/address'
import { downloadFolder } from '../buckets/download'
import { listObjects } from '../buckets/listing'
import { checkUploadTarget, PARTIAL_NAME, uploadFolder } from '../buckets/upload'
import { connectionOf } from '../buckets/connection-options'
import { whyOutside } from '../dataset/inside'
import { makeUnpacked, removeLeftBehind } from '../dataset/left-behind'
import { EXPORT_MARK } from '../dataset/scan'
import type { ExportPlaces } from '../engine/workers/export-jobs'
import { inWords } from '../engine/buckets/bucket-place'
import { userCacheFolder } from '../engine/user-folder'
import type { BucketOptions } from './bucket-options'
import { progressLine, remark } from './output'
import { stoppable } from './with-engine'

/**
 * Has a data set written into a folder of this disk, then uploads it. Nothing is written where the bucket refuses.
 * @throws ContractError
 */
export async function writtenToBucket<T>(
  out: string,
  options: BucketOptions,
  write: (folder: string) => Promise<T>,
  cancelled = new AbortController().signal,
): Promise<T> {
  return inWords(async () => {
    const address = parseBucketAddress(out)
    const connection = connectionOf(options)
    await checkUploadTarget(connection, address)
    return aside(async (folder) => {
      const written = join(folder, 'out')
      const result = await write(written)
      const onFile = progressLine('files')
      await stoppable((stopped) => {
        const signal = AbortSignal.any([stopped, cancelled])
        return uploadFolder({ connection, address, folder: written, first: [EXPORT_MARK], signal, onFile })
      })
      return result
    })
  })
}

/** Where a worker writes data sets: below a folder, or in buckets by its own credentials. */
export function exportPlaces(folder: string, options: BucketOptions): ExportPlaces {
  return {
    folder: resolve(folder),
    toBucket: (out, signal, write) => writtenToBucket(out, options, write, signal),
    isWholeInBucket: (out) =>
      inWords(async () => {
        const address = parseBucketAddress(out)
        const objects = await listObjects(connectionOf(options), address)
        const names = new Set(objects.map(({ key }) => key))
        const has = (name: string): boolean => names.has(`${address.prefix}${name}`)
        return has(EXPORT_MARK) && !has(PARTIAL_NAME)
      }),
  }
}

/** Has a data set of a bucket read from a folder of this disk. @throws ContractError */
export async function readFromBucket<T>(
  source: string,
  options: BucketOptions,
  read: (folder: string) => Promise<T>,
): Promise<T> {
  return inWords(async () => {
    const address = parseBucketAddress(source)
    const connection = connectionOf(options)
    return aside(async (folder) => {
      const leftOut = await stoppable((signal) =>
        downloadFolder({ connection, address, folder, refuse: leadsOut, signal }),
      )
      leftOut.forEach((name) => remark(`left out: ${name}: its name reads as another path`))
      return read(folder)
    })
  })
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
