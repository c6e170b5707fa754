import { z } from 'zod'
import { once, idempotent } from './define'
import type { Contract, Handlers } from './define'
import {
  captionSchema,
  agreementSchema,
  linkSchema,
  regionMasksSchema,
  regionSchema,
} from '../domain/document'
import {
  connectorAnswerSchema,
  connectorKeySchema,
  connectorEndpointSchema,
  connectorTrialSchema,
} from './connector'
import { diffSchema, MOST_CHANGES } from '../domain/diff'
import { rleSchema } from '../mask/rle'
import { modelPackSchema } from './model-pack'
import { modelExportFormatSchema, modelListSchema, modelTitleSchema, promotionScopeSchema } from './models'
import { promptsSchema } from './prompts'
import {
  pairFilterSchema,
  pairOrderSchema,
  pairRowSchema,
  projectSchema,
  readingSchema,
  recentProjectSchema,
  stateCountsSchema,
} from './project'
import {
  proposalSchema,
  proposalSummarySchema,
  proposerSchema,
  providerStatusSchema,
  queueStatusSchema,
} from './proposal'
import { decisionSchema, editResultSchema, eventIdSchema, historyEntrySchema, openPairSchema } from './review'
import { datasetFormatSchema, importOptionsSchema } from './dataset'
import {
  trainingHistorySchema,
  trainingLineSchema,
  trainingOptionsSchema,
  trainingPlanSchema,
  trainingRunSchema,
  comparedProposalsSchema,
  modelComparisonSchema,
} from './training'
import {
  exportOptionsSchema,
  exportReportSchema,
  exportSampleSchema,
  jobSchema,
  settingsSchema,
  stoppedExportSchema,
} from './work'

const nothing = z.object({})
const done = z.null()
const pairId = z.object({ pairId: z.int() })
const storePath = z.string().max(4096).optional()

/**
 * An edit of a pair, counted once by its id. Numbers of pairs begin anew in every project: with the `storePath` of
 * the project that is meant, an edit that comes after another one was opened fails with `conflict`.
 */
const editOfPair = pairId.extend({
  eventId: eventIdSchema,
  storePath,
  /** What the person saw proposed: to decide on it, or change its regions, after another came is a `conflict`. */
  baseProposalId: z.int().nullable().optional(),
})
const folder = z.string().min(1).max(4096)
const modelId = z.object({ id: z.string().min(1).max(200) })
const runId = z.object({ runId: z.string().min(1).max(80) })
const regionsOfPair = z.array(regionMasksSchema).max(1000)
const typed = z.string().max(2000)
const pageErrorSchema = z.object({
  kind: z.enum(['error', 'rejection']),
  name: z.string().max(200),
  message: z.string().max(2000),
  stack: z.string().max(10_000),
})
/** Who answered. */
const answer = z.object({ model: z.string(), version: z.string(), milliseconds: z.number() })

/** All commands that the UI and the command line send to the engine. */
export const engineCommands = {
  'app.info': idempotent(
    nothing,
    z.object({
      version: z.string(),
      platform: z.string(),
      node: z.string(),
      /** Why the folder that the program was started with is not open; null where it is, or none was given. */
      startFailure: z.string().nullable(),
    }),
  ),

  /** `text` is for a person to pass on: versions, providers, the model in use and the log's last lines. */
  'app.diagnostics': idempotent(
    nothing,
    z.object({ logPath: z.string(), logFolder: z.string(), text: z.string() }),
  ),
  /** An error in the page that nothing caught, for the log. */
  'app.pageError': idempotent(pageErrorSchema, done),

  /** What `folder` could be read as, without opening it. */
  'project.inspect': idempotent(z.object({ folder }), z.object({ readings: z.array(readingSchema) })),
  /** `reading` null takes the one used last, or the best. Closes what was open. */
  'project.open': idempotent(z.object({ folder, reading: z.string().nullable() }), projectSchema),
  'project.close': idempotent(nothing, done),
  /** Null where none is open. */
  'project.current': idempotent(nothing, projectSchema.nullable()),
  'project.recent': idempotent(nothing, z.array(recentProjectSchema)),
  'project.forget': idempotent(z.object({ folder }), done),
  /** A private, writable copy of the sample that ships with the program; made on first use. */
  'project.sample': idempotent(nothing, z.object({ folder: z.string() })),
  /** Sub-folders, for choosing a folder where no system dialog can be had. Null starts at home. */
  'folders.list': idempotent(
    z.object({ folder: folder.nullable() }),
    z.object({ folder: z.string(), parent: z.string().nullable(), folders: z.array(z.string()) }),
  ),

  /** Ids in order; fetch what is on screen with `pairs.rows`. */
  'pairs.find': idempotent(
    z.object({ filter: pairFilterSchema, order: pairOrderSchema }),
    z.object({
      ids: z.array(z.int()),
      counts: stateCountsSchema,
      /** Of any pair, in the filter or not. */
      hasAgreement: z.boolean(),
    }),
  ),
  'pairs.rows': idempotent(z.object({ ids: z.array(z.int()).max(2000) }), z.array(pairRowSchema)),
  'pairs.get': idempotent(pairId, openPairSchema),
  /** Fails with `conflict` where the diff does not fit the document any more. */
  'pairs.edit': idempotent(
    editOfPair.extend({ label: z.string().min(1).max(200), diff: diffSchema.max(MOST_CHANGES) }),
    editResultSchema,
  ),
  'pairs.undo': idempotent(editOfPair, editResultSchema),
  'pairs.redo': idempotent(editOfPair, editResultSchema),
  /**
   * `accept` becomes `accepted` where the document is as proposed, else `corrected`. Counts as an edit.
   * `milliseconds` is the time the person spent on the pair since opening it.
   */
  'pairs.decide': idempotent(
    editOfPair.extend({ decision: decisionSchema, milliseconds: z.number().min(0) }),
    editResultSchema,
  ),
  'pairs.history': idempotent(pairId, z.array(historyEntrySchema)),

  'categories.list': idempotent(nothing, z.array(z.string())),

  'proposers.list': idempotent(nothing, z.array(proposerSchema)),
  /** Newest first. A mask or caption beside the images that came or changed since is offered before. */
  'proposals.list': idempotent(pairId, z.array(proposalSummarySchema)),
  'proposals.get': idempotent(z.object({ proposalId: z.int() }), proposalSchema),
  /** Proposes for one pair before anything else in the queue. Human work is not touched. */
  'proposals.make': once(
    /** A proposer that is named is not replaced where it fails; null takes the one in use. */
    z.object({ pairId: z.int(), proposer: z.string().max(200).nullable().default(null) }),
    proposalSummarySchema,
  ),
  /** Puts a proposal's regions and captions in place of the present ones, as an edit that can be undone. */
  'proposals.adopt': idempotent(editOfPair.extend({ proposalId: z.int() }), editResultSchema),
  /** Proposes for every pair without a proposal by the present proposer, from `nearPairId` on. */
  'proposals.start': idempotent(z.object({ nearPairId: z.int().nullable() }), queueStatusSchema),
  'proposals.stop': idempotent(nothing, queueStatusSchema),
  'proposals.status': idempotent(nothing, queueStatusSchema),

  /**
   * Questions to a model about a person's work on a pair. Nothing is stored: the caller puts the answer into an
   * edit. Ids are new, apart from those of regions that were sent.
   * Fail with `unavailable` where no model can be used, `bad-model` where it breaks.
   * Captions for these regions, best first; `begin` is what was typed already.
   */
  'chain.recaption': idempotent(
    z.object({ pairId: z.int(), regions: regionsOfPair, begin: typed }),
    answer.extend({ captions: z.array(captionSchema), links: z.array(linkSchema) }),
  ),
  /** Regions that a caption describes; links are of `captionId`. */
  'chain.remask': idempotent(
    z.object({ pairId: z.int(), captionId: z.string(), caption: typed }),
    answer.extend({ regions: z.array(regionSchema), links: z.array(linkSchema) }),
  ),
  'chain.agree': idempotent(
    z.object({ pairId: z.int(), regions: regionsOfPair, caption: typed }),
    answer.extend({ agreement: agreementSchema }),
  ),

  /**
   * The caption connector: a server of the user's own that is asked for captions. Nothing is sent before it is
   * turned on in the settings, and to a public address only where the user agreed to it. Failures are
   * `unavailable`, with what to do; `cancelled`.
   * What an address stands for; a name is looked up, nothing is sent.
   */
  'connector.inspect': idempotent(z.object({ address: z.string().max(2000) }), connectorEndpointSchema),
  /** The models that the server lists. */
  'connector.models': idempotent(nothing, z.object({ models: z.array(z.string()) })),
  'connector.key': idempotent(nothing, connectorKeySchema),
  /** For the address in the settings; null forgets it. */
  'connector.setKey': idempotent(z.object({ key: z.string().max(4000).nullable() }), connectorKeySchema),
  /** Asks about a pair of the sample. */
  'connector.try': once(nothing, connectorTrialSchema),
  /** Asks about a pair as it is stored. Nothing is stored: the answer is the caller's to put into an edit. */
  'connector.ask': once(pairId, connectorAnswerSchema),
  /** Drops what was asked by the three above at once. */
  'connector.cancel': idempotent(nothing, done),
  /**
   * Asks for all open pairs, or for those of `pairIds` that are open, and adds the answers as captions. Of another
   * project than that of `storePath` it fails with `conflict`, and asks nothing.
   */
  'connector.captionPairs': once(
    z.object({ pairIds: z.array(z.int()).max(1_000_000).nullable(), storePath }),
    jobSchema,
  ),

  'providers.status': idempotent(nothing, providerStatusSchema),
  /** For this run only; the setting is `settings.provider`. */
  'providers.use': idempotent(z.object({ wanted: providerStatusSchema.shape.wanted }), providerStatusSchema),
  /** Probes every provider again. */
  'providers.probe': idempotent(nothing, providerStatusSchema),

  'packs.list': idempotent(nothing, z.array(modelPackSchema)),
  /** Fetches a model pack, or takes its archive from `file`. One that is being added is not begun again. */
  'packs.add': once(z.object({ id: z.string(), file: folder.nullable() }), jobSchema),
  /** Also what is left of an interrupted download. */
  'packs.remove': idempotent(z.object({ id: z.string() }), z.array(modelPackSchema)),
  /** What is wrong with the pack's files, each a sentence. */
  'packs.verify': idempotent(z.object({ id: z.string() }), z.object({ problems: z.array(z.string()) })),

  'models.list': idempotent(nothing, modelListSchema),
  /** What a person should know of a model, as Markdown. */
  'models.card': idempotent(modelId, z.object({ card: z.string() })),
  /**
   * From now on this one proposes, in the open project or wherever no choice was made. Pairs that nobody has
   * touched are proposed anew. Fails with `unavailable` where it cannot be used.
   */
  'models.promote': once(modelId.extend({ scope: promotionScopeSchema }), modelListSchema),
  /** Back to what proposed before. Fails with `conflict` where there is nothing before. */
  'models.rollBack': once(z.object({ scope: promotionScopeSchema }), modelListSchema),
  'models.rename': idempotent(modelId.extend({ title: modelTitleSchema }), modelListSchema),
  /** Fails with `conflict` for what is shipped or in use. */
  'models.delete': once(modelId, modelListSchema),
  /** What was deleted last under this id comes back. */
  'models.restore': once(modelId, modelListSchema),
  /** Takes in a copy of a model package after trying it out. `remark` is what the person should know. */
  'models.import': once(z.object({ folder }), z.object({ id: z.string(), remark: z.string().nullable() })),
  /** Into `out`, a folder that does not exist yet or is empty. */
  'models.export': once(
    modelId.extend({ format: modelExportFormatSchema, out: folder }),
    z.object({ files: z.array(z.string()) }),
  ),

  /**
   * Makes what clicks need: the embeddings of both frames of a pair. Answers when they are there; those of
   * `aheadIds` follow by themselves, until another pair is asked for. Fails with `unavailable` without its pack.
   */
  'segment.prepare': idempotent(
    z.object({ pairId: z.int(), aheadIds: z.array(z.int()).max(16) }),
    /** Milliseconds that the encoder took; 0 where the embeddings were there. */
    z.object({ milliseconds: z.number() }),
  ),
  /** The mask that points, a box or a present mask ask for, in a frame of a pair. */
  'segment.mask': idempotent(
    z.object({ pairId: z.int(), frame: z.enum(['before', 'after']), prompts: promptsSchema }),
    z.object({
      mask: rleSchema,
      /** What the model takes its IoU with the truth to be, 0 to 1. */
      quality: z.number(),
      milliseconds: z.number(),
    }),
  ),

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

  'settings.get': idempotent(nothing, settingsSchema),
  'settings.set': idempotent(settingsSchema.partial(), settingsSchema),
}

export const engineEvents = {
  /** A project was opened, closed, or its counts changed. */
  'project.changed': projectSchema.nullable(),
  /**
   * Rows to fetch anew if they are on screen; `version` as in the row. A proposal or a problem changes what
   * a pair shows without an edit, so at the same version.
   */
  'pair.changed': z.object({ pairId: z.int(), version: z.int(), isProposal: z.boolean() }),
  'queue.changed': queueStatusSchema,
  'provider.changed': providerStatusSchema,
  'job.changed': jobSchema,
  'packs.changed': z.array(modelPackSchema),
  'models.changed': modelListSchema,
  /** A run began, moved on, or ended; at most twice a second. */
  'training.changed': trainingRunSchema,
  /** Output of the run: points of its curves, examples, remarks. */
  'training.line': z.object({ runId: z.string(), line: trainingLineSchema }),
  'settings.changed': settingsSchema,
  /** Something the user should know: a fallback, a process that was restarted. */
  notice: z.object({ level: z.enum(['info', 'warning', 'error']), message: z.string() }),
}

export const engineContract = { commands: engineCommands, events: engineEvents } satisfies Contract<
  typeof engineCommands,
  typeof engineEvents
>
export type EngineCommands = typeof engineCommands
export type EngineEvents = typeof engineEvents
export type EngineHandlers = Handlers<EngineCommands>
