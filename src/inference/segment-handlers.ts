import type { Handlers } from '../contract/define'
import { ContractError, failWith, messageOf } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { decodeBeside } from '../images/decode'
import { withImageErrors } from './decoded-pair-cache'
import { ClickSegmenter } from '../models/sam2/click-segmenter'
import { openModel, SegmentAnything } from '../models/sam2/segment-anything'
import type { ModelLocation } from '../models/sam2/segment-anything'
import type { WorkerCommands } from './worker-contract'

type SegmentHandlers = Pick<Handlers<WorkerCommands>, 'openModel' | 'embed' | 'segment'>

/** Embeddings and click to segment. The models of the last location and provider are cached between requests. */
export function segmentHandlers({ threads }: { threads: number }): SegmentHandlers {
  const clicks = new ClickSegmenter()
  let cached: SegmentAnything | null = null

  async function modelsOf(location: ModelLocation, provider: ProviderName): Promise<SegmentAnything> {
    if (cached?.isFor(location, provider) !== true) {
      await cached?.release()
      cached = new SegmentAnything(location, provider, threads)
    }
    return cached
  }

  return {
    async openModel({ folder }) {
      await openModel(folder).catch((error: unknown) => {
        const message = messageOf(error)
        throw failWith('unavailable', `The model cannot be opened: ${message}`)
      })
      return null
    },
    async embed({ source, partner, model, provider }) {
      const image = await withImageErrors(() => decodeBeside(source, partner))
      const models = await modelsOf(model, provider)
      const { key, milliseconds, storeProblem } = await models.embed(image)
      if (storeProblem !== null) {
        const message = `The embedding of ${source} cannot be stored in ${model.cacheFolder}: ${storeProblem}.`
        throw new ContractError({ code: 'cannot-write', path: model.cacheFolder, message })
      }
      return { key, width: image.width, height: image.height, milliseconds }
    },
    async segment({ key, width, height, prompts, changes, model, provider }) {
      const models = await modelsOf(model, provider)
      const embedding = await models.cachedEmbedding(key)
      return embedding === null
        ? null
        : clicks.segment(await models.decoder(), embedding, { key, width, height, prompts, changes })
    },
  }
}
