import { join } from 'node:path'
import { addressText } from '../../buckets/address'
import type { BucketAddress } from '../../buckets/address'
import { BucketError } from '../../buckets/bucket-error'
import type { BucketPlace } from '../../buckets/bucket-folder'
import type { BucketConnection } from '../../buckets/connection'
import { ContractError } from '../../contract/errors'
import { asSentence, messageFields } from '../../messages/message'
import { bucketCacheFolder } from '../user-folder'
import { shortDigest } from '../../process/sha256'

/** Limit of the copies on this disk, where nobody named one. */
export const CACHE_GIGABYTES = 20
const GIGABYTE = 1e9

interface PlaceOptions {
  userFolder: string
  /** Absolute: of the work on it, where it is not its own. */
  folder?: string | null
  cacheGigabytes?: number | undefined
}

/** Where the work on a bucket and the copies of its images lie. */
export function bucketPlaceOf(
  address: BucketAddress,
  connection: BucketConnection,
  { userFolder, folder = null, cacheGigabytes = CACHE_GIGABYTES }: PlaceOptions,
): BucketPlace {
  return {
    folder: folder ?? ownFolder(address, connection, userFolder),
    ...address,
    connection,
    cacheFolder: bucketCacheFolder(),
    cacheBytes: cacheGigabytes * GIGABYTE,
  }
}

/** In the user's folder, as the work on folders that cannot be written is. */
export function ownBucketsFolder(userFolder: string): string {
  return join(userFolder, 'buckets')
}

function ownFolder(address: BucketAddress, { endpoint }: BucketConnection, userFolder: string): string {
  const hash = shortDigest(JSON.stringify([endpoint, addressText(address)]), 16)
  return join(ownBucketsFolder(userFolder), `${address.bucket}-${hash}`)
}

/** @throws ContractError in the place of BucketError */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BucketError) {
      const code = error.code === 'away' ? 'unavailable' : 'invalid-input'
      throw new ContractError({ code, ...messageFields(asSentence(error.text)) })
    }
    throw error
  }
}
