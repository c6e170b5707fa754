import type { Raster } from '../../../images/raster'
import { clearUnknown, withoutAlignment } from '../../change-map/map-proposal'
import type { AlignedPair } from '../../change-map/map-proposal'
import type { ChangeMap } from '../../model-proposer'

/**
 * An alignment is left out if so many times as much is marked with it than without, and so much more of the image.
 * Chosen on composed pairs whose view did not move (`bench/photo-alignment.ts`, seeds 78, 178, 182, 201 and 202).
 */
const MOST_TIMES = 1.2
const MOST_SHARE = 0.005

interface CheckedMap {
  /** As the network saw it. */
  readonly pair: AlignedPair
  readonly map: ChangeMap
}

/**
 * The map of a pair by a network; without the alignment if that makes more of the pair differ. Patterns that repeat,
 * seasons and large changes lead the alignment astray. The network runs twice where a pair was aligned and differs.
 * @param mapOf the network on a before frame
 */
export async function mapChecked(
  pair: AlignedPair,
  mapOf: (before: Raster) => Promise<ChangeMap>,
): Promise<CheckedMap> {
  const { before, after, registered } = pair
  const map = await mapOf(registered.aligned)
  clearUnknown(map.values, pair)
  const pixels = map.values.length
  const marked = sumOf(map.values)
  if (registered.homography === null || marked <= MOST_SHARE * pixels) {
    return { pair, map }
  }
  const given = await mapOf(before)
  // where the aligned frame shows nothing both count nothing
  const shared = given.values.slice()
  clearUnknown(shared, pair)
  const without = sumOf(shared)
  if (marked <= MOST_TIMES * without || marked - without <= MOST_SHARE * pixels) {
    return { pair, map }
  }
  const unaligned = withoutAlignment(before, after)
  clearUnknown(given.values, unaligned)
  return { pair: unaligned, map: { ...given, isUnaligned: true } }
}

/** Pixels that are marked, by their probability. */
function sumOf(values: Float32Array): number {
  let sum = 0
  for (const value of values) {
    sum += value
  }
  return sum
}
