import type { RegionMasks } from '../../domain/region'
import { coverInWindow } from '../../images/crops/resample'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { decodeRle, type Rle } from '../../mask/rle'
import type { ModelManifest } from '../../packages/manifest'
import { openTogether } from '../../process/open-together'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import type { StageData } from '../../systems/sample'
import { answersOf } from '../answers'
import { startClock } from '../clock'
import { describeAsked, looksOf, type KeptLooks } from '../closer/asked'
import { lookAtWhole, lookCloser } from '../closer/closer'
import { describePlaced, toCaptions } from '../closer/describe'
import { KeptPairs } from '../closer/kept-pairs'
import type { Look } from '../closer/look'
import { plainAgreement } from '../closer/plain-agreement'
import { toRegion } from '../closer/placed'
import type { ModelDraft, ModelProposer, Recaption } from '../model-proposer'
import { createDifferenceProposer, type DifferenceProposer } from '../propose'
import type { LinkedCaption } from '../say'
import type { SessionOptions } from '../session'
import { FamilyNetwork, type Seen } from './network'
import { readNetwork } from './read-network'
import { findThings } from './things'

const CAPTIONS = 3
const PIXELS = MASK_SIDE * MASK_SIDE

/**
 * A model of any family but CCRC on pairs of any size.
 * @throws PackageError; Error where the provider cannot be used
 */
export async function createFamilyProposer(folder: string, options: SessionOptions): Promise<ModelProposer> {
  const { manifest, family, parts } = await readNetwork(folder)
  const proposer = await openTogether(async (keep) => {
    const network = await keep(Promise.resolve(new FamilyNetwork(parts, options)))
    await network.openStages(family.stages)
    return new FamilyProposer(manifest, network, await keep(createDifferenceProposer(options)))
  })
  const { id, version } = manifest
  const isTold = answersOf(manifest).includes('recaption')
  return {
    id,
    version,
    provider: options.provider,
    propose: (before, after, key) => proposer.propose(before, after, key),
    complete: isTold ? proposer.recaption : proposer.complete,
    ...(isTold && { recaption: proposer.recaption }),
    release: () => proposer.release(),
  }
}

class FamilyProposer {
  private readonly kept = new KeptPairs<KeptLooks<Seen>>()
  private readonly id: string
  private readonly family: string
  private readonly thresholds: { readonly change: number; readonly window: number }

  constructor(
    { id, family, thresholds }: Pick<ModelManifest, 'id' | 'family' | 'thresholds'>,
    private readonly network: FamilyNetwork,
    private readonly difference: DifferenceProposer,
  ) {
    this.id = id
    this.family = family
    this.thresholds = { change: 0.5, window: 0.7, ...thresholds }
  }

  async propose(before: Raster, after: Raster, key: string): Promise<ModelDraft> {
    const clock = startClock()
    const { network, difference, thresholds } = this
    const whole = await lookAtWhole(network, before, after)
    clock.lap('look')
    const found = whole.seen.chance >= thresholds.change ? findThings(whole.seen.changed) : []
    const first = { regions: found, captions: await this.say(whole.seen.memory, CAPTIONS) }
    clock.lap('chain')
    const finds = {
      see: (pairs: Parameters<FamilyNetwork['see']>[0]) => network.see(pairs),
      find: ({ changed }: Seen) => Promise.resolve(findThings(changed)),
    }
    const frames = { before, after }
    const options = { difference, threshold: thresholds.window, clock }
    const closer = await lookCloser(finds, frames, whole, found, options)
    const { placed, looks, score, alignment, remarks } = closer
    this.kept.keep(key, { looks, made: [], alignment })
    const { captions } = await describePlaced(placed, whole, first, after, ({ memory }) =>
      this.say(memory, CAPTIONS),
    )
    clock.lap('captions')
    const regions = placed.map((each, index) =>
      toRegion(`${this.family}-${index + 1}`, each.found, each.look, before, after),
    )
    const draft = toCaptions(this.id, captions, regions)
    const agreement = plainAgreement(regions.length, draft.captions[0]?.text ?? '')
    return { score, alignment, remarks, regions, ...draft, agreement, milliseconds: clock.laps() }
  }

  readonly recaption: Recaption = async (before, after, key, regions, begin) => {
    const kept = await looksOf(this.network, this.kept, key, before, after)
    const frames = { before, after }
    const said = await describeAsked(this.network, frames, kept, regions, begin, async (look, own) =>
      this.say(await this.network.memoryOf(look.seen, marksOf(own, look)), CAPTIONS, begin),
    )
    return toCaptions(this.id, said, regions)
  }

  /** Of a model that cannot be told of regions: by what it sees itself. */
  readonly complete: Recaption = async (before, after, key, regions, begin) => {
    const { looks } = await looksOf(this.network, this.kept, key, before, after)
    return toCaptions(this.id, await this.say(looks[0].seen.memory, CAPTIONS, begin), regions)
  }

  async release(): Promise<void> {
    await this.network.release()
    await this.difference.release()
  }

  private async say(memory: StageData, count: number, begin = ''): Promise<LinkedCaption[]> {
    const said = await this.network.say(memory, { count, begin })
    return said.map((caption) => ({ ...caption, links: [] }))
  }
}

/** What a person marked, in both frames of a look: [2, 128, 128] in 0..1. Without a before mask the same place counts. */
function marksOf(regions: readonly RegionMasks[], look: Look<Seen>): Float32Array {
  const marks = new Float32Array(2 * PIXELS)
  for (const { mask, beforeMask } of regions) {
    const inAfter = coverOf(mask, look.after)
    const inBefore = beforeMask === null ? inAfter : coverOf(beforeMask, look.before)
    for (let at = 0; at < PIXELS; at++) {
      marks[at] = Math.max(marks[at], inBefore[at])
      marks[PIXELS + at] = Math.max(marks[PIXELS + at], inAfter[at])
    }
  }
  return marks
}

function coverOf(mask: Rle, window: Rect): Float32Array {
  return coverInWindow(decodeRle(mask), window, MASK_SIDE, MASK_SIDE)
}
