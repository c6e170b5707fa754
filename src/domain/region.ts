import { z } from 'zod'
import { rleSchema } from '../mask/rle'

/** Where a region or a caption came from. */
export const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proposal'), proposalId: z.int() }),
  z.object({ kind: z.literal('person') }),
  /** Read from a mask or caption file beside the images. */
  z.object({ kind: z.literal('imported') }),
  /**
   * Said by a model when it was asked about a person's mask or caption. `host` where it runs on a server that
   * the caption connector asked: `127.0.0.1:8080`.
   */
  z.object({
    kind: z.literal('model'),
    model: z.string(),
    version: z.string(),
    host: z.string().max(300).optional(),
  }),
])
export type Source = z.infer<typeof sourceSchema>

export const regionStatusSchema = z.enum(['proposed', 'accepted', 'rejected'])
export type RegionStatus = z.infer<typeof regionStatusSchema>

/** One changed thing. Rejected regions are kept, drawn faintly, and never exported. */
export const regionSchema = z.object({
  id: z.string().min(1).max(64),
  category: z.string().min(1).max(120),
  status: regionStatusSchema,
  /** In the after frame. */
  mask: rleSchema,
  /** In the before frame: what moved or vanished has one. */
  beforeMask: rleSchema.nullable(),
  source: sourceSchema,
  /** 0 to 1, or null for a region drawn by a person. */
  score: z.number().min(0).max(1).nullable(),
})
export type Region = z.infer<typeof regionSchema>

/** Where a region lies, and nothing of what it is called. */
export const regionMasksSchema = regionSchema.pick({ id: true, mask: true, beforeMask: true })
export type RegionMasks = z.infer<typeof regionMasksSchema>
