import { bucketAddressSchema } from '../contract/buckets'
import { message } from '../messages/message'
import { BucketError } from './bucket-error'

/** A place in an object store: all objects whose keys begin with the prefix. */
export interface BucketAddress {
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
}

/** Of `s3://BUCKET` or `s3://BUCKET/PREFIX`. @throws BucketError `setup` */
export function parseBucketAddress(text: string): BucketAddress {
  if (!bucketAddressSchema.safeParse(text).success) {
    throw new BucketError('setup', message('buckets.noAddress', { address: text }))
  }
  const [bucket, ...rest] = text.replace(/^s3:\/\//i, '').split('/')
  const prefix = rest.join('/').replace(/\/+$/, '')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

export function addressText({ bucket, prefix }: BucketAddress): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '')
}
