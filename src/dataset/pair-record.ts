import { z } from 'zod'
import { reviewStateSchema } from '../domain/pair'
import { rleSchema } from '../mask/rle'

/**
 * Our own record of a pair, as JSON, in the formats that leave the form of their metadata open: WebDataset
 * and Hugging Face. Boxes are COCO's, masks compressed COCO run lengths.
 */

export const originSchema = z.enum(['person', 'proposal', 'imported', 'model'])
export type Origin = z.infer<typeof originSchema>

export const proposedBySchema = z.object({ proposer: z.string().max(200), version: z.string().max(200) })

const regionRecordSchema = z.object({
  category: z.string().min(1).max(120),
  bbox: z.array(z.number()).length(4).optional(),
  segmentation: rleSchema,
  before_segmentation: rleSchema.nullish(),
  score: z.number().min(0).max(1).nullish(),
  origin: originSchema.optional(),
})
export type RegionRecord = z.infer<typeof regionRecordSchema>

export const pairRecordSchema = z.object({
  key: z.string().min(1).optional(),
  split: z.string().nullish(),
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
  captions: z.array(z.string().max(2000)).optional(),
  caption_origins: z.array(originSchema).optional(),
  regions: z.array(regionRecordSchema).optional(),
  state: reviewStateSchema.optional(),
  proposed_by: proposedBySchema.nullish(),
})
export type PairRecord = z.infer<typeof pairRecordSchema>
