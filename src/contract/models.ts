import { z } from 'zod'
import { once, idempotent, nothing, done, pairId, storePath, folder } from './define'
import {
  connectorAnswerSchema,
  connectorKeySchema,
  connectorEndpointSchema,
  connectorTrialSchema,
} from './connector'
import { proposerSchema, providerStatusSchema } from './proposal'
import { jobSchema } from './work'
import { messageTextSchema } from '../messages/message'

/** Model packages and other proposers: a description of each, the one in use, and the earlier ones. */

const modelOriginSchema = z.enum(['built-in', 'shipped', 'trained', 'imported'])
export type ModelOrigin = z.infer<typeof modelOriginSchema>

/** Scores on pairs that the model was not trained on. */
const modelScoreSchema = z.object({
  /** As in `trainingMetricSchema`. */
  name: z.string(),
  value: z.number(),
  /** 95 % interval, where it was measured. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Score of the parent on the same pairs, where it was measured. */
  parent: z.number().nullable(),
})
export type ModelScore = z.infer<typeof modelScoreSchema>

const modelSchema = z.object({
  /** Id by which settings, proposals and children name the model. Never changes. */
  id: z.string(),
  /** Title that a person gave; the id without one. */
  title: z.string(),
  description: messageTextSchema,
  origin: modelOriginSchema,
  /** As its authors write it; null for what is built in. */
  family: z.string().nullable(),
  version: z.string(),
  /** As its package gives it; null where it gives none. */
  licence: z.string().nullable(),
  /** The id of the model that it was fine-tuned from. */
  parent: z.string().nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.number().nullable(),
  /** Names of the worlds or data sets that it was trained on. */
  data: z.array(z.string()),
  /** Number of pairs that it was trained on. */
  pairCount: z.int().nullable(),
  scores: z.array(modelScoreSchema),
  /** On the disk. */
  bytes: z.int().nullable(),
  folder: z.string().nullable(),
  /** Why it cannot be used, as a part of a sentence; null where it can. */
  problem: messageTextSchema.nullable(),
})
export type Model = z.infer<typeof modelSchema>

/** One project, or every folder that has no choice of its own. */
const promotionScopeSchema = z.enum(['project', 'default'])
export type PromotionScope = z.infer<typeof promotionScopeSchema>

export const promotionEntrySchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  kind: z.enum(['promote', 'roll-back']),
  /** A model's id, or `auto`; null in a project stands for the default. */
  id: z.string().nullable(),
})
export type PromotionEntry = z.infer<typeof promotionEntrySchema>

const promotionsSchema = z.object({
  /** As in an entry. */
  present: z.string().nullable(),
  /** The entry that rolling back leads to; null if there is none. */
  before: z.object({ id: z.string().nullable() }).nullable(),
  /** Oldest first. */
  history: z.array(promotionEntrySchema),
})
export type Promotions = z.infer<typeof promotionsSchema>

const deletedModelSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})

export const modelListSchema = z.object({
  models: z.array(modelSchema),
  /** The id of the proposer that works now; not the promoted one if that cannot be used. */
  inUse: z.string(),
  /** Of the open project; null where none is open. */
  project: promotionsSchema.nullable(),
  byDefault: promotionsSchema,
  /** Models that can be restored, the last deleted first. */
  deleted: z.array(deletedModelSchema),
})
export type ModelList = z.infer<typeof modelListSchema>

const modelTitleSchema = z.string().trim().min(1).max(80)

/** Plain `.onnx` files for use elsewhere, or the package itself with weights as safetensors. */
export const modelExportFormatSchema = z.enum(['onnx', 'package'])
export type ModelExportFormat = z.infer<typeof modelExportFormatSchema>

/** What a pack is for: outlines of things, or captions by the caption connector. */
const packUseSchema = z.enum(['segment', 'caption'])

/** A model made elsewhere, fetched when the user asks for it. Everything else works without. */
export const modelPackSchema = z.object({
  /** `sam2-tiny` */
  id: z.string(),
  use: packUseSchema,
  title: z.string(),
  /** The catalogue's version. */
  version: z.string(),
  /** The one that is installed and used; null without one. An update is offered where it is another than `version`. */
  installedVersion: z.string().nullable(),
  /** SPDX, of the weights. */
  licence: z.string(),
  /** Licence of the training data, in words. */
  dataLicence: messageTextSchema,
  /** What the model cannot do, in words. */
  limits: messageTextSchema,
  homepage: z.string(),
  /** In words: `@scope/name 1.2.3 from the npm registry`. */
  source: z.string(),
  /** Hosts that are asked first; each may send on to others over https. */
  hosts: z.array(z.string()),
  /** Whether the user agreed to fetch this version. */
  isAgreed: z.boolean(),
  /** Bytes of the download, and bytes that are kept of it. */
  downloadBytes: z.int(),
  diskBytes: z.int(),
  isInstalled: z.boolean(),
  /** Bytes of an interrupted download; another attempt goes on from there. */
  partialBytes: z.int(),
  /** Folder of the installed pack, also before it is installed. */
  folder: z.string(),
  /** The job that adds it now, or null. */
  jobId: z.int().nullable(),
  /** The host that its bytes come from, after redirects; null before the first. */
  servedBy: z.string().nullable(),
})
export type ModelPack = z.infer<typeof modelPackSchema>

/** The pack that click to segment and the proposer `difference+sam2` need. */
export const SEGMENT_PACK_ID = 'sam2-tiny'

const modelId = z.object({ id: z.string().min(1).max(200) })

/** Commands for all that proposes: proposers, their providers, model packs and packages, and the caption connector. */
export const modelCommands = {
  'proposers.list': idempotent(nothing, z.array(proposerSchema)),

  /**
   * The caption connector: a server of the user's own that is asked for captions. Nothing is sent before it is turned
   * on in the settings, and beyond this machine only if the user agreed to the address. Failures are `unavailable`,
   * with what to do; `cancelled`.
   * Parses an address and looks its name up; nothing is sent.
   */
  'connector.inspect': idempotent(z.object({ address: z.string().max(2000) }), connectorEndpointSchema),
  /**
   * Asks the user, in a dialog that no page can answer, whether pictures may go to the address in the settings. The
   * answer is that endpoint, agreed to or not. Fails with `unavailable` where there is no such dialog.
   */
  'connector.agree': once(nothing, connectorEndpointSchema),
  /** The models that the server lists. */
  'connector.models': idempotent(nothing, z.object({ models: z.array(z.string()) })),
  'connector.key': idempotent(nothing, connectorKeySchema),
  /** Sets the key for the address in the settings; null deletes it. */
  'connector.setKey': idempotent(z.object({ key: z.string().max(4000).nullable() }), connectorKeySchema),
  /** Asks about a pair of the sample. */
  'connector.try': once(nothing, connectorTrialSchema),
  /** Asks about a pair as it is stored. Stores nothing: the caller puts the answer into an edit. */
  'connector.ask': once(pairId, connectorAnswerSchema),
  /** Cancels what the caller asked with `connector.models`, `connector.try` and `connector.ask`. */
  'connector.cancel': idempotent(nothing, done),
  /**
   * Asks for all open pairs, or for those of `pairIds` that are open, and adds the answers as captions. Fails with
   * `conflict`, and asks nothing, if another project than that of `storePath` is open.
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
  /**
   * Fetches a model pack, or takes it from `file`: its archive, what `packs.carry` wrote, or a copy of its folder.
   * Nothing is asked over the network before the user agreed to this version; `agreesTo` is the version that they
   * agree to now. `use` has a pack that captions asked by the caption connector once it is there. Returns the running job
   * if it is being added already. Fails with `unavailable` without consent.
   */
  'packs.add': once(
    z.object({
      id: z.string(),
      file: folder.nullable(),
      agreesTo: z.string().max(80).nullable().default(null),
      use: z.boolean().default(false),
    }),
    jobSchema,
  ),
  /** Writes an installed pack as one tar file for a machine without a network. Fails with `unavailable`. */
  'packs.carry': once(z.object({ id: z.string(), out: folder }), z.object({ bytes: z.int() })),
  /** The pack that a file or a folder holds, as it says; null for an archive of a registry. */
  'packs.inspect': idempotent(z.object({ file: folder }), z.object({ id: z.string().nullable() })),
  /** Removes a pack, also what is left of an interrupted download. */
  'packs.remove': idempotent(z.object({ id: z.string() }), z.array(modelPackSchema)),
  /** Problems of the pack's files, each a sentence. */
  'packs.verify': idempotent(
    z.object({ id: z.string() }),
    z.object({ problems: z.array(messageTextSchema) }),
  ),

  'models.list': idempotent(nothing, modelListSchema),
  /** The model's card for people, as Markdown. */
  'models.card': idempotent(modelId, z.object({ card: z.string() })),
  /**
   * Makes this model propose from now on, in the open project or in all folders that made no choice. Pairs that
   * nobody has touched are proposed anew. Fails with `unavailable` if it cannot be used.
   */
  'models.promote': once(modelId.extend({ scope: promotionScopeSchema }), modelListSchema),
  /** Goes back to the proposer before. Fails with `conflict` if there is none. */
  'models.rollBack': once(z.object({ scope: promotionScopeSchema }), modelListSchema),
  'models.rename': idempotent(modelId.extend({ title: modelTitleSchema }), modelListSchema),
  /** Fails with `conflict` for what is shipped or in use. */
  'models.delete': once(modelId, modelListSchema),
  /** Restores the model that was deleted last under this id. */
  'models.restore': once(modelId, modelListSchema),
  /** Imports a copy of a model package after trying it out. `remark` is for the user. */
  'models.import': once(
    z.object({ folder }),
    z.object({ id: z.string(), remark: messageTextSchema.nullable() }),
  ),
  /** Into `out`, a folder that does not exist yet or is empty. */
  'models.export': once(
    modelId.extend({ format: modelExportFormatSchema, out: folder }),
    z.object({ files: z.array(z.string()) }),
  ),
}
