import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { addressText, isBucketAddress, parseBucketAddress } from '../buckets/address'
import type { BucketAddress } from '../buckets/address'
import { BucketError } from '../buckets/bucket-error'
import type { BucketPlace } from '../buckets/bucket-folder'
import { markFolder } from '../buckets/bucket-mark'
import type { BucketConnection } from '../buckets/connection'
import { ContractError, failWith } from '../contract/errors'
import { userCacheFolder, userFolder } from '../engine/user-folder'
import { messageFields, asSentence } from '../messages/message'
import { positiveInteger } from './output'

/** How a bucket is reached, and where the work on it lies. */
export interface BucketOptions {
  endpoint?: string
  region?: string
  pathStyle?: boolean
  project?: string
  bucketCache?: number
}

const DEFAULT_GIGABYTES = 20
const GIGABYTE = 1e9

/** For a command that takes `s3://BUCKET/FOLDER` in the place of a folder. */
export function addBucketOptions(command: Command): Command {
  return addConnectionOptions(command)
    .option('--project <dir>', 'of images in a bucket: the folder for the work on them')
    .option(
      '--bucket-cache <gigabytes>',
      'of images in a bucket: limit for their copies on this disk',
      positiveInteger,
      DEFAULT_GIGABYTES,
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
    const address = parseBucketAddress(given)
    const connection = connectionOf(options)
    const folder = options.project === undefined ? ownFolder(address, connection) : resolve(options.project)
    const bucket: BucketPlace = {
      folder,
      bucket: address.bucket,
      prefix: address.prefix,
      connection,
      cacheFolder: join(userCacheFolder(), 'buckets'),
      cacheBytes: (options.bucketCache ?? DEFAULT_GIGABYTES) * GIGABYTE,
    }
    await markFolder(bucket)
    return { folder, bucket }
  })
}

/** In the user's folder, as the work on folders that cannot be written is. */
function ownFolder(address: BucketAddress, { endpoint }: BucketConnection): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([endpoint, addressText(address)]))
    .digest('hex')
  return join(userFolder(), 'buckets', `${address.bucket}-${hash.slice(0, 16)}`)
}

/** The first of these variables of the environment that says anything. */
function variable(...names: string[]): string | null {
  return names.map((name) => process.env[name]).find((value) => value !== undefined && value !== '') ?? null
}

/** By options, or by the variables that other programs know. @throws BucketError, ContractError `invalid-input` */
export function connectionOf({ endpoint, region, pathStyle }: BucketOptions): BucketConnection {
  const url = endpoint ?? variable('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL')
  const chosen = region ?? variable('AWS_REGION', 'AWS_DEFAULT_REGION')
  return {
    endpoint: url === null ? null : originOf(url),
    // servers that are not Amazon's have no regions, and the signature needs a name
    region: chosen ?? (url === null ? null : 'us-east-1'),
    pathStyle: pathStyle ?? url !== null,
  }
}

/** Without what could be a password. @throws ContractError `invalid-input` */
function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw failWith('invalid-input', 'The endpoint is no address of a server: write https://HOST.')
  }
  return `${url.origin}${url.pathname}`.replace(/\/$/, '')
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
