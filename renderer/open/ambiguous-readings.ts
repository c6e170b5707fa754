import type { Reading } from '../../src/contract/project'

/** A second reading is a rival from half the pairs of the first on. */
const RIVAL_SHARE = 0.5
/** More left-out files than this share of all means that the reading may miss what is meant. */
const LEFT_OUT_SHARE = 0.2

/** Whether the user should choose among the readings before one is opened; best reading first. */
export function isAmbiguous(readings: readonly Reading[]): boolean {
  const [best, ...others] = readings
  if (best === undefined) {
    return false
  }
  const hasRival = others.some(({ pairCount }) => pairCount >= RIVAL_SHARE * best.pairCount)
  const files = 2 * best.pairCount + best.leftOutCount
  return hasRival || best.leftOutCount > LEFT_OUT_SHARE * files
}
