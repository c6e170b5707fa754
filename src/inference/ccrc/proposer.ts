import type { ProviderName } from '../../contract/proposal'
import type { Agreement, Link } from '../../domain/caption'
import type { Region, RegionMasks } from '../../domain/region'
import type { Raster } from '../../images/raster'
import { saysNoChange } from '../../metrics/no-change'
import { openTogether } from '../../process/open-together'
import { startClock } from '../clock'
import { describeAsked, looksFor, looksOf, type KeptLooks } from '../closer/asked'
import { lookAtWhole, lookCloser } from '../closer/closer'
import { describePlaced, toCaptions, toLinks } from '../closer/describe'
import { KeptPairs } from '../closer/kept-pairs'
import type { Frames } from '../closer/look'
import { toRegion } from '../closer/placed'
import type { ModelDraft, ModelProposer, Recaption } from '../model-proposer'
import { createDifferenceProposer, type DifferenceProposer } from '../propose'
import type { SessionOptions } from '../session'
import { agreementOfParts } from './agreement'
import { captionsFor, PROPOSED, runChain } from './chain'
import { agreementOfGroups, takeIn } from './groups'
import { CcrcModel, type Seen } from './model'
import { findRegions } from './regions'
import { linksSaid, regionsSaid } from './said-regions'

/** CCRC on pairs of any size. One call at a time. */
export type CcrcProposer = Required<ModelProposer>

/** @throws PackageError; Error where the provider cannot be used */
export async function createCcrcProposer(folder: string, options: SessionOptions): Promise<CcrcProposer> {
  return openTogether(async (keep) => {
    const model = await keep(CcrcModel.open(folder, options))
    const difference = await keep(createDifferenceProposer(options))
    return new Proposer(model, difference, options.provider)
  })
}

class Proposer implements CcrcProposer {
  private readonly kept = new KeptPairs<KeptLooks<Seen>>()
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

  async propose(before: Raster, after: Raster, key: string): Promise<ModelDraft> {
    const clock = startClock()
    const { model, difference, windowThreshold: threshold } = this
    const whole = await lookAtWhole(model, before, after)
    clock.lap('look')
    const chain = { ...PROPOSED, threshold: this.threshold }
    const first = await runChain(model, whole.seen, chain)
    clock.lap('chain')
    const network = {
      see: (pairs: readonly Frames[]) => model.see(pairs),
      find: (seen: Seen) => findRegions(model, seen),
    }
    const options = { difference, threshold, clock }
    const { placed, looks, score, alignment, remarks } = await lookCloser(
      network,
      { before, after },
      whole,
      first.regions,
      options,
    )
    this.kept.keep(key, { looks, made: [], alignment })
    const { captions, parts } = await describePlaced(placed, whole, first, after, (seen, found) =>
      captionsFor(model, seen, found, PROPOSED.captions),
    )
    clock.lap('captions')
    const regions = placed.map(({ found, look }, index) =>
      toRegion(`ccrc-${index + 1}`, found, look, before, after),
    )
    const draft = toCaptions(this.id, captions, regions)
    const agreement = await agreementOfParts(model, parts)
    clock.lap('agreement')
    return { score, alignment, remarks, regions, ...draft, agreement, milliseconds: clock.laps() }
  }

  readonly recaption: Recaption = async (before, after, key, regions, begin) => {
    const { model } = this
    const kept = await looksOf(model, this.kept, key, before, after)
    const frames = { before, after }
    const said = await describeAsked(model, frames, kept, regions, begin, async (look, own) =>
      captionsFor(model, look.seen, await takeIn(model, look, own), PROPOSED.captions, begin),
    )
    return toCaptions(this.id, said, regions)
  }

  readonly complete = this.recaption

  async remask(
    before: Raster,
    after: Raster,
    key: string,
    caption: string,
  ): Promise<{ regions: Region[]; links: Link[] }> {
    if (saysNoChange(caption)) return { regions: [], links: [] }
    const { looks } = await looksOf(this.model, this.kept, key, before, after)
    const placed = await regionsSaid(this.model, looks, caption, after)
    const links = await linksSaid(this.model, placed, looks[0], caption, after)
    const regions = placed.map(({ found, look }, index) =>
      toRegion(`ccrc-${index + 1}`, found, look, before, after),
    )
    return { regions, links: toLinks('', links, regions) }
  }

  async agree(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
    caption: string,
  ): Promise<Agreement> {
    const kept = await looksOf(this.model, this.kept, key, before, after)
    const groups = await looksFor(this.model, { before, after }, kept, regions)
    return agreementOfGroups(this.model, groups, kept.looks[0], regions, caption)
  }

  async release(): Promise<void> {
    await this.model.release()
    await this.difference.release()
  }
}
