import type { FamilyPredictor } from '../../family'
import { loadPackage } from './load-package'
import type { EncodeDecodeParts } from './load-package'
import { StagedModel } from './staged-model'
import type { PairEncoding } from './staged-model'
import type { RegionMasks } from '../../../domain/document'
import { coverageInWindow } from '../../../images/resample-window'
import type { Raster } from '../../../images/raster'
import type { Rect } from '../../../mask/bitmap'
import { decodeRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import type { ModelManifest } from '../../../packages/manifest'
import { openTogether } from '../../../process/open-together'
import { MASK_SIDE } from '../../layers/sizes'
import type { StageData } from '../../pair-data'
import type { ModelProposal, ModelProposer, Recaption } from '../../model-proposer'
import { startStopwatch } from '../../../process/stopwatch'
import { captionRegionGroups, cachedViews } from '../../../views/region-views'
import type { PairViews } from '../../../views/region-views'
import { encodeWhole, detectInCrops } from '../../../views/detect-in-crops'
import { captionLocatedRegions, toCaptions } from '../../../views/view-captions'
import { PairViewCache } from '../../../views/crop-view'
import type { CropView } from '../../../views/crop-view'
import { presenceScore } from '../../../metrics/presence-score'
import { toRegion } from '../../../views/located-region'
import { createDifferenceProposer } from '../../difference/proposer'
import type { DifferenceProposer } from '../../difference/proposer'
import type { LinkedCaption } from '../../decode-captions'
import type { SessionOptions } from '../../../inference/sessions/model-session'
import { connectedRegions } from './connected-regions'

const CAPTIONS = 3
const PIXELS = MASK_SIDE * MASK_SIDE

/** @throws PackageError; Error where the provider cannot be used */
export async function createProposer(
  family: EncodeDecodeParts,
  folder: string,
  options: SessionOptions,
): Promise<ModelProposer> {
  const { manifest, parts } = await loadPackage(folder, family)
  const proposer = await openTogether(async (keep) => {
    const network = await keep(Promise.resolve(new StagedModel(parts, options)))
    await network.openStages(family.network.stages)
    return new EncodeDecodeProposer(manifest, network, await keep(createDifferenceProposer(options)))
  })
  const { id, version, without = [], entities = [] } = manifest
  const usesMasks = family.hooks.usesMasks?.({ without, entities }) === true
  return {
    id,
    version,
    provider: options.provider,
    propose: (before, after, key) => proposer.propose(before, after, key),
    complete: usesMasks ? proposer.recaption : proposer.complete,
    ...(usesMasks && { recaption: proposer.recaption }),
    release: () => proposer.release(),
  }
}

/** Proposes for pairs of any size: first for the whole, then in crops where something differs. */
class EncodeDecodeProposer {
  private readonly cache = new PairViewCache<PairViews<PairEncoding>>()
  private readonly id: string
  private readonly family: string
  private readonly thresholds: { readonly change: number; readonly window: number }

  constructor(
    { id, family, thresholds }: Pick<ModelManifest, 'id' | 'family' | 'thresholds'>,
    private readonly network: StagedModel,
    private readonly difference: DifferenceProposer,
  ) {
    this.id = id
    this.family = family
    this.thresholds = { change: 0.5, window: 0.7, ...thresholds }
  }

  async propose(before: Raster, after: Raster, key: string): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const { network, difference, thresholds } = this
    const whole = await encodeWhole(network, before, after)
    stopwatch.lap('encode')
    const detected =
      whole.encoding.changeProbability >= thresholds.change ? connectedRegions(whole.encoding.changed) : []
    const first = { regions: detected, captions: await this.captions(whole.encoding.memory, CAPTIONS) }
    stopwatch.lap('chain')
    const detector = {
      encode: (pairs: Parameters<StagedModel['encode']>[0]) => network.encode(pairs),
      detect: ({ changed }: PairEncoding) => Promise.resolve(connectedRegions(changed)),
    }
    const frames = { before, after }
    const options = { difference, threshold: thresholds.window, stopwatch }
    const detections = await detectInCrops(detector, frames, whole, detected, options)
    const { located, views, score, alignment, remarks } = detections
    this.cache.set(key, { views, extraViews: [], alignment })
    const { captions } = await captionLocatedRegions(located, whole, first, after, ({ memory }) =>
      this.captions(memory, CAPTIONS),
    )
    stopwatch.lap('captions')
    const regions = located.map((each, index) =>
      toRegion(`${this.family}-${index + 1}`, each.region, each.view, before, after),
    )
    const draft = toCaptions(this.id, captions, regions)
    const agreement = presenceScore(regions.length, draft.captions[0]?.text ?? '')
    return { score, alignment, remarks, regions, ...draft, agreement, milliseconds: stopwatch.laps() }
  }

  readonly recaption: Recaption = async (before, after, key, regions, begin) => {
    const cached = await cachedViews(this.network, this.cache, key, before, after)
    const frames = { before, after }
    const decoded = await captionRegionGroups(
      this.network,
      frames,
      cached,
      regions,
      begin,
      async (view, own) =>
        this.captions(
          await this.network.encodeWithMasks(view.encoding, markedMasks(own, view)),
          CAPTIONS,
          begin,
        ),
    )
    return toCaptions(this.id, decoded, regions)
  }

  /** For a model that takes no masks: captions of the whole pair. */
  readonly complete: Recaption = async (before, after, key, regions, begin) => {
    const { views } = await cachedViews(this.network, this.cache, key, before, after)
    return toCaptions(this.id, await this.captions(views[0].encoding.memory, CAPTIONS, begin), regions)
  }

  async release(): Promise<void> {
    await this.network.release()
    await this.difference.release()
  }

  private async captions(memory: StageData, count: number, begin = ''): Promise<LinkedCaption[]> {
    const decoded = await this.network.decode(memory, { count, begin })
    return decoded.map((caption) => ({ ...caption, links: [] }))
  }
}

/** A user's masks in both frames of a view: [2, 128, 128] in 0..1. Without a before mask the after mask counts. */
function markedMasks(regions: readonly RegionMasks[], view: CropView<PairEncoding>): Float32Array {
  const marks = new Float32Array(2 * PIXELS)
  for (const { mask, beforeMask } of regions) {
    const inAfter = coverageIn(mask, view.after)
    const inBefore = beforeMask === null ? inAfter : coverageIn(beforeMask, view.before)
    for (let at = 0; at < PIXELS; at++) {
      marks[at] = Math.max(marks[at], inBefore[at])
      marks[PIXELS + at] = Math.max(marks[PIXELS + at], inAfter[at])
    }
  }
  return marks
}

function coverageIn(mask: Rle, window: Rect): Float32Array {
  return coverageInWindow(decodeRle(mask), window, MASK_SIDE, MASK_SIDE)
}

export function encodeDecodePredictor(family: EncodeDecodeParts): FamilyPredictor {
  return {
    openProposer: (folder, options) => createProposer(family, folder, options),
    async openBatchPredictor(folder, options) {
      const { parts } = await loadPackage(folder, family)
      const model = new StagedModel(parts, options)
      return {
        predict: (pairs) => model.predict(pairs, { captions: true }),
        release: () => model.release(),
      }
    },
  }
}
