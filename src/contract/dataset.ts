import { z } from 'zod'
import { reviewStateSchema } from '../domain/pair'

/** Formats of data sets; each is written and read. */
export const exportFormatSchema = z.enum([
  'levir-mci',
  'coco',
  'qwen-vl',
  'llava',
  'hugging-face',
  'hugging-face-parquet',
  'label-studio',
  'a-b',
  'spot-the-diff',
  'image-editing-request',
  'clevr-change',
  'webdataset',
])
export type ExportFormat = z.infer<typeof exportFormatSchema>

/** Data sets that come in, and what is said about them. Each format that is written is read. */

const datasetProblemSchema = z.object({
  /** Relative to the data set, with forward slashes. */
  file: z.string(),
  /** From 1; null where the problem is not in a line. */
  line: z.int().nullable(),
  /** The key or id of the item; null where it is about the file. */
  item: z.string().nullable(),
  message: z.string(),
  /** `error`: something is left out. `warning`: it is taken, and a reader of the set may stumble. */
  level: z.enum(['error', 'warning']),
})
export type DatasetProblem = z.infer<typeof datasetProblemSchema>

const path = z.string().min(1).max(4096)

export const importOptionsSchema = z.object({
  /** An absolute folder, or one of its lists. */
  source: path,
  /** Null to find out. */
  format: exportFormatSchema.nullable(),
  /** An absolute folder that does not exist yet or is empty. */
  into: path,
  /** Where images lie that the lists name and the source lacks. */
  imageFolder: path.nullable().optional(),
  images: z.enum(['copy', 'link']).optional(),
  /** Of pairs whose review state the set does not tell; `accepted` where absent. */
  state: reviewStateSchema.optional(),
})
export type ImportOptions = z.infer<typeof importOptionsSchema>

export const importReportSchema = z.object({
  source: z.string(),
  into: z.string(),
  format: exportFormatSchema,
  pairCount: z.int(),
  regionCount: z.int(),
  captionCount: z.int(),
  splits: z.record(z.string(), z.int()),
  leftOutCount: z.int(),
  warningCount: z.int(),
  /** The first of them; all are in the file that the report names. */
  problems: z.array(datasetProblemSchema),
})
export type ImportReport = z.infer<typeof importReportSchema>
