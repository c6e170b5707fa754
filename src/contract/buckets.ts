import { z } from 'zod'
import { done, idempotent, nothing } from './define'
import { readingSchema } from './project'

/** Before anything else is known of it: a folder of such a name is given as `./s3:/`. */
export function isBucketAddress(text: string): boolean {
  return /^s3:\/\//i.test(text)
}

/** No `@`, `?` or `#` before the first slash: nothing that could be a password or an option. */
const ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9._-]{1,253}(\/[^\0]*)?$/i
const LONGEST_ADDRESS = 1300

/** `s3://BUCKET` or `s3://BUCKET/FOLDER`. */
export const bucketAddressSchema = z.string().max(LONGEST_ADDRESS).regex(ADDRESS)

/** A server without a name, a password or a query, which could be somebody's key. */
const ENDPOINT = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#@\\]*)?$/i

export const bucketEndpointSchema = z.string().max(2000).regex(ENDPOINT)

/** It becomes part of the host’s name. */
export const bucketRegionSchema = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i)

/** Null takes the default, as the command line does. */
export const bucketRequestSchema = z.object({
  address: bucketAddressSchema,
  endpoint: bucketEndpointSchema.nullable(),
  region: bucketRegionSchema.nullable(),
  pathStyle: z.boolean().nullable(),
})
export type BucketRequest = z.infer<typeof bucketRequestSchema>

export const bucketCommands = {
  /** By variables of the environment: what null takes in a request. Null for Amazon, and for its settings. */
  'buckets.defaults': idempotent(
    nothing,
    z.object({ endpoint: z.string().nullable(), region: z.string().nullable() }),
  ),
  /** Readings of a bucket as pairs. Does not open it: `project.open` does, with the folder that is given. */
  'buckets.inspect': idempotent(
    bucketRequestSchema,
    z.object({
      /** Of the work on it. */
      folder: z.string(),
      /** As people write it: `s3://pictures/bridges`. */
      address: z.string(),
      readings: z.array(readingSchema),
    }),
  ),
  /** What lists the bucket fails with `cancelled`. */
  'buckets.cancel': idempotent(nothing, done),
}

/** Objects of a bucket that is being opened, so far. */
export const bucketListedSchema = z.object({ folder: z.string(), count: z.int() })
