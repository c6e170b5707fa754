import { join } from 'node:path'
import { parseBucketAddress } from '../buckets/address'
import { downloadFolder } from '../buckets/download'
import { checkUploadTarget, uploadFolder } from '../buckets/upload'
import { whyOutside } from '../dataset/inside'
import { makeUnpacked, removeLeftBehind } from '../dataset/left-behind'
import { EXPORT_MARK } from '../dataset/scan'
import { userCacheFolder } from '../engine/user-folder'
import { connectionOf, inWords } from './bucket-options'
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
): Promise<T> {
  return inWords(async () => {
    const address = parseBucketAddress(out)
    const connection = connectionOf(options)
    await checkUploadTarget(connection, address)
    return aside(async (folder) => {
      const written = join(folder, 'out')
      const result = await write(written)
      const onFile = progressLine('files')
      await stoppable((signal) =>
        uploadFolder({ connection, address, folder: written, first: [EXPORT_MARK], signal, onFile }),
      )
      return result
    })
  })
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
