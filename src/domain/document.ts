import { z } from 'zod'
import { captionSchema, linkSchema } from './caption'
import { reviewSchema } from './pair'
import { regionSchema } from './region'

/** All that can be edited of one pair. It changes only by diffs (`diff.ts`). */
export const documentSchema = z.object({
  review: reviewSchema,
  /** In drawing order. */
  regions: z.array(regionSchema),
  captions: z.array(captionSchema),
  links: z.array(linkSchema),
})
export type PairDocument = z.infer<typeof documentSchema>

export function emptyDocument(): PairDocument {
  return {
    review: { state: 'unreviewed', notes: '', reviewer: null },
    regions: [],
    captions: [],
    links: [],
  }
}
