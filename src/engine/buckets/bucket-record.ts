import { z } from 'zod'
import { addressText } from '../../buckets/address'
import { bucketOf } from '../../buckets/buckets-in-use'
import { connectionSchema } from '../../buckets/connection'

/** In the user's list of recent projects: how a bucket was reached, for the next time. Without credentials. */
export const bucketRecordSchema = z.object({ address: z.string(), connection: connectionSchema })

/** Null for a folder whose images lie in it. */
export function bucketRecordOf(folder: string): z.infer<typeof bucketRecordSchema> | null {
  const place = bucketOf(folder)?.place
  return place === undefined ? null : { address: addressText(place), connection: place.connection }
}
