import { z } from 'zod'
import { once, idempotent, nothing, done, pairId, storePath, folder } from '../define'
import {
  connectorAnswerSchema,
  connectorKeySchema,
  connectorEndpointSchema,
  connectorTrialSchema,
} from '../connector'
import {
  modelPackSchema,
  modelExportFormatSchema,
  modelListSchema,
  modelTitleSchema,
  promotionScopeSchema,
} from '../models'
import { proposerSchema, providerStatusSchema } from '../proposal'
import { jobSchema } from '../work'

const modelId = z.object({ id: z.string().min(1).max(200) })

/** What proposes: proposers, their providers, model packs and packages, and the caption connector. */
export const modelCommands = {
  'proposers.list': idempotent(nothing, z.array(proposerSchema)),

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
}
