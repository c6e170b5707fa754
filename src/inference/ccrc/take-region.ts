import { tokenShares } from '../../systems/blocks/pixels'
import { bothFrames, CERTAIN, type Look } from '../closer/look'
import { ANCHORS, type CcrcModel, type Described, type Seen } from './model'
import { readRegions, type FoundRegion } from './regions'

/** A region that is given as logits [16384] of each frame of a look; null where it is not known there. */
export interface GivenMask {
  readonly after: Float32Array
  readonly before: Float32Array | null
}

/**
 * Regions that are given, with the network's vectors for them; what is not known of the before frame is its own
 * guess.
 */
export async function takeRegions(
  model: CcrcModel,
  look: Look<Seen>,
  given: readonly GivenMask[],
): Promise<FoundRegion[]> {
  const anchors = anchorsOf(given.map(shareOfTokens), look.seen.heat)
  const taken: FoundRegion[] = []
  for (let first = 0; first < given.length; first += ANCHORS) {
    const described = await model.propose(look.seen, anchors.slice(first, first + ANCHORS))
    const some = given.slice(first, first + ANCHORS)
    taken.push(...takeDescribed(described, some, model.manifest.categories))
  }
  return taken
}

function takeDescribed(
  described: Described,
  given: readonly GivenMask[],
  categories: readonly string[],
): FoundRegion[] {
  return readRegions(described, categories).map(({ vector, attributes, mask }, index) => {
    const { after, before } = given[index]
    return {
      vector: vector.slice(),
      category: '',
      score: 1,
      mask: bothFrames(before ?? mask.subarray(0, after.length), after),
      attributes: attributes.slice(),
    }
  })
}

/** Share of each token [512] that the mask sets; a cell that it does not set at all has the logit -CERTAIN. */
function shareOfTokens({ after, before }: GivenMask): Float32Array {
  const unset = new Float32Array(after.length).fill(-CERTAIN)
  return tokenShares(bothFrames(before ?? unset, after).map((logit) => logit / (2 * CERTAIN) + 0.5))
}

/**
 * The token to ask about each region: of those that show at least half as much of it as any, and that no other region
 * covers more, the one that shows most and looks changed. Of a region that nothing shows, what looks changed most.
 * @param shares of each token [512], by region
 */
function anchorsOf(shares: readonly Float32Array[], heat: Float32Array): number[] {
  return shares.map((own) => {
    const enough = Math.max(...own) / 2
    const showing = [...own.keys()].filter((token) => own[token] >= enough)
    const mostly = showing.filter((token) => shares.every((other) => other[token] <= own[token]))
    const worth = (token: number): number =>
      (own[token] + Number.EPSILON) * (1 + Math.exp(Math.min(5, heat[token])))
    return (mostly.length > 0 ? mostly : showing).reduce((best, token) =>
      worth(token) > worth(best) ? token : best,
    )
  })
}
