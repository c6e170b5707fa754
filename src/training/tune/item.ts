import { z } from 'zod'
import { rleSchema } from '../../mask/rle'
import { saysNoChange } from '../../metrics/no-change'

const storedItemSchema = z.object({
  pairId: z.int(),
  key: z.string(),
  /** Absolute. */
  before: z.string(),
  after: z.string(),
  regions: z.array(
    z.object({
      category: z.string(),
      /** In the after frame. */
      mask: rleSchema,
      beforeMask: rleSchema.nullable(),
    }),
  ),
  /** Runs of older programs go on without it. */
  isUnchanged: z.boolean().optional(),
  captions: z.array(z.string()),
  /** Words of a caption that speak of a region, both by their place in the lists. */
  links: z.array(z.object({ caption: z.int(), start: z.int(), end: z.int(), region: z.int() })),
  isHeldOut: z.boolean(),
})
type StoredItem = z.infer<typeof storedItemSchema>

/** A reviewed pair as a run learns from it: a copy, so that later edits change nothing of the run. */
export const tuneItemSchema = storedItemSchema.transform((item) => ({
  ...item,
  /** Without a region: known to be without a change. False where it may have changed somewhere. */
  isUnchanged: item.isUnchanged ?? wasUnchanged(item),
}))
export type TuneItem = z.infer<typeof tuneItemSchema>

/** As the older programs took it. */
function wasUnchanged({ regions, captions }: StoredItem): boolean {
  return regions.length === 0 && (captions.length === 0 || captions.some(saysNoChange))
}

/** The message says what happened, to which file, and what to do. */
export class TuneError extends Error {
  override readonly name = 'TuneError'
  constructor(
    message: string,
    /** What it is about, where that is a file or folder. */
    readonly path: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
