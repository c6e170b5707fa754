import { z } from 'zod'
import {
  captionReportSchema,
  changedConnector,
  connectorChangeSchema,
  connectorSettingsSchema,
  DEFAULT_CONNECTOR_SETTINGS,
} from './connector'
import {
  importReportSchema,
  formatNameSchema,
  datasetFormatSchema,
  importOptionsSchema,
  predictionOptionsSchema,
  predictionReportSchema,
} from './dataset'
import { failureSchema } from './errors'
import { DEFAULT_NAME_SETTINGS, nameSettingsSchema } from './names'
import { DEFAULT_REMOTE_SETTINGS, remoteSettingsSchema } from './remote'
import { AUTOMATIC_PROPOSER } from './proposal'
import { reviewStateSchema } from '../domain/pair'
import { once, idempotent, nothing, done } from './define'
import {
  trainingHistorySchema,
  trainingOptionsSchema,
  trainingPlanSchema,
  trainingRunSchema,
  comparedProposalsSchema,
} from './training'
import { modelComparisonSchema } from './model-comparison'
import { DEFAULT_NETWORK_SETTINGS, networkSettingsSchema } from './network'
import { messageTextSchema } from '../messages/message'
import { captionChoiceSchema, imageModeSchema, maskStyleSchema, patientDataSchema } from './export-choices'

export const exportOptionsSchema = z.object({
  format: formatNameSchema,
  /** An absolute folder that does not exist yet or is empty, or `s3://BUCKET/FOLDER`. */
  out: z.string().min(1).max(4096),
  states: z.array(reviewStateSchema).min(1),
  /** `copy` if absent. */
  images: imageModeSchema.optional(),
  /** `all` if absent. */
  captions: captionChoiceSchema.optional(),
  /** COCO only; `rle` if absent. */
  masks: maskStyleSchema.optional(),
  /** `dicom-seg` only: what the file says of the person; empty if absent. */
  patientData: patientDataSchema.optional(),
  /** For the card, as the user puts it. */
  licence: z.string().max(200).optional(),
})
export type ExportOptions = z.infer<typeof exportOptionsSchema>

export const exportReportSchema = z.object({
  out: z.string(),
  format: formatNameSchema,
  pairCount: z.int(),
  regionCount: z.int(),
  captionCount: z.int(),
  /** Pairs by split as written. */
  splits: z.record(z.string(), z.int()),
  leftOut: z.array(z.object({ key: z.string(), reason: messageTextSchema })),
  /** Notices for users of the data, each a sentence: traps of the format's loaders, empty splits. */
  notices: z.array(messageTextSchema),
  /** Fields of these pairs that the format cannot hold, each a sentence with its count. */
  unsupportedFields: z.array(messageTextSchema),
})
export type ExportReport = z.infer<typeof exportReportSchema>

/** A few pairs as an export would write them. */
const exportSampleSchema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      /** Size. */
      bytes: z.int(),
      /** The beginning, where it is text. */
      text: z.string().nullable(),
    }),
  ),
})
export type ExportSample = z.infer<typeof exportSampleSchema>

/** Progress of a stopped export, kept beside its target. */
const stoppedExportSchema = z.object({ pairCount: z.int() })

/** Long work with progress. `total` is 0 if it is not known beforehand. */
export const jobSchema = z.object({
  id: z.int(),
  kind: z.enum(['export', 'import', 'predictions', 'model-pack', 'captions']),
  title: messageTextSchema,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  done: z.int(),
  total: z.int(),
  failure: failureSchema.nullable(),
  exportReport: exportReportSchema.nullable(),
  importReport: importReportSchema.nullable(),
  predictionReport: predictionReportSchema.nullable(),
  captionReport: captionReportSchema.nullable(),
})
export type Job = z.infer<typeof jobSchema>

/** What Review shows a newcomer, in this order. */
export const HINTS = ['paint', 'accept', 'remove', 'caption'] as const
const hintSchema = z.enum(HINTS)
export type Hint = z.infer<typeof hintSchema>

/** Names of languages are BCP 47 tags. */
export const languageSchema = z.enum(['system', 'en', 'zh-Hans', 'de'])
export type LanguageSetting = z.infer<typeof languageSchema>

export const settingsSchema = z.object({
  theme: z.enum(['dark', 'light', 'system']),
  /** Of the screen; `system` takes the first that the system prefers. */
  language: languageSchema,
  /** 1 to 2. */
  scale: z.number().min(1).max(2),
  reviewer: z.string().max(200),
  provider: z.enum(['auto', 'cpu', 'webgpu', 'cuda', 'dml', 'coreml']),
  /** `auto`, or a proposer's name. */
  proposer: z.string().max(200),
  /** Propose for all pairs after opening, without a command. */
  proposeAhead: z.boolean(),
  /** Make embeddings of the pairs, by which similar ones are found, once they were proposed for. */
  embedPairs: z.boolean(),
  /** Action id to key combination, only where it differs from the default. */
  keys: z.record(z.string().max(80), z.string().max(40)),
  connector: connectorSettingsSchema,
  names: nameSettingsSchema,
  network: networkSettingsSchema,
  remote: remoteSettingsSchema,
  /** Whether Review shows a newcomer what to do. */
  hints: z.enum(['on', 'done']),
  /** Hints that were followed or put away: they are not shown again. */
  hintsSeen: z.array(hintSchema),
})
export type Settings = z.infer<typeof settingsSchema>

/** What a page may change, and how. */
export const settingsChangeSchema = settingsSchema.extend({ connector: connectorChangeSchema }).partial()
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** What is absent or undefined stays. */
export function changedSettings(stored: Settings, change: SettingsChange): Settings {
  const { connector, ...others } = change
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  return {
    ...stored,
    ...(Object.fromEntries(given) as Partial<Settings>),
    connector: connector === undefined ? stored.connector : changedConnector(stored.connector, connector),
  }
}

export const DEFAULT_SETTINGS: Settings = {
  theme: 'dark',
  language: 'system',
  scale: 1,
  reviewer: '',
  provider: 'auto',
  proposer: AUTOMATIC_PROPOSER,
  proposeAhead: true,
  embedPairs: true,
  keys: {},
  connector: DEFAULT_CONNECTOR_SETTINGS,
  names: DEFAULT_NAME_SETTINGS,
  network: DEFAULT_NETWORK_SETTINGS,
  remote: DEFAULT_REMOTE_SETTINGS,
  hints: 'on',
  hintsSeen: [],
}

const runId = z.object({ runId: z.string().min(1).max(80) })

/** Commands for long work: data sets out and in, jobs, training runs. */
export const workCommands = {
  /** Formats of data sets, in the order to show them. */
  'formats.list': idempotent(nothing, z.array(datasetFormatSchema)),
  /** Counts of an export with these options, without writing. */
  'export.preview': idempotent(
    exportOptionsSchema.omit({ out: true }),
    exportReportSchema.omit({ out: true }).extend({
      /**
       * Pairs whose documents were not read yet: their captions and categories are estimates. Ask again in some
       * seconds.
       */
      estimatedCount: z.int(),
    }),
  ),
  'export.start': once(exportOptionsSchema, jobSchema),
  /**
   * Has a worker of the project's database write it: `out` is `s3://BUCKET/FOLDER`, or a path below the folder that a
   * worker has for exports. Fails with `unavailable` where no worker takes exports.
   */
  'export.ask': once(exportOptionsSchema, jobSchema),
  /** Progress of a stopped export to this folder; null if there is none. */
  'export.stopped': idempotent(exportOptionsSchema.pick({ out: true }), stoppedExportSchema.nullable()),
  'export.discard': idempotent(exportOptionsSchema.pick({ out: true }), done),
  /** A few pairs as such an export would write them, file by file. */
  'export.sample': idempotent(exportOptionsSchema.omit({ out: true }), exportSampleSchema),
  /** Makes a project folder of a data set; it is not opened. */
  'import.start': once(importOptionsSchema, jobSchema),
  /** Formats of predictions: those of data sets, and forms that have no images. */
  'predictions.formats': idempotent(nothing, z.array(datasetFormatSchema.pick({ name: true, title: true }))),
  /** Reads predictions and matches them to the pairs of the open project. Nothing is written but the list file. */
  'predictions.plan': once(predictionOptionsSchema, jobSchema),
  /**
   * The same, and stores them as proposals. Fails with `conflict` where a pair has one of this name already, unless
   * they are to be replaced.
   */
  'predictions.start': once(predictionOptionsSchema, jobSchema),
  'jobs.list': idempotent(nothing, z.array(jobSchema)),
  'jobs.cancel': once(z.object({ jobId: z.int() }), done),

  /** The pairs that a run with these options would train on. Reads images that it has not read before. */
  'training.preview': idempotent(trainingOptionsSchema, trainingPlanSchema),
  /** One run at a time. Fails with `unavailable` if the plan cannot start, or another run is going on. */
  'training.start': once(trainingOptionsSchema, trainingRunSchema),
  /** Keeps the state of the run; it can be resumed later, also after the program was closed. */
  'training.pause': once(runId, trainingRunSchema),
  'training.resume': once(runId, trainingRunSchema),
  /** Ends it at once; its checkpoints are deleted. */
  'training.cancel': once(runId, trainingRunSchema),
  /** Runs of the open project, newest first. */
  'training.runs': idempotent(nothing, z.array(trainingRunSchema)),
  /** Deletes the record of a run that is not running. The model that it made stays. */
  'training.forget': idempotent(runId, z.array(trainingRunSchema)),
  'training.history': idempotent(runId, trainingHistorySchema),
  /** Null before the run is done. */
  'training.verdict': idempotent(runId, modelComparisonSchema.nullable()),
  'training.compare': idempotent(runId.extend({ pairId: z.int() }), comparedProposalsSchema),
}
