import { z } from 'zod'
import {
  datasetProblemSchema,
  importOptionsSchema,
  importReportSchema,
  predictionReportSchema,
} from '../../../contract/dataset'
import { nothing, once } from '../../../contract/define'
import { exportOptionsSchema, exportReportSchema } from '../../../contract/work'

/** Requests to a dataset process: all work that parses data sets made by others. */
const running = z.object({
  /** Files not to be read: paths as sent by `reading`, with the reason. */
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

const predictionReadingSchema = predictionReportSchema.omit({ source: true, name: true, isStored: true })

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
  /** Matches predictions to the pairs of a project, which is only read, and writes them to the file `staged`. */
  predictions: once(
    z.object({
      options: z.object({
        source: path,
        format: z.string().nullable(),
        imageList: path.nullable(),
        listFile: path.nullable(),
        folder: path,
        storePath: path,
        proposer: z.string(),
        staged: path,
      }),
      running,
    }),
    predictionReadingSchema,
  ),
  /** Ends the work tidily, if it can. */
  stop: once(nothing, z.null()),
}

export const datasetEvents = {
  /** The file that is read from now on; null if none of the data set is. */
  reading: z.object({ path: z.string().nullable() }),
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Once a second, unless the thread is busy. */
  alive: nothing,
}

export const datasetContract = { commands: datasetCommands, events: datasetEvents }
