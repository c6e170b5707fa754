import { bothFrames, type Look } from '../closer/look'
import type { CcrcModel, Seen } from './model'
import { coverageOf, type FoundRegion } from './regions'

/** A region that is given, with the network's vector for it; what is not known of the before frame is its own guess. */
export async function takeRegion(
  model: CcrcModel,
  look: Look<Seen>,
  after: Float32Array,
  before: Float32Array | null,
): Promise<FoundRegion> {
  const empty = new Float32Array(after.length).fill(-6)
  const covered = coverageOf([bothFrames(before ?? empty, after)])
  const worth = covered.map((share, token) => share * (1 + Math.exp(Math.min(5, look.seen.heat[token]))))
  const anchor = worth.indexOf(Math.max(...worth))
  const described = await model.propose(look.seen, [anchor])
  const guess = described.masks.subarray(0, after.length)
  return {
    vector: described.vectors.slice(),
    category: '',
    score: 1,
    mask: bothFrames(before ?? guess, after),
    attributes: described.attributes.slice(),
  }
}
