import { invert, project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Rect } from '../../mask/bitmap'
import { GRID_SIDE, IMAGE_SIDE, TOKENS } from '../../models/layers/sizes'
import { IGNORED } from '../../models/layers/training-inputs'
import type { TrainingCrop } from './training-crop'

/** The camera motion of a pair: `null` for none, `unknown` where it could not be measured. */
export type Movement = Homography | null | 'unknown'

/** Where a sample lies in its crop, and how it is flipped. */
export interface SamplePlacement {
  /** Pixels of the crop. */
  readonly x: number
  readonly y: number
  readonly isFlippedHorizontally: boolean
  readonly isFlippedVertically: boolean
}

/** A square sample with all labels that a real pair has. */
export interface TrainingSample {
  /** RGB, three bytes a pixel. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** Share of each pixel, 0 to 1; before and after end to end. */
  readonly regions: readonly { readonly region: number; readonly coverage: Float32Array }[]
  /** For each token the other frame's, 256 for none, or `IGNORED`. */
  readonly forward: Int16Array
  readonly backward: Int16Array
}

/** A region with less coverage than this, in pixels, is dropped. */
const MIN_COVERAGE = 2

/** @param side of the sample, pixels of the crop; a multiple of 16 */
export function sampleCrop(
  crop: TrainingCrop,
  movement: Movement,
  placement: SamplePlacement,
  side: number = IMAGE_SIDE,
): TrainingSample {
  const regions = crop.regions.flatMap(({ region, before, after }) => {
    const coverage = new Float32Array(2 * side * side)
    writeCoverage(coverage.subarray(0, side * side), before, crop, placement, side)
    writeCoverage(coverage.subarray(side * side), after, crop, placement, side)
    return coverage.reduce((sum, share) => sum + share, 0) < MIN_COVERAGE ? [] : [{ region, coverage }]
  })
  const changed = changedTokens(
    regions.map(({ coverage }) => coverage),
    side,
  )
  return {
    before: cropPixels(crop.before, crop, placement, side),
    after: cropPixels(crop.after, crop, placement, side),
    regions,
    forward: matches(crop, movement, placement, changed, side, true),
    backward: matches(crop, movement, placement, changed, side, false),
  }
}

/** A coordinate of the sample in its crop. */
function toCrop(at: number, offset: number, side: number, isFlipped: boolean): number {
  return offset + (isFlipped ? side - 1 - at : at)
}

function cropPixels(
  source: Uint8Array,
  { width }: TrainingCrop,
  { x, y, isFlippedHorizontally, isFlippedVertically }: SamplePlacement,
  side: number,
): Uint8Array {
  const out = new Uint8Array(3 * side * side)
  for (let row = 0; row < side; row++) {
    const line = toCrop(row, y, side, isFlippedVertically) * width
    for (let column = 0; column < side; column++) {
      const from = 3 * (line + toCrop(column, x, side, isFlippedHorizontally))
      const to = 3 * (row * side + column)
      out[to] = source[from]
      out[to + 1] = source[from + 1]
      out[to + 2] = source[from + 2]
    }
  }
  return out
}

function writeCoverage(
  out: Float32Array,
  source: Uint8Array | null,
  crop: TrainingCrop,
  placement: SamplePlacement,
  side: number,
): void {
  if (source === null) {
    return
  }
  const { x, y, isFlippedHorizontally, isFlippedVertically } = placement
  for (let row = 0; row < side; row++) {
    const line = toCrop(row, y, side, isFlippedVertically) * crop.width
    for (let column = 0; column < side; column++) {
      out[row * side + column] = source[line + toCrop(column, x, side, isFlippedHorizontally)] / 255
    }
  }
}

/** 1 for tokens that a change covers in part [512]. */
function changedTokens(coverages: readonly Float32Array[], side: number): Uint8Array {
  const cell = side / GRID_SIDE
  const out = new Uint8Array(2 * TOKENS)
  for (const coverage of coverages) {
    for (let at = 0; at < coverage.length; at++) {
      if (coverage[at] === 0) {
        continue
      }
      const frame = at < side ** 2 ? 0 : 1
      const row = Math.floor((at % side ** 2) / side / cell)
      out[frame * TOKENS + row * GRID_SIDE + Math.floor((at % side) / cell)] = 1
    }
  }
  return out
}

/** Each unchanged token's counterpart, by its centre. Tokens that show a change in either frame are unknown. */
function matches(
  crop: TrainingCrop,
  movement: Movement,
  placement: SamplePlacement,
  changed: Uint8Array,
  side: number,
  isForward: boolean,
): Int16Array {
  const out = new Int16Array(TOKENS).fill(IGNORED)
  if (movement === 'unknown') {
    return out
  }
  const transform = isForward ? movement : movement && invert(movement)
  if (movement !== null && transform === null) {
    return out
  }
  const [own, other] = isForward ? [0, TOKENS] : [TOKENS, 0]
  const [from, to] = isForward ? [crop.beforeWindow, crop.afterWindow] : [crop.afterWindow, crop.beforeWindow]
  for (let token = 0; token < TOKENS; token++) {
    if (changed[own + token] === 1) {
      continue
    }
    const counterpart = counterpartOf(token, crop, { from, to, transform }, placement, side / GRID_SIDE)
    if (counterpart === TOKENS || changed[other + counterpart] === 0) {
      out[token] = counterpart
    }
  }
  return out
}

function counterpartOf(
  token: number,
  { width, height }: TrainingCrop,
  { from, to, transform }: { from: Rect; to: Rect; transform: Homography | null },
  { x, y, isFlippedHorizontally, isFlippedVertically }: SamplePlacement,
  cell: number,
): number {
  const middle = (at: number, offset: number, isFlipped: boolean): number =>
    offset + (isFlipped ? GRID_SIDE - 1 - at : at) * cell + cell / 2
  const position = {
    x: from.x + (middle(token % GRID_SIDE, x, isFlippedHorizontally) / width) * from.width,
    y: from.y + (middle(Math.floor(token / GRID_SIDE), y, isFlippedVertically) / height) * from.height,
  }
  const moved = transform === null ? position : project(transform, position)
  const cellOf = (at: number, offset: number, isFlipped: boolean): number => {
    const index = Math.floor((at - offset) / cell)
    return isFlipped ? GRID_SIDE - 1 - index : index
  }
  const column = cellOf(((moved.x - to.x) / to.width) * width, x, isFlippedHorizontally)
  const row = cellOf(((moved.y - to.y) / to.height) * height, y, isFlippedVertically)
  const isInside = column >= 0 && column < GRID_SIDE && row >= 0 && row < GRID_SIDE
  return isInside ? row * GRID_SIDE + column : TOKENS
}
