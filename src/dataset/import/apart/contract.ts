import { z } from 'zod'
import { datasetProblemSchema, importOptionsSchema, importReportSchema } from '../../../contract/dataset'
import { nothing, once } from '../../../contract/define'
import { exportOptionsSchema, exportReportSchema } from '../../../contract/work'

/** Requests to a dataset process: everything that parses the files of data sets that others made. */
const running = z.object({
  /** What is not to be read, and why: paths as `reading` told them. */
  givenUp: z.map(z.string(), z.string()),
})
const path = z.string().min(1)

const checkReportSchema = z.object({
  source: z.string(),
  format: z.string(),
  pairCount: z.int(),
  regionCount: z.int(),
  captionCount: z.int(),
  problems: z.array(datasetProblemSchema),
})

export const datasetCommands = {
  import: once(z.object({ options: importOptionsSchema, running }), importReportSchema),
  check: once(
    z.object({
      options: z.object({ path, format: z.string().nullable(), imageFolder: path.nullable() }),
      running,
    }),
    checkReportSchema,
  ),
  convert: once(
    z.object({
      options: exportOptionsSchema.omit({ states: true }).extend({
        source: path,
        from: z.string().nullable(),
        imageFolder: path.nullable(),
      }),
      running,
    }),
    z.object({ from: z.string(), export: exportReportSchema, problems: z.array(datasetProblemSchema) }),
  ),
  /** Ends the work tidily, if it can. */
  stop: once(nothing, z.null()),
}

export const datasetEvents = {
  /** What is read from now on; null where nothing of others is. */
  reading: z.object({ path: z.string().nullable() }),
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Once a second, unless the thread is taken. */
  alive: nothing,
}

export const datasetContract = { commands: datasetCommands, events: datasetEvents }
