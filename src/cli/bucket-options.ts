import { resolve } from 'node:path'
import type { Command } from 'commander'
import { parseBucketAddress } from '../buckets/address'
import type { BucketPlace } from '../buckets/bucket-folder'
import { markFolder } from '../buckets/bucket-mark'
import { connectionOf } from '../buckets/connection-options'
import { isBucketAddress } from '../contract/buckets'
import { failWith } from '../contract/errors'
import { bucketPlaceOf, CACHE_GIGABYTES, inWords } from '../engine/buckets/bucket-place'
import { userFolder } from '../engine/user-folder'
import { positiveInteger } from './output'

/** How a bucket is reached, and where the work on it lies. */
export interface BucketOptions {
  endpoint?: string
  region?: string
  pathStyle?: boolean
  project?: string
  bucketCache?: number
}

/** For a command that takes `s3://BUCKET/FOLDER` in the place of a folder. */
export function addBucketOptions(command: Command): Command {
  return addConnectionOptions(command)
    .option('--project <dir>', 'of images in a bucket: the folder for the work on them')
    .option(
      '--bucket-cache <gigabytes>',
      'of images in a bucket: limit for their copies on this disk',
      positiveInteger,
      CACHE_GIGABYTES,
    )
}

export function addConnectionOptions(command: Command): Command {
  return command
    .option('--endpoint <url>', 'of a bucket that is not Amazon’s; or AWS_ENDPOINT_URL_S3')
    .option('--region <name>', 'of a bucket; or AWS_REGION')
    .option('--path-style', 'of a bucket: its name is in the path (default with an endpoint)')
    .option('--no-path-style', 'of a bucket: its name is in the host’s name')
}

/** A folder of this machine; with a bucket where its images lie in one. */
export interface ImagePlace {
  folder: string
  bucket: BucketPlace | null
}

/**
 * What a command was given in the place of a folder. The project of a bucket has a folder of its own, which is made.
 * @throws ContractError `invalid-input`
 */
export async function imagePlaceOf(given: string, options: BucketOptions): Promise<ImagePlace> {
  if (!isBucketAddress(given)) {
    if (options.project !== undefined) {
      throw failWith('invalid-input', '--project is for images in a bucket: s3://BUCKET/FOLDER.')
    }
    return { folder: resolve(given), bucket: null }
  }
  return inWords(async () => {
    const bucket = bucketPlaceOf(parseBucketAddress(given), connectionOf(options), {
      userFolder: userFolder(),
      folder: options.project === undefined ? null : resolve(options.project),
      cacheGigabytes: options.bucketCache,
    })
    await markFolder(bucket)
    return { folder: bucket.folder, bucket }
  })
}
