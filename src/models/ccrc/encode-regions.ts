import { tokenMeans } from '../layers/pixels'
import { bothFrames, CERTAIN_LOGIT, type CropView } from '../../views/crop-view'
import { MAX_ANCHORS, type CcrcModel, type RegionPredictions, type SceneEncoding } from './model'
import { parseRegions, type CcrcRegion } from './detect-regions'

/** A region that is given as logits [16384] of each frame of a look; null where it is not known there. */
export interface GivenMask {
  readonly after: Float32Array
  readonly before: Float32Array | null
}

/**
 * Regions that are given, with the network's vectors for them; what is not known of the before frame is its own
 * guess.
 */
export async function encodeRegions(
  model: CcrcModel,
  view: CropView<SceneEncoding>,
  given: readonly GivenMask[],
): Promise<CcrcRegion[]> {
  const anchors = anchorsOf(given.map(shareOfTokens), view.encoding.heat)
  const taken: CcrcRegion[] = []
  for (let first = 0; first < given.length; first += MAX_ANCHORS) {
    const described = await model.propose(view.encoding, anchors.slice(first, first + MAX_ANCHORS))
    const some = given.slice(first, first + MAX_ANCHORS)
    taken.push(...withGivenMasks(described, some, model.manifest.categories))
  }
  return taken
}

function withGivenMasks(
  described: RegionPredictions,
  given: readonly GivenMask[],
  categories: readonly string[],
): CcrcRegion[] {
  return parseRegions(described, categories).map(({ vector, attributes, mask }, index) => {
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
  const unset = new Float32Array(after.length).fill(-CERTAIN_LOGIT)
  return tokenMeans(bothFrames(before ?? unset, after).map((logit) => logit / (2 * CERTAIN_LOGIT) + 0.5))
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
