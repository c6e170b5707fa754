import { z } from 'zod'
import { datasetProblemSchema, formatNameSchema } from './dataset'

/** Predictions of a model of the user, which become proposals of the open project. */

const path = z.string().min(1).max(4096)

/** For the user, and the name of the proposer. */
export const predictionNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}]*$/u, 'no control characters')

export const predictionOptionsSchema = z.object({
  /** An absolute folder, or a file. */
  source: path,
  /** Null: the format is detected. */
  format: formatNameSchema.nullable(),
  name: predictionNameSchema,
  /** Proposals of this name from an earlier import are replaced. Without it, an import that meets one is refused. */
  replaces: z.boolean(),
  /** COCO file whose images the numbers of a list of COCO results mean; null: one beside the list. */
  imageList: path.nullable().optional(),
  /** File to write, with every item that was not taken; null for none. */
  listFile: path.nullable().optional(),
})
export type PredictionOptions = z.infer<typeof predictionOptionsSchema>

const count = z.int().min(0)

const matchedBySchema = z.object({
  key: count,
  /** Of the before or after image, relative to the folder. */
  path: count,
  /** Of a file, without its ending, where only one pair has it. */
  name: count,
})
export type MatchedBy = z.infer<typeof matchedBySchema>

export const predictionReportSchema = z.object({
  source: z.string(),
  name: z.string(),
  format: formatNameSchema,
  /** Hash of what was read. */
  version: z.string(),
  /** False for a plan: nothing was written. */
  isStored: z.boolean(),
  itemCount: count,
  /** Pairs that get a proposal. */
  pairCount: count,
  matchedBy: matchedBySchema,
  regionCount: count,
  captionCount: count,
  /** Pairs among them that have a proposal of this name from an earlier import. */
  earlierCount: count,
  unmatchedCount: count,
  /** The first items without a pair. */
  unmatched: z.array(z.object({ item: z.string(), reason: z.string() })),
  /** Items of the wrong size, broken ones, and others for a pair that has one. */
  leftOutCount: count,
  warningCount: count,
  /** The first problems. */
  problems: z.array(datasetProblemSchema),
})
export type PredictionReport = z.infer<typeof predictionReportSchema>
