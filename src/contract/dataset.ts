import { z } from 'zod'
import { reviewStateSchema } from '../domain/pair'
import { messageTextSchema } from '../messages/message'

/**
 * The name of a format of data sets, for example `coco`; each format is written and read. The formats themselves are
 * `src/dataset/formats`, and `formats.list` names them: a name that is none of theirs is `invalid-input`.
 */
export const formatNameSchema = z.string().min(1).max(80)

export const datasetFormatSchema = z.object({
  name: formatNameSchema,
  title: z.string(),
  /** Content of the format and the code that reads it, one sentence. */
  summary: messageTextSchema,
})
export type DatasetFormatSummary = z.infer<typeof datasetFormatSchema>

/** Import of data sets, and the problems found in it. Each format that is written is read. */

export const datasetProblemSchema = z.object({
  /** Relative to the data set, with forward slashes. */
  file: z.string(),
  /** From 1; null where the problem is not in a line. */
  line: z.int().nullable(),
  /** The key or id of the item; null where it is about the file. */
  item: z.string().nullable(),
  message: messageTextSchema,
  /** `error`: something is left out. `warning`: it is taken, and a reader of the set may stumble. */
  level: z.enum(['error', 'warning']),
})
export type DatasetProblem = z.infer<typeof datasetProblemSchema>

const path = z.string().min(1).max(4096)

export const importOptionsSchema = z.object({
  /** An absolute folder, one of its lists, or `s3://BUCKET/FOLDER`. */
  source: path,
  /** Null: the format is detected. */
  format: formatNameSchema.nullable(),
  /** An absolute folder that does not exist yet or is empty. */
  into: path,
  /** Folder of images that the lists name and the source lacks. */
  imageFolder: path.nullable().optional(),
  images: z.enum(['copy', 'link']).optional(),
  /** State of pairs whose review state the set does not give; `accepted` if absent. */
  state: reviewStateSchema.optional(),
})
export type ImportOptions = z.infer<typeof importOptionsSchema>

export const importReportSchema = z.object({
  source: z.string(),
  into: z.string(),
  format: formatNameSchema,
  pairCount: z.int(),
  regionCount: z.int(),
  captionCount: z.int(),
  splits: z.record(z.string(), z.int()),
  leftOutCount: z.int(),
  warningCount: z.int(),
  /** The first problems; all are in the file that the report names. */
  problems: z.array(datasetProblemSchema),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** Predictions of a model of the user, which become proposals of the open project. */

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
  /**
   * COCO file whose images the numbers of a list of COCO results mean, or the `pairs.jsonl` of an export whose names the
   * predictions have; null: one beside them.
   */
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
  unmatched: z.array(z.object({ item: z.string(), reason: messageTextSchema })),
  /** Items of the wrong size, broken ones, and others for a pair that has one. */
  leftOutCount: count,
  warningCount: count,
  /** The first problems. */
  problems: z.array(datasetProblemSchema),
})
export type PredictionReport = z.infer<typeof predictionReportSchema>
