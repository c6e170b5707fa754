import { z } from 'zod'
import { connectorSettingsSchema } from '../contract/connector'
import { shortDigest } from '../process/sha256'

const { instruction, side } = connectorSettingsSchema.shape

/** A caption of one pair. It has no key: a worker has its own. */
export const captionJobSchema = z.object({
  /** The pair's key in the project. */
  pair: z.string().min(1),
  /** Where the program that asks has the images: a worker without --images looks there too. */
  folder: z.string().min(1),
  /** As in `https://host/v1`. Whoever asked agreed that pictures go there. */
  address: z.string().min(1).max(2000),
  model: z.string().min(1).max(200),
  instruction,
  side,
})
export type CaptionJob = z.infer<typeof captionJobSchema>

export const CAPTION_QUEUES = 'caption-'

/** One queue for each server and model: a worker takes from that of its own alone, so pictures go nowhere else. */
export function captionQueueOf({ address, model }: Pick<CaptionJob, 'address' | 'model'>): string {
  const all = JSON.stringify([address, model])
  return `${CAPTION_QUEUES}${shortDigest(all, 32)}`
}
