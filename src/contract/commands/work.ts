import { z } from 'zod'
import { once, idempotent, nothing, done } from '../define'
import { datasetFormatSchema, importOptionsSchema } from '../dataset'
import {
  trainingHistorySchema,
  trainingOptionsSchema,
  trainingPlanSchema,
  trainingRunSchema,
  comparedProposalsSchema,
} from '../training'
import { modelComparisonSchema } from '../model-comparison'
import {
  exportOptionsSchema,
  exportReportSchema,
  exportSampleSchema,
  jobSchema,
  stoppedExportSchema,
} from '../work'

const runId = z.object({ runId: z.string().min(1).max(80) })

/** Long work: data sets out and in, jobs, training runs. */
export const workCommands = {
  /** Of data sets, in the order to show them. */
  'formats.list': idempotent(nothing, z.array(datasetFormatSchema)),
  /** What an export with these options would hold, without writing. */
  'export.preview': idempotent(
    exportOptionsSchema.omit({ out: true }),
    exportReportSchema.omit({ out: true }),
  ),
  'export.start': once(exportOptionsSchema, jobSchema),
  /** What a stopped export to this folder has done; null where there is none. */
  'export.stopped': idempotent(exportOptionsSchema.pick({ out: true }), stoppedExportSchema.nullable()),
  'export.discard': idempotent(exportOptionsSchema.pick({ out: true }), done),
  /** A few pairs as such an export would write them, file by file. */
  'export.sample': idempotent(exportOptionsSchema.omit({ out: true }), exportSampleSchema),
  /** Makes a project folder of a data set; it is not opened. */
  'import.start': once(importOptionsSchema, jobSchema),
  'jobs.list': idempotent(nothing, z.array(jobSchema)),
  'jobs.cancel': once(z.object({ jobId: z.int() }), done),

  /** The pairs that a run with these options would train on. Reads images that it has not read before. */
  'training.preview': idempotent(trainingOptionsSchema, trainingPlanSchema),
  /** One run at a time. Fails with `unavailable` where the plan cannot start, or another one runs. */
  'training.start': once(trainingOptionsSchema, trainingRunSchema),
  /** Goes on later from where it is, also after the program was closed. */
  'training.pause': once(runId, trainingRunSchema),
  'training.resume': once(runId, trainingRunSchema),
  /** Ends it at once; its checkpoints are deleted. */
  'training.cancel': once(runId, trainingRunSchema),
  /** Of the open project, newest first. */
  'training.runs': idempotent(nothing, z.array(trainingRunSchema)),
  /** Deletes the record of a run that is not running. The model that it made stays. */
  'training.forget': idempotent(runId, z.array(trainingRunSchema)),
  'training.history': idempotent(runId, trainingHistorySchema),
  /** Null before the run is done. */
  'training.verdict': idempotent(runId, modelComparisonSchema.nullable()),
  'training.compare': idempotent(runId.extend({ pairId: z.int() }), comparedProposalsSchema),
}
