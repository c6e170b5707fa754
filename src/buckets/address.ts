import { message } from '../messages/message'
import { BucketError } from './bucket-error'

/** A place in an object store: all objects whose keys begin with the prefix. */
export interface BucketAddress {
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
}

/** Before anything else is known of it: a folder of such a name is given as `./s3:/`. */
export function isBucketAddress(text: string): boolean {
  return /^s3:\/\//i.test(text)
}

/** No `@`, `?` or `#`: nothing that could be a password or an option. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,253}$/i

/** Of `s3://BUCKET` or `s3://BUCKET/PREFIX`. @throws BucketError `setup` */
export function parseBucketAddress(text: string): BucketAddress {
  const [bucket, ...rest] = text.replace(/^s3:\/\//i, '').split('/')
  const prefix = rest.join('/').replace(/\/+$/, '')
  if (!isBucketAddress(text) || !BUCKET_NAME.test(bucket) || prefix.includes('\0')) {
    throw new BucketError('setup', message('buckets.noAddress', { address: text }))
  }
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

export function addressText({ bucket, prefix }: BucketAddress): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '')
}
