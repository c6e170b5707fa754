import type { FamilyPredictor } from '../../family'
import type { PairPrediction, ModelProposal, ModelProposer, Recaption } from '../../model-proposer'
import { PROPOSAL_OPTIONS, predictScene, captionRegions } from './predict-scene'
import { CcrcModel } from './model'
import type { SceneEncoding } from './model'
import type { ProviderName } from '../../../contract/proposal'
import type { CaptionMaskScore, Link, Region, RegionMasks } from '../../../domain/document'
import type { Raster } from '../../../images/raster'
import { statesNoChange } from '../../../metrics/no-change'
import { openTogether } from '../../../process/open-together'
import { startStopwatch } from '../../../process/stopwatch'
import { captionRegionGroups, viewsOfRegions, cachedViews } from '../../../views/region-views'
import type { PairViews } from '../../../views/region-views'
import { encodeWhole, detectInCrops } from '../../../views/detect-in-crops'
import { captionLocatedRegions, toCaptions, toLinks } from '../../../views/view-captions'
import { PairViewCache } from '../../../views/crop-view'
import type { PairPixels } from '../../../views/crop-view'
import { toRegion } from '../../../views/located-region'
import { createDifferenceProposer } from '../../difference/proposer'
import type { DifferenceProposer } from '../../difference/proposer'
import type { SessionOptions } from '../../../inference/sessions/model-session'
import { captionMaskScoreOfParts } from './caption-mask-score'
import { captionMaskScoreOfGroups, encodeUserRegions } from './region-groups'
import { detectRegions } from './detect-regions'
import { linkCaption, locateCaption } from './locate-caption'

/** CCRC on pairs of any size. One call at a time. */
export type CcrcProposer = Required<Omit<ModelProposer, 'proposeAt' | 'tryOut'>>

/** @throws PackageError; Error where the provider cannot be used */
export async function createCcrcProposer(folder: string, options: SessionOptions): Promise<CcrcProposer> {
  return openTogether(async (keep) => {
    const model = await keep(CcrcModel.open(folder, options))
    const difference = await keep(createDifferenceProposer(options))
    return new Proposer(model, difference, options.provider)
  })
}

/** All of an image: of most only a part comes back. */
const TILES_ON_DEVICE = 36

class Proposer implements CcrcProposer {
  private readonly cache = new PairViewCache<PairViews<SceneEncoding>>()
  readonly id: string
  readonly version: string
  private readonly threshold: number
  private readonly windowThreshold: number

  constructor(
    private readonly model: CcrcModel,
    private readonly difference: DifferenceProposer,
    readonly provider: ProviderName,
  ) {
    const { id, version, thresholds } = model.manifest
    this.id = id
    this.version = version
    this.threshold = thresholds['change'] ?? 0.5
    this.windowThreshold = thresholds['window'] ?? 0.7
  }

  async propose(before: Raster, after: Raster, key: string): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const { model, difference, windowThreshold: threshold } = this
    const whole = await encodeWhole(model, before, after)
    stopwatch.lap('encode')
    const sceneOptions = { ...PROPOSAL_OPTIONS, threshold: this.threshold }
    const first = await predictScene(model, whole.encoding, sceneOptions)
    stopwatch.lap('chain')
    const network = {
      ...(this.provider === 'cpu' ? {} : { tilesAtOnce: TILES_ON_DEVICE }),
      encode: (pairs: readonly PairPixels[]) => model.encode(pairs),
      detect: (encoding: SceneEncoding) => detectRegions(model, encoding),
    }
    const options = { difference, threshold, stopwatch }
    const { located, views, score, alignment, remarks } = await detectInCrops(
      network,
      { before, after },
      whole,
      first.regions,
      options,
    )
    this.cache.set(key, { views, extraViews: [], alignment })
    const { captions, parts } = await captionLocatedRegions(
      located,
      whole,
      first,
      after,
      (encoding, detected) => captionRegions(model, encoding, detected, PROPOSAL_OPTIONS.captions),
    )
    stopwatch.lap('captions')
    const regions = located.map(({ region, view }, index) =>
      toRegion(`ccrc-${index + 1}`, region, view, before, after),
    )
    const draft = toCaptions(this.id, captions, regions)
    const agreement = await captionMaskScoreOfParts(model, parts)
    stopwatch.lap('agreement')
    return { score, alignment, remarks, regions, ...draft, agreement, milliseconds: stopwatch.laps() }
  }

  readonly recaption: Recaption = async (before, after, key, regions, begin) => {
    const { model } = this
    const unique = await cachedViews(model, this.cache, key, before, after)
    const frames = { before, after }
    const captions = await captionRegionGroups(model, frames, unique, regions, begin, async (view, own) =>
      captionRegions(
        model,
        view.encoding,
        await encodeUserRegions(model, view, own),
        PROPOSAL_OPTIONS.captions,
        begin,
      ),
    )
    return toCaptions(this.id, captions, regions)
  }

  readonly complete = this.recaption

  async remask(
    before: Raster,
    after: Raster,
    key: string,
    caption: string,
  ): Promise<{ regions: Region[]; links: Link[] }> {
    if (statesNoChange(caption)) {
      return { regions: [], links: [] }
    }
    const { views } = await cachedViews(this.model, this.cache, key, before, after)
    const located = await locateCaption(this.model, views, caption, after)
    const links = await linkCaption(this.model, located, views[0], caption, after)
    const regions = located.map(({ region, view }, index) =>
      toRegion(`ccrc-${index + 1}`, region, view, before, after),
    )
    return { regions, links: toLinks('', links, regions) }
  }

  async agree(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
    caption: string,
  ): Promise<CaptionMaskScore> {
    const unique = await cachedViews(this.model, this.cache, key, before, after)
    const groups = await viewsOfRegions(this.model, { before, after }, unique, regions)
    return captionMaskScoreOfGroups(this.model, groups, unique.views[0], regions, caption)
  }

  async release(): Promise<void> {
    await this.model.release()
    await this.difference.release()
  }
}

export const ccrcPredictor: FamilyPredictor = {
  openProposer: createCcrcProposer,
  async openBatchPredictor(folder, options) {
    const model = await CcrcModel.open(folder, options)
    return { predict: (pairs) => predictPairs(model, pairs), release: () => model.release() }
  },
}

/** Masks are those of the head that all families share; captions are conditioned on regions, and refine these once. */
async function predictPairs(
  model: CcrcModel,
  pairs: Parameters<CcrcModel['encode']>[0],
): Promise<PairPrediction[]> {
  const threshold = model.manifest.thresholds['change'] ?? 0.5
  const predictions: PairPrediction[] = []
  for (const scene of await model.encode(pairs)) {
    const { captions } = await predictScene(model, scene, {
      threshold,
      rounds: PROPOSAL_OPTIONS.rounds,
      captions: 1,
    })
    const changedLogit = Math.log(scene.changeProbability / (1 - scene.changeProbability))
    predictions.push({ changed: scene.changed, changedLogit, caption: captions[0].text })
  }
  return predictions
}
