import { z } from 'zod'
import { sourceSchema } from './region'

/** Characters (UTF-16 units) of one caption. */
export const LONGEST_CAPTION = 2000

export const captionSchema = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(LONGEST_CAPTION),
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

/** How well captions and regions of a pair agree. */
export const agreementSchema = z.object({
  /** 0 to 1 */
  score: z.number().min(0).max(1),
  /** In plain words where they contradict each other; null where they do not. */
  remark: z.string().nullable(),
})
export type Agreement = z.infer<typeof agreementSchema>
