import { encodeCounts } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { reachOf, samplesOf, startsOf } from './logits'
import type { Samples } from './logits'

/**
 * As `encodeRle` of `logitsToMask`, without a pixel of the image in memory: run lengths go down the columns, and
 * only between cells of different signs each pixel is interpolated.
 */
export function logitsToRle(logits: Float32Array, side: number, width: number, height: number): Rle {
  const reach = reachOf(logits, side, width, height)
  const columns = samplesOf(reach.x, reach.width, width, side)
  const rows = samplesOf(reach.y, reach.height, height, side)
  const starts = startsOf(rows)
  const runs = new Runs(width * height)
  const bottom = reach.y + reach.height
  let stretches: Stretch[] = []
  for (let column = 0; column < reach.width; column += 1) {
    const pair: CellPair = { left: columns.from[column], right: columns.to[column] }
    if (column === 0 || pair.left !== columns.from[column - 1] || pair.right !== columns.to[column - 1]) {
      stretches = stretchesOf(logits, side, pair, rows, starts)
    }
    const start = (reach.x + column) * height
    if (reach.y > 0) {
      runs.go(start, false)
    }
    addColumn(runs, start + reach.y, stretches, columns.share[column], rows.share)
    if (bottom < height) {
      runs.go(start + bottom, false)
    }
  }
  runs.go((reach.x + reach.width) * height, false)
  return { size: [height, width], counts: encodeCounts(runs.end()) }
}

/** The columns of cells that a column of pixels lies between. */
interface CellPair {
  left: number
  right: number
}

/** Rows of pixels that are all set, all not, or between these four logits: above and below, left and right. */
interface Stretch {
  first: number
  end: number
  corners: boolean | readonly [number, number, number, number]
}

/** Alike for all columns of pixels between two of cells. Neighbours that are all set, or all not, are one. */
function stretchesOf(
  logits: Float32Array,
  side: number,
  { left, right }: CellPair,
  { from, to }: Samples,
  starts: Int32Array,
): Stretch[] {
  const stretches: Stretch[] = []
  for (let group = 0; group + 1 < starts.length; group += 1) {
    const [first, end] = [starts[group], starts[group + 1]]
    const [upper, lower] = [from[first] * side, to[first] * side]
    const [a, b, c, d] = [
      logits[upper + left],
      logits[upper + right],
      logits[lower + left],
      logits[lower + right],
    ]
    const isSet = a > 0
    const isMixed = isSet !== b > 0 || isSet !== c > 0 || isSet !== d > 0
    const last = stretches.at(-1)
    if (!isMixed && last?.corners === isSet) {
      last.end = end
    } else {
      stretches.push({ first, end, corners: isMixed ? [a, b, c, d] : isSet })
    }
  }
  return stretches
}

/** @param start index of the first row's pixel, in the order of columns */
function addColumn(
  runs: Runs,
  start: number,
  stretches: readonly Stretch[],
  across: number,
  down: Float64Array,
): void {
  for (const { first, end, corners } of stretches) {
    if (typeof corners === 'boolean') {
      runs.go(start + first, corners)
      continue
    }
    const above = corners[0] + across * (corners[1] - corners[0])
    const below = corners[2] + across * (corners[3] - corners[2])
    for (let row = first; row < end; row += 1) {
      runs.go(start + row, above + down[row] * (below - above) > 0)
    }
  }
}

class Runs {
  private readonly runs: number[] = []
  private readonly total: number
  private last = 0
  private isSet = false

  constructor(total: number) {
    this.total = total
  }

  /** From this pixel to the next change. */
  go(index: number, isSet: boolean): void {
    if (isSet !== this.isSet && index < this.total) {
      this.runs.push(index - this.last)
      this.last = index
      this.isSet = isSet
    }
  }

  end(): number[] {
    this.runs.push(this.total - this.last)
    return this.runs
  }
}
