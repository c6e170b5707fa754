import { z } from 'zod'
import { rleSchema } from '../mask/rle'

/** Image pixels, origin at the top-left corner; a pixel's centre lies at its index plus 0.5. */
const coordinate = z.number().min(-1e5).max(1e5)

export const promptPointSchema = z.object({
  x: coordinate,
  y: coordinate,
  /** On what is meant, or on what is not. */
  isInside: z.boolean(),
})
export type PromptPoint = z.infer<typeof promptPointSchema>

export const promptsSchema = z.object({
  points: z.array(promptPointSchema).max(64),
  box: z
    .object({ x: coordinate, y: coordinate, width: coordinate.positive(), height: coordinate.positive() })
    .nullable(),
  /** The mask there is, to be corrected. */
  mask: rleSchema.nullable(),
})
export type Prompts = z.infer<typeof promptsSchema>
