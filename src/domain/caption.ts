import { z } from 'zod'
import { sourceSchema } from './region'

export const captionSchema = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(2000),
  /** 0 is the first caption. */
  rank: z.int().min(0),
  source: sourceSchema,
  /** Natural logarithm, summed over tokens; null where no language model made it. */
  logProbability: z.number().nullable(),
})
export type Caption = z.infer<typeof captionSchema>

/** A span of a caption, UTF-16 offsets with `end` exclusive, that speaks of a region. */
export const linkSchema = z.object({
  id: z.string().min(1).max(64),
  captionId: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  regionId: z.string(),
})
export type Link = z.infer<typeof linkSchema>
