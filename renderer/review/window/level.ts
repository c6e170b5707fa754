import type { DepthFacts } from '../../../src/contract/value-facts'
import type { PairWindow } from '../../../src/domain/value-mapping'

/** The middle of a window and how wide it is. */
export interface Level {
  level: number
  width: number
}

/** DICOM PS3.3 C.11.2.1.2: the width counts both ends, and the level lies half a value above the middle. */
function shareOfEnds({ countsEnds }: DepthFacts): number {
  return countsEnds ? 1 : 0
}

export function levelOf({ low, high }: PairWindow, depth: DepthFacts): Level {
  const added = shareOfEnds(depth)
  return { level: (low + high + added) / 2, width: high - low + added }
}

/** The least distance of the ends: of whole numbers one value. */
function leastDistance({ areWhole, plot }: DepthFacts): number {
  return areWhole ? 1 : (plot.high - plot.low) / 1e6
}

/** Of whole numbers, what is rounded is what is named: level and width in DICOM, else the ends. */
export function windowOf({ level, width }: Level, depth: DepthFacts): PairWindow {
  const { areWhole, countsEnds } = depth
  const added = shareOfEnds(depth)
  const roundsLevel = areWhole && countsEnds
  const half = Math.max((roundsLevel ? Math.round(width) : width) - added, leastDistance(depth)) / 2
  const middle = (roundsLevel ? Math.round(level) : level) - added / 2
  const window = { low: middle - half, high: middle + half }
  return areWhole && !countsEnds ? wholeWindow(window) : window
}

function wholeWindow({ low, high }: PairWindow): PairWindow {
  const start = Math.round(low)
  return { low: start, high: Math.max(start + 1, Math.round(high)) }
}
