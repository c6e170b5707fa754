import { z } from 'zod'
import { act, ask } from './define'
import type { Contract, Handlers } from './define'
import { captionSchema, agreementSchema, linkSchema } from '../domain/caption'
import {
  connectorAnswerSchema,
  connectorKeySchema,
  connectorPlaceSchema,
  connectorTrialSchema,
} from './connector'
import { diffSchema, MOST_CHANGES } from '../domain/diff'
import { rleSchema } from '../mask/rle'
import { modelPackSchema } from './model-pack'
import { modelExportFormatSchema, modelListSchema, modelTitleSchema, promotionScopeSchema } from './models'
import { promptsSchema } from './prompts'
import { regionMasksSchema, regionSchema } from '../domain/region'
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
import { importOptionsSchema } from './dataset'
import {
  trainingHistorySchema,
  trainingLineSchema,
  trainingOptionsSchema,
  trainingPlanSchema,
  trainingRunSchema,
  verdictPairSchema,
  verdictSchema,
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
/** Who answered. */
const answer = z.object({ model: z.string(), version: z.string(), milliseconds: z.number() })

/** Everything the UI and the command line can ask of the engine. */
export const engineCommands = {
  'app.info': ask(
    nothing,
    z.object({
      version: z.string(),
      platform: z.string(),
      node: z.string(),
      /** Why the folder that the program was started with is not open; null where it is, or none was given. */
      startFailure: z.string().nullable(),
    }),
  ),

  /** What `folder` could be read as, without opening it. */
  'project.inspect': ask(z.object({ folder }), z.object({ readings: z.array(readingSchema) })),
  /** `reading` null takes the one used last, or the best. Closes what was open. */
  'project.open': ask(z.object({ folder, reading: z.string().nullable() }), projectSchema),
  'project.close': ask(nothing, done),
  /** Null where none is open. */
  'project.current': ask(nothing, projectSchema.nullable()),
  'project.recent': ask(nothing, z.array(recentProjectSchema)),
  'project.forget': ask(z.object({ folder }), done),
  /** A private, writable copy of the sample that ships with the program; made on first use. */
  'project.sample': ask(nothing, z.object({ folder: z.string() })),
  /** Sub-folders, for choosing a folder where no system dialog can be had. Null starts at home. */
  'folders.list': ask(
    z.object({ folder: folder.nullable() }),
    z.object({ folder: z.string(), parent: z.string().nullable(), folders: z.array(z.string()) }),
  ),

  /** Ids in order; fetch what is on screen with `pairs.rows`. */
  'pairs.find': ask(
    z.object({ filter: pairFilterSchema, order: pairOrderSchema }),
    z.object({
      ids: z.array(z.int()),
      counts: stateCountsSchema,
      /** Of any pair, in the filter or not. */
      hasAgreement: z.boolean(),
    }),
  ),
  'pairs.rows': ask(z.object({ ids: z.array(z.int()).max(2000) }), z.array(pairRowSchema)),
  'pairs.get': ask(pairId, openPairSchema),
  /** Fails with `conflict` where the diff does not fit the document any more. */
  'pairs.edit': ask(
    editOfPair.extend({ label: z.string().min(1).max(200), diff: diffSchema.max(MOST_CHANGES) }),
    editResultSchema,
  ),
  'pairs.undo': ask(editOfPair, editResultSchema),
  'pairs.redo': ask(editOfPair, editResultSchema),
  /**
   * `accept` becomes `accepted` where the document is as proposed, else `corrected`. Counts as an edit.
   * `milliseconds` is the time the person spent on the pair since opening it.
   */
  'pairs.decide': ask(
    editOfPair.extend({ decision: decisionSchema, milliseconds: z.number().min(0) }),
    editResultSchema,
  ),
  'pairs.history': ask(pairId, z.array(historyEntrySchema)),

  'categories.list': ask(nothing, z.array(z.string())),

  'proposers.list': ask(nothing, z.array(proposerSchema)),
  /** Newest first. A mask or caption beside the images that came or changed since is offered before. */
  'proposals.list': ask(pairId, z.array(proposalSummarySchema)),
  'proposals.get': ask(z.object({ proposalId: z.int() }), proposalSchema),
  /** Proposes for one pair before anything else in the queue. Human work is not touched. */
  'proposals.make': act(
    /** A proposer that is named is not replaced where it fails; null takes the one in use. */
    z.object({ pairId: z.int(), proposer: z.string().max(200).nullable().default(null) }),
    proposalSummarySchema,
  ),
  /** Puts a proposal's regions and captions in place of the present ones, as an edit that can be undone. */
  'proposals.adopt': ask(editOfPair.extend({ proposalId: z.int() }), editResultSchema),
  /** Proposes for every pair without a proposal by the present proposer, from `nearPairId` on. */
  'proposals.start': ask(z.object({ nearPairId: z.int().nullable() }), queueStatusSchema),
  'proposals.stop': ask(nothing, queueStatusSchema),
  'proposals.status': ask(nothing, queueStatusSchema),

  /**
   * Questions to a model about a person's work on a pair. Nothing is stored: what comes back is the
   * caller's to put into an edit. Ids are new, apart from those of regions that were sent.
   * Fail with `unavailable` where no model can be used, `bad-model` where it breaks.
   * Captions for these regions, best first; `begin` is what was typed already.
   */
  'chain.recaption': ask(
    z.object({ pairId: z.int(), regions: regionsOfPair, begin: typed }),
    answer.extend({ captions: z.array(captionSchema), links: z.array(linkSchema) }),
  ),
  /** Regions that a caption speaks of; links are of `captionId`. */
  'chain.remask': ask(
    z.object({ pairId: z.int(), captionId: z.string(), caption: typed }),
    answer.extend({ regions: z.array(regionSchema), links: z.array(linkSchema) }),
  ),
  'chain.agree': ask(
    z.object({ pairId: z.int(), regions: regionsOfPair, caption: typed }),
    answer.extend({ agreement: agreementSchema }),
  ),

  /**
   * The caption connector: a server of the user's own that is asked for captions. Nothing is sent before it is
   * turned on in the settings, and to a public address only where the user agreed to it. Failures are
   * `unavailable`, with what to do; `cancelled`.
   * What an address stands for; a name is looked up, nothing is sent.
   */
  'connector.inspect': ask(z.object({ address: z.string().max(2000) }), connectorPlaceSchema),
  /** The models that the server lists. */
  'connector.models': act(nothing, z.object({ models: z.array(z.string()) })),
  'connector.key': ask(nothing, connectorKeySchema),
  /** For the address in the settings; null forgets it. */
  'connector.setKey': act(z.object({ key: z.string().max(4000).nullable() }), connectorKeySchema),
  /** Asks about a pair of the sample. */
  'connector.try': act(nothing, connectorTrialSchema),
  /** Asks about a pair as it is stored. Nothing is stored: the answer is the caller's to put into an edit. */
  'connector.ask': act(pairId, connectorAnswerSchema),
  /** Drops what was asked by the three above at once. */
  'connector.cancel': ask(nothing, done),
  /**
   * Asks for all open pairs, or for those of `pairIds` that are open, and adds the answers as captions. Of another
   * project than that of `storePath` it fails with `conflict`, and asks nothing.
   */
  'connector.captionPairs': act(
    z.object({ pairIds: z.array(z.int()).max(1_000_000).nullable(), storePath }),
    jobSchema,
  ),

  'providers.status': ask(nothing, providerStatusSchema),
  /** For this run only; the setting is `settings.provider`. */
  'providers.use': ask(z.object({ wanted: providerStatusSchema.shape.wanted }), providerStatusSchema),
  /** Probes every provider again. */
  'providers.probe': ask(nothing, providerStatusSchema),

  'packs.list': ask(nothing, z.array(modelPackSchema)),
  /** Fetches a model pack, or takes its archive from `file`. One that is being added is not begun again. */
  'packs.add': act(z.object({ id: z.string(), file: folder.nullable() }), jobSchema),
  /** Also what is left of an interrupted download. */
  'packs.remove': ask(z.object({ id: z.string() }), z.array(modelPackSchema)),
  /** What is wrong with the pack's files, each a sentence. */
  'packs.verify': ask(z.object({ id: z.string() }), z.object({ problems: z.array(z.string()) })),

  'models.list': ask(nothing, modelListSchema),
  /** What a person should know of a model, as Markdown. */
  'models.card': ask(modelId, z.object({ card: z.string() })),
  /**
   * From now on this one proposes, in the open project or wherever no choice was made. Pairs that nobody has
   * touched are proposed anew. Fails with `unavailable` where it cannot be used.
   */
  'models.promote': act(modelId.extend({ scope: promotionScopeSchema }), modelListSchema),
  /** Back to what proposed before. Fails with `conflict` where there is nothing before. */
  'models.rollBack': act(z.object({ scope: promotionScopeSchema }), modelListSchema),
  'models.rename': ask(modelId.extend({ title: modelTitleSchema }), modelListSchema),
  /** Fails with `conflict` for what is shipped or in use. */
  'models.delete': act(modelId, modelListSchema),
  /** What was deleted last under this id comes back. */
  'models.restore': act(modelId, modelListSchema),
  /** Takes in a copy of a model package after trying it out. `remark` is what the person should know. */
  'models.import': act(z.object({ folder }), z.object({ id: z.string(), remark: z.string().nullable() })),
  /** Into `out`, a folder that does not exist yet or is empty. */
  'models.export': act(
    modelId.extend({ format: modelExportFormatSchema, out: folder }),
    z.object({ files: z.array(z.string()) }),
  ),

  /**
   * Makes what clicks need: the embeddings of both frames of a pair. Answers when they are there; those of
   * `aheadIds` follow by themselves, until another pair is asked for. Fails with `unavailable` without its pack.
   */
  'segment.prepare': ask(
    z.object({ pairId: z.int(), aheadIds: z.array(z.int()).max(16) }),
    /** Milliseconds that the encoder took; 0 where the embeddings were there. */
    z.object({ milliseconds: z.number() }),
  ),
  /** The mask that points, a box or a present mask ask for, in a frame of a pair. */
  'segment.mask': ask(
    z.object({ pairId: z.int(), frame: z.enum(['before', 'after']), prompts: promptsSchema }),
    z.object({
      mask: rleSchema,
      /** What the model takes its IoU with the truth to be, 0 to 1. */
      quality: z.number(),
      milliseconds: z.number(),
    }),
  ),

  /** What an export with these options would hold, without writing. */
  'export.preview': ask(exportOptionsSchema.omit({ out: true }), exportReportSchema.omit({ out: true })),
  'export.start': act(exportOptionsSchema, jobSchema),
  /** What a stopped export to this folder has done; null where there is none. */
  'export.stopped': ask(exportOptionsSchema.pick({ out: true }), stoppedExportSchema.nullable()),
  'export.discard': act(exportOptionsSchema.pick({ out: true }), done),
  /** A few pairs as such an export would write them, file by file. */
  'export.sample': ask(exportOptionsSchema.omit({ out: true }), exportSampleSchema),
  /** Makes a project folder of a data set; it is not opened. */
  'import.start': act(importOptionsSchema, jobSchema),
  'jobs.list': ask(nothing, z.array(jobSchema)),
  'jobs.cancel': ask(z.object({ jobId: z.int() }), done),

  /** What a run with these options would learn from. Looks at images that it has not looked at before. */
  'training.preview': ask(trainingOptionsSchema, trainingPlanSchema),
  /** One run at a time. Fails with `unavailable` where the plan cannot start, or another one runs. */
  'training.start': act(trainingOptionsSchema, trainingRunSchema),
  /** Goes on later from where it is, also after the program was closed. */
  'training.pause': act(runId, trainingRunSchema),
  'training.resume': act(runId, trainingRunSchema),
  /** Ends it at once; what it learned is gone. */
  'training.cancel': act(runId, trainingRunSchema),
  /** Of the open project, newest first. */
  'training.runs': ask(nothing, z.array(trainingRunSchema)),
  /** Deletes the record of a run that is not running. The model that it made stays. */
  'training.forget': ask(runId, z.array(trainingRunSchema)),
  'training.history': ask(runId, trainingHistorySchema),
  /** Null before the run is done. */
  'training.verdict': ask(runId, verdictSchema.nullable()),
  'training.compare': ask(runId.extend({ pairId: z.int() }), verdictPairSchema),

  'settings.get': ask(nothing, settingsSchema),
  'settings.set': ask(settingsSchema.partial(), settingsSchema),
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
  /** What the run says: points of its curves, examples, remarks. */
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
