import type { Rect } from '../../mask/bitmap'
import { BOX_BINS, CLASSES, INPUT_SIDE, STRIDES } from './network/network'
import { boxIou } from '../../mask/rect'
import type { Detection } from '../../names/detection'

/** The network's outputs for one input, [cells, 80] and [cells, 44]; see `NanodetOutputs`. */
export interface RawOutputs {
  readonly scores: Float32Array
  readonly bins: Float32Array
}

/** A cell's score for one class, with its box in pixels of the network's input. */
export interface Candidate {
  readonly classIndex: number
  readonly score: number
  readonly box: Rect
}

interface Cell {
  readonly column: number
  readonly row: number
  readonly stride: number
  /** Index of the cell whose column is the mirrored one. */
  readonly mirrored: number
}

const cellsOfSide = new Map<number, readonly Cell[]>()

/** @param input side of the network's input, pixels */
function cellsOf(input: number): readonly Cell[] {
  const known = cellsOfSide.get(input)
  if (known !== undefined) {
    return known
  }
  const sides = STRIDES.map((stride) => input / stride)
  const cells = STRIDES.flatMap((stride, level) => {
    const start = sides.slice(0, level).reduce((sum, side) => sum + side * side, 0)
    const side = sides[level]
    return Array.from({ length: side * side }, (_, at) => {
      const [column, row] = [at % side, Math.floor(at / side)]
      return { column, row, stride, mirrored: start + row * side + side - 1 - column }
    })
  })
  cellsOfSide.set(input, cells)
  return cells
}

/**
 * Every score from `least` on with its box: the mean of what the image and its mirror image give, cell by cell.
 * @param mirror null for the image alone
 * @param side of the network's input, pixels
 */
export function candidates(
  plain: RawOutputs,
  mirror: RawOutputs | null,
  least: number,
  side: number = INPUT_SIDE,
): Candidate[] {
  const found: Candidate[] = []
  for (const [index, cell] of cellsOf(side).entries()) {
    let box: Rect | null = null
    for (let classIndex = 0; classIndex < CLASSES; classIndex += 1) {
      const here = plain.scores[index * CLASSES + classIndex]
      const there = mirror === null ? here : mirror.scores[cell.mirrored * CLASSES + classIndex]
      const score = (here + there) / 2
      if (score >= least) {
        const sides = sidesOf(plain.bins, index)
        box ??= meanBox(cell, sides, mirror === null ? turned(sides) : sidesOf(mirror.bins, cell.mirrored))
        found.push({ classIndex, score, box })
      }
    }
  }
  return found
}

type Sides = readonly [left: number, top: number, right: number, bottom: number]

/** As a mirror image has them. */
function turned([left, top, right, bottom]: Sides): Sides {
  return [right, top, left, bottom]
}

/** Expected distances of a box's sides from its cell's centre, in strides. */
export function sidesOf(bins: Float32Array, index: number): Sides {
  const at = index * 4 * BOX_BINS
  return [
    expectation(bins, at),
    expectation(bins, at + BOX_BINS),
    expectation(bins, at + 2 * BOX_BINS),
    expectation(bins, at + 3 * BOX_BINS),
  ]
}

/** Of 0 to 10 by the softmax of 11 logits. */
function expectation(bins: Float32Array, start: number): number {
  let highest = -Infinity
  for (let bin = 0; bin < BOX_BINS; bin += 1) {
    highest = Math.max(highest, bins[start + bin])
  }
  let [total, weighted] = [0, 0]
  for (let bin = 0; bin < BOX_BINS; bin += 1) {
    const share = Math.exp(bins[start + bin] - highest)
    total += share
    weighted += share * bin
  }
  return weighted / total
}

/** Pixels of the input; the mirror image's left is the right. */
function meanBox({ column, row, stride }: Cell, plain: Sides, mirror: Sides): Rect {
  const left = (plain[0] + mirror[2]) / 2
  const top = (plain[1] + mirror[1]) / 2
  const right = (plain[2] + mirror[0]) / 2
  const bottom = (plain[3] + mirror[3]) / 2
  return {
    x: (column + 0.5 - left) * stride,
    y: (row + 0.5 - top) * stride,
    width: (left + right) * stride,
    height: (top + bottom) * stride,
  }
}

/** Boxes that overlap more than this are of one thing (nanodet, `multiclass_nms`). */
const SAME_BOX = 0.6

/** The best detection of each thing, best first: within each name, then among all, as one thing gets several names. */
export function suppressOverlaps(detections: readonly Detection[]): Detection[] {
  const names = [...new Set(detections.map(({ name }) => name))]
  const byName = names.flatMap((wanted) => bestOf(detections.filter(({ name }) => name === wanted)))
  return bestOf(byName)
}

/** Greedy, by score. */
function bestOf(detections: readonly Detection[]): Detection[] {
  const best: Detection[] = []
  for (const detection of detections.toSorted((a, b) => b.score - a.score)) {
    if (best.every(({ box }) => boxIou(box, detection.box) <= SAME_BOX)) {
      best.push(detection)
    }
  }
  return best
}
