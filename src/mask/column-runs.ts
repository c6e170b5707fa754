import type { Rect, Size } from './bitmap'
import type { PlacedMask } from './placed-mask'
import { decodeCounts, encodeCounts } from './rle'
import type { Rle } from './rle'

/** A mask of an image by the runs of its columns: memory and time grow with the runs, not with the pixels around them. */
export interface ColumnRuns extends Rect {
  /** Column, first row, and the row behind the last, of each run, by column and row. */
  readonly triples: Int32Array
  /** Set pixels. */
  readonly area: number
}

const TRIPLE = 3

/** A part's mask, where the part lies in the image. */
export function runsAt({ size: [height], counts }: Rle, part: Pick<Rect, 'x' | 'y'>): ColumnRuns {
  const found = new TripleList()
  let index = 0
  for (const [position, count] of decodeCounts(counts).entries()) {
    const after = index + count
    // every second count is of set pixels
    let at = position % 2 === 1 ? index : after
    while (at < after) {
      const column = Math.floor(at / height)
      const end = Math.min(after, (column + 1) * height)
      found.add(part.x + column, part.y + at - column * height, part.y + end - column * height)
      at = end
    }
    index = after
  }
  return found.runs()
}

export function runsOfPlaced({ x, y, width, height, data }: PlacedMask): ColumnRuns {
  const found = new TripleList()
  for (let column = 0; column < width; column += 1) {
    let top = -1
    for (let row = 0; row <= height; row += 1) {
      const isSet = row < height && data[row * width + column] === 1
      if (isSet && top === -1) {
        top = row
      } else if (!isSet && top !== -1) {
        found.add(x + column, y + top, y + row)
        top = -1
      }
    }
  }
  return found.runs()
}

/** Whether two masks share a pixel. */
export function shareAPixel(a: ColumnRuns, b: ColumnRuns): boolean {
  const from = Math.max(a.x, b.x)
  let [i, j] = [firstFrom(a.triples, from), firstFrom(b.triples, from)]
  while (i < a.triples.length && j < b.triples.length) {
    const apart = a.triples[i] - b.triples[j]
    if (apart < 0 || (apart === 0 && a.triples[i + 2] <= b.triples[j + 1])) {
      i += TRIPLE
    } else if (apart > 0 || b.triples[j + 2] <= a.triples[i + 1]) {
      j += TRIPLE
    } else {
      return true
    }
  }
  return false
}

/** Place of the first run from this column on. */
function firstFrom(triples: Int32Array, column: number): number {
  let [low, high] = [0, triples.length / TRIPLE]
  while (low < high) {
    const middle = (low + high) >> 1
    if (triples[TRIPLE * middle] < column) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return TRIPLE * low
}

export function uniteRuns(masks: readonly ColumnRuns[]): ColumnRuns {
  if (masks.length === 1) {
    return masks[0]
  }
  const left = Math.min(...masks.map(({ x }) => x))
  const columns = Math.max(...masks.map(({ x, width }) => x + width)) - left
  // the runs of each column, one after the other
  const starts = new Int32Array(columns + 1)
  for (const { triples } of masks) {
    for (let at = 0; at < triples.length; at += TRIPLE) {
      starts[triples[at] - left + 1] += 1
    }
  }
  for (let column = 0; column < columns; column += 1) {
    starts[column + 1] += starts[column]
  }
  const next = starts.slice()
  const [tops, bottoms] = [new Int32Array(starts[columns]), new Int32Array(starts[columns])]
  for (const { triples } of masks) {
    for (let at = 0; at < triples.length; at += TRIPLE) {
      const place = next[triples[at] - left]++
      tops[place] = triples[at + 1]
      bottoms[place] = triples[at + 2]
    }
  }
  const found = new TripleList()
  for (let column = 0; column < columns; column += 1) {
    uniteColumn(found, left + column, { tops, bottoms }, [starts[column], starts[column + 1]])
  }
  return found.runs()
}

/** @param range of the runs of this column, in any order */
function uniteColumn(
  found: TripleList,
  column: number,
  { tops, bottoms }: { tops: Int32Array; bottoms: Int32Array },
  [from, to]: readonly [number, number],
): void {
  const order = Array.from({ length: to - from }, (_, at) => from + at).sort((a, b) => tops[a] - tops[b])
  let [top, bottom] = [-1, -1]
  for (const at of order) {
    if (top !== -1 && tops[at] <= bottom) {
      bottom = Math.max(bottom, bottoms[at])
      continue
    }
    if (top !== -1) {
      found.add(column, top, bottom)
    }
    ;[top, bottom] = [tops[at], bottoms[at]]
  }
  if (top !== -1) {
    found.add(column, top, bottom)
  }
}

/** Run lengths of the whole image. */
export function encodeRuns({ triples }: Pick<ColumnRuns, 'triples'>, { width, height }: Size): Rle {
  const counts: number[] = []
  let last = -1
  for (let at = 0; at < triples.length; at += TRIPLE) {
    const start = triples[at] * height + triples[at + 1]
    const end = triples[at] * height + triples[at + 2]
    // a run that goes on in the next column is one
    if (start === last) {
      counts[counts.length - 1] += end - start
    } else {
      counts.push(start - Math.max(0, last), end - start)
    }
    last = end
  }
  const rest = width * height - Math.max(0, last)
  return { size: [height, width], counts: encodeCounts(rest === 0 ? counts : [...counts, rest]) }
}

/** Grows as runs are added, in their order. */
class TripleList {
  private triples = new Int32Array(64 * TRIPLE)
  private length = 0
  private area = 0
  private top = Infinity
  private bottom = 0

  add(column: number, top: number, bottom: number): void {
    if (this.length === this.triples.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.triples)
      this.triples = larger
    }
    this.triples[this.length] = column
    this.triples[this.length + 1] = top
    this.triples[this.length + 2] = bottom
    this.length += TRIPLE
    this.area += bottom - top
    this.top = Math.min(this.top, top)
    this.bottom = Math.max(this.bottom, bottom)
  }

  runs(): ColumnRuns {
    const triples = this.triples.slice(0, this.length)
    if (this.length === 0) {
      return { x: 0, y: 0, width: 0, height: 0, triples, area: 0 }
    }
    const [x, y] = [triples[0], this.top]
    const width = triples[this.length - TRIPLE] + 1 - x
    return { x, y, width, height: this.bottom - y, triples, area: this.area }
  }
}
