import { pyramidMadeSchema } from './picture'
import { z } from 'zod'
import { idempotent, nothing, done, folder, storePath } from './define'
import type { Contract, Handlers } from './define'
import { modelPackSchema, modelListSchema, modelCommands } from './models'
import {
  captionLanguageSchema,
  changeDefinitionSchema,
  projectSchema,
  readingSchema,
  recentProjectSchema,
  sampleNameSchema,
  takenInSchema,
} from './project'
import { bandsSchema, pairWindowSchema } from '../domain/value-mapping'
import { providerStatusSchema, queueStatusSchema } from './proposal'
import { trainingLineSchema, trainingRunSchema } from './training'
import { jobSchema, settingsChangeSchema, settingsSchema, workCommands } from './work'
import { backupCommands, saveCopyCommands } from './copies'
import { bucketCommands, bucketListedSchema } from './buckets'
import type { Caller } from './person'
import { pairCommands } from './pairs'
import { claimCommands, seenClaimSchema } from './claims'
import { overlapCommands } from './overlap'
import { nameCommands } from './names'
import { remoteCommands, remoteStatusSchema } from './remote'
import { scanCommands } from './scans'
import { embeddingStatusSchema, similarCommands } from './similar'
import { sequenceCommands } from './sequences'
import { statisticsCommands } from './statistics'
import { teamCommands } from './team'
import { workerCommands } from './workers'
import { messageTextSchema } from '../messages/message'

const pageErrorSchema = z.object({
  kind: z.enum(['error', 'rejection']),
  name: z.string().max(200),
  message: z.string().max(2000),
  stack: z.string().max(10_000),
})

const folderListingSchema = z.object({
  /** Null for the list of folders that may be used. */
  folder: z.string().nullable(),
  /** The folder above, null within for that list; null itself where nothing is above. */
  above: z.object({ folder: z.string().nullable() }).nullable(),
  folders: z.array(z.object({ name: z.string(), path: z.string() })),
  /** Whether only the folders that the program was started with may be used. */
  isLimited: z.boolean(),
})
export type FolderListing = z.infer<typeof folderListingSchema>

const appCommands = {
  'app.info': idempotent(
    nothing,
    z.object({
      version: z.string(),
      platform: z.string(),
      node: z.string(),
      /** Why the folder that the program was started with is not open; null where it is, or none was given. */
      startFailure: messageTextSchema.nullable(),
      /**
       * The folder that the program was started with, where it can be read in ways that are about as likely: a person has to
       * say which. Null where that is settled.
       */
      startChoice: z.string().nullable(),
      /** Why the engine before this one was ended; null where it was not. */
      restartNotice: messageTextSchema.nullable(),
    }),
  ),

  /** `text` is for a person to pass on: versions, providers, the model in use and the log's last lines. */
  'app.diagnostics': idempotent(
    nothing,
    z.object({ logPath: z.string(), logFolder: z.string(), text: z.string() }),
  ),
  /** An error in the page that nothing caught, for the log. */
  'app.pageError': idempotent(pageErrorSchema, done),

  /** Readings of `folder` as pairs. Does not open it. */
  'project.inspect': idempotent(z.object({ folder }), z.object({ readings: z.array(readingSchema) })),
  /** `reading` null takes the one used last, or the best. Closes what was open. */
  'project.open': idempotent(z.object({ folder, reading: z.string().nullable() }), projectSchema),
  /** Takes the open project over from the program that had it. Fails with `held` where that one has it still. */
  'project.openForEditing': idempotent(nothing, projectSchema),
  /**
   * Reads the open folder again: images that came since become pairs, and problems of images are looked for anew. Work
   * on pairs stays. The answer counts pairs that came and pairs that went.
   */
  'project.readFolder': idempotent(z.object({ storePath }), takenInSchema),
  /** For reviewers, language models and readers of exports. Blanks at its ends are left out. */
  'project.setChangeDefinition': idempotent(
    z.object({ changeDefinition: changeDefinitionSchema, storePath }),
    projectSchema,
  ),
  /** Of captions that are made from now on. `names.renew` makes those anew that nobody has touched. */
  'project.setCaptionLanguage': idempotent(
    z.object({ captionLanguage: captionLanguageSchema, storePath }),
    projectSchema,
  ),
  /** For pictures of pairs without a window of their own, and for models from now on. Null for the percentiles. */
  'project.setWindow': idempotent(
    z.object({ window: pairWindowSchema.nullable(), storePath }),
    projectSchema,
  ),
  /** For pictures, and for models from now on. Null for the first three, or the first. */
  'project.setBands': idempotent(z.object({ bands: bandsSchema.nullable(), storePath }), projectSchema),
  'project.close': idempotent(nothing, done),
  /** Null where none is open. */
  'project.current': idempotent(nothing, projectSchema.nullable()),
  'project.recent': idempotent(nothing, z.array(recentProjectSchema)),
  'project.forget': idempotent(z.object({ folder }), done),
  /** A private, writable copy of a sample that ships with the program; made on first use. The rendered one if absent. */
  'project.sample': idempotent(
    z.object({ sample: sampleNameSchema.optional() }),
    z.object({ folder: z.string() }),
  ),
  /**
   * Sub-folders, for choosing a folder where no system dialog can be had. Null starts at home, or with the folders that
   * may be used, where only these may.
   */
  'folders.list': idempotent(z.object({ folder: folder.nullable() }), folderListingSchema),

  'settings.get': idempotent(nothing, settingsSchema),
  'settings.set': idempotent(settingsChangeSchema, settingsSchema),
}

/** All commands that the UI and the command line send to the engine. */
export const engineCommands = {
  ...appCommands,
  ...teamCommands,
  ...bucketCommands,
  ...backupCommands,
  ...saveCopyCommands,
  ...pairCommands,
  ...claimCommands,
  ...overlapCommands,
  ...nameCommands,
  ...scanCommands,
  ...similarCommands,
  ...sequenceCommands,
  ...statisticsCommands,
  ...modelCommands,
  ...remoteCommands,
  ...workerCommands,
  ...workCommands,
}

export const engineEvents = {
  /** A project was opened, closed, or its counts changed. */
  'project.changed': projectSchema.nullable(),
  /** The open folder was read again: all rows are to be fetched anew, and the list of pairs. */
  'project.folderRead': takenInSchema,
  /**
   * Rows to fetch anew if they are on screen; `version` as in the row. A proposal or a problem changes what
   * a pair shows without an edit, so at the same version.
   */
  'pair.changed': z.object({ pairId: z.int(), version: z.int(), isProposal: z.boolean() }),
  /** Another pair has somebody at it, or another person: all claims in force. */
  'claims.changed': z.array(seenClaimSchema),
  /** It is shown by another window; null for the project's. */
  'pair.windowChanged': z.object({ pairId: z.int(), window: pairWindowSchema.nullable() }),
  /** What a person called a region was learned, or taken back: the list of names is another one. */
  'names.changed': z.object({ storePath: z.string() }),
  'queue.changed': queueStatusSchema,
  /** A frame without overviews is read for its first look at the whole. */
  'tiles.changed': pyramidMadeSchema,
  /** At most twice a second. */
  'embeddings.changed': embeddingStatusSchema,
  'provider.changed': providerStatusSchema,
  /** Another machine makes proposals now, or could not be reached, or could again. */
  'remote.changed': remoteStatusSchema,
  'job.changed': jobSchema,
  /** A bucket is being listed; at most twice a second. */
  'buckets.listed': bucketListedSchema,
  'packs.changed': z.array(modelPackSchema),
  'models.changed': modelListSchema,
  /** A run began, moved on, or ended; at most twice a second. */
  'training.changed': trainingRunSchema,
  /** Output of the run: points of its curves, examples, remarks. */
  'training.line': z.object({ runId: z.string(), line: trainingLineSchema }),
  /**
   * What a model on this machine has said so far to the question that a person waits for. Told to who asked alone, by
   * name; null for the one user of the machine.
   */
  'connector.text': z.object({ text: z.string(), asker: z.string().nullable() }),
  'settings.changed': settingsSchema,
  /** Something the user should know: a fallback, a process that was restarted. */
  notice: z.object({ level: z.enum(['info', 'warning', 'error']), message: messageTextSchema }),
}

export const engineContract = { commands: engineCommands, events: engineEvents } satisfies Contract<
  typeof engineCommands,
  typeof engineEvents
>
export type EngineCommands = typeof engineCommands
export type EngineEvents = typeof engineEvents
/** A handler may ask who calls. */
export type EngineHandlers = Handlers<EngineCommands, [caller: Caller]>
