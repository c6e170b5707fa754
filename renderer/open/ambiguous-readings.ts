import type { Reading } from '../../src/contract/project'

/** A second reading is a rival from half the pairs of the first on. */
const rivalShare = 0.5
/** More left-out files than this share of all means that the reading may miss what is meant. */
const leftOutShare = 0.2

/** Whether the user should choose among the readings before one is opened; best reading first. */
export function isAmbiguous(readings: readonly Reading[]): boolean {
  const [best, ...others] = readings
  if (best === undefined) {
    return false
  }
  const hasRival = others.some(({ pairCount }) => pairCount >= rivalShare * best.pairCount)
  const files = 2 * best.pairCount + best.leftOutCount
  return hasRival || best.leftOutCount > leftOutShare * files
}
