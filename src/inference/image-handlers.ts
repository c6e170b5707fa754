import { writeFile } from 'node:fs/promises'
import type { Handlers } from '../contract/define'
import { readLabel } from '../dataset/labels'
import type { LabelRegion } from '../dataset/labels'
import type { Region } from '../domain/document'
import { overlayOrNull } from '../frames/common-grid'
import { decodeFrameOrWindow, decodePairOrWindow } from '../tiles/decode-by-window'
import { pairValuesOrSome } from '../tiles/some-values'
import { decodeImage } from '../images/decode'
import { encodePng } from '../images/raster'
import { fingerprint } from '../images/fingerprint'
import { isRenderedScene } from '../images/rendered-scene'
import { shrink } from '../images/transform'
import { withImageErrors } from './decoded-pair-cache'
import { readProbabilities } from './probabilities-file'
import type { InferenceCommands } from './inference-contract'
import { ContractError, failWith } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import type { SessionRuntime } from './sessions/model-session'
import { ClickSegmenter } from '../models/sam2/click-segmenter'
import { openModel, SegmentAnything } from '../models/sam2/segment-anything'
import type { ModelLocation } from '../models/sam2/segment-anything'
import { decodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { thresholdCounts } from '../mask/threshold-counts'
import { message, messageTextOf, messageFields } from '../messages/message'

type ImageHandlers = Pick<
  Handlers<InferenceCommands>,
  'thumbnail' | 'display' | 'values' | 'fingerprints' | 'countRendered' | 'countAtThresholds' | 'label'
>

/** The commands that only decode images and labels. */
export function imageHandlers(): ImageHandlers {
  return {
    async thumbnail({ before, after, frame, out, side, mapping }) {
      const raster = await withImageErrors(() => decodeFrameOrWindow({ before, after }, frame, mapping))
      await writeFile(out, await encodePng(await shrink(raster, side)))
      return { width: raster.width, height: raster.height }
    },
    async display({ before, after, frame, out, mapping }) {
      const raster = await withImageErrors(() => decodeFrameOrWindow({ before, after }, frame, mapping))
      await writeFile(out, await encodePng(raster))
      return { width: raster.width, height: raster.height }
    },
    async values({ before, after, bands, outBefore, outAfter }) {
      const { facts, previews } = await withImageErrors(() => pairValuesOrSome({ before, after }, bands))
      await writeFile(outBefore, previews.before ?? Buffer.alloc(0))
      await writeFile(outAfter, previews.after ?? Buffer.alloc(0))
      return facts
    },
    async fingerprints({ before, after, mapping }) {
      const pair = await withImageErrors(() => decodePairOrWindow(before, after, mapping))
      return { before: fingerprint(pair.before), after: fingerprint(pair.after) }
    },
    async countRendered({ sources }) {
      const counts = { rendered: 0, read: 0 }
      for (const source of sources) {
        const image = await decodeImage(source).catch(() => null)
        counts.read += image === null ? 0 : 1
        counts.rendered += image !== null && isRenderedScene(image) ? 1 : 0
      }
      return counts
    },
    async countAtThresholds({ pairs, thresholds }) {
      const counts: [number, number][][] = []
      for (const pair of pairs) {
        counts.push(await withImageErrors(() => countAtThresholds(pair, thresholds)))
      }
      return counts
    },
    label: ({ source, width, height, frames }) =>
      withImageErrors(async () => {
        const overlay = frames === undefined ? null : await overlayOrNull(frames)
        return regionsOf(await readLabel(source, { width, height }, overlay))
      }),
  }
}

/** Regions that are offered and not yet accepted. */
function regionsOf(drafts: readonly LabelRegion[]): Region[] {
  return drafts.map(({ category, mask }, index) => ({
    id: `label-${index + 1}`,
    category,
    mask,
    status: 'proposed',
    beforeMask: null,
    source: { kind: 'imported' },
    score: null,
  }))
}

type SegmentHandlers = Pick<Handlers<InferenceCommands>, 'openModel' | 'embed' | 'segment'>

/** Embeddings and click to segment. The models of the last location and provider are cached between requests. */
export function segmentHandlers(runtime: SessionRuntime): SegmentHandlers {
  const clicks = new ClickSegmenter()
  let cached: SegmentAnything | null = null

  async function modelsOf(location: ModelLocation, provider: ProviderName): Promise<SegmentAnything> {
    if (cached?.isFor(location, provider) !== true) {
      await cached?.release()
      cached = new SegmentAnything(location, provider, runtime)
    }
    return cached
  }

  return {
    async openModel({ folder }) {
      await openModel(folder).catch((error: unknown) => {
        throw failWith('unavailable', message('models.cannotBeOpened', { reason: messageTextOf(error) }))
      })
      return null
    },
    async embed({ before, after, frame, model, provider, mapping }) {
      const files = { before, after }
      const image = await withImageErrors(() => decodeFrameOrWindow(files, frame, mapping))
      const models = await modelsOf(model, provider)
      const { key, milliseconds, storeProblem } = await models.embed(image)
      if (storeProblem !== null) {
        const path = model.cacheFolder
        const text = message('engine.embeddingNotStored', {
          source: files[frame],
          path,
          reason: storeProblem,
        })
        throw new ContractError({ code: 'cannot-write', path, ...messageFields(text) })
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

/**
 * Pixels that a person marked and that are marked at each threshold, and those of either. None where the mask is of
 * another size, as after an image was replaced.
 * @throws ImageError
 */
async function countAtThresholds(
  { probabilities, mask }: { probabilities: string; mask: Rle },
  thresholds: readonly number[],
): Promise<[shared: number, either: number][]> {
  const { width, height, values } = await readProbabilities(probabilities)
  if (mask.size[0] !== height || mask.size[1] !== width) {
    return thresholds.map(() => [0, 0])
  }
  return thresholdCounts(values, decodeRle(mask).data, thresholds)
}
