import { invert, project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Rect } from '../../mask/bitmap'
import { GRID_SIDE, IMAGE_SIDE, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { IGNORED } from '../../systems/blocks/training-inputs'
import type { Cut } from './cut'

/** How the view of a pair moved: `null` not at all, `unknown` where it did and could not be measured. */
export type Movement = Homography | null | 'unknown'

/** Where a sample lies in its cut, and how it is turned. */
export interface Placing {
  /** Pixels of the cut. */
  readonly x: number
  readonly y: number
  readonly isMirrored: boolean
  readonly isTurned: boolean
}

/** A pair of 128 x 128 with everything that a real pair can teach. */
export interface Sample {
  /** RGB, three bytes a pixel. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** Share of each pixel, 0 to 1; before and after end to end. */
  readonly regions: readonly { readonly region: number; readonly cover: Float32Array }[]
  /** For each token the other frame's, 256 for none, or `IGNORED`. */
  readonly forward: Int16Array
  readonly backward: Int16Array
}

/** A region that shows less than this, in pixels, is not there. */
const LEAST_COVER = 2

export function takeSample(cut: Cut, movement: Movement, placing: Placing): Sample {
  const regions = cut.regions.flatMap(({ region, before, after }) => {
    const cover = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
    writeCover(cover.subarray(0, MASK_SIDE * MASK_SIDE), before, cut, placing)
    writeCover(cover.subarray(MASK_SIDE * MASK_SIDE), after, cut, placing)
    return cover.reduce((sum, share) => sum + share, 0) < LEAST_COVER ? [] : [{ region, cover }]
  })
  const changed = changedTokens(regions.map(({ cover }) => cover))
  return {
    before: takePixels(cut.before, cut, placing),
    after: takePixels(cut.after, cut, placing),
    regions,
    forward: matches(cut, movement, placing, changed, true),
    backward: matches(cut, movement, placing, changed, false),
  }
}

/** A place of the sample, counted from its corner, in the cut. */
function inCut(at: number, offset: number, side: number, isTurned: boolean): number {
  return offset + (isTurned ? side - 1 - at : at)
}

function takePixels(source: Uint8Array, { width }: Cut, { x, y, isMirrored, isTurned }: Placing): Uint8Array {
  const out = new Uint8Array(3 * IMAGE_SIDE * IMAGE_SIDE)
  for (let row = 0; row < IMAGE_SIDE; row++) {
    const line = inCut(row, y, IMAGE_SIDE, isTurned) * width
    for (let column = 0; column < IMAGE_SIDE; column++) {
      const from = 3 * (line + inCut(column, x, IMAGE_SIDE, isMirrored))
      const to = 3 * (row * IMAGE_SIDE + column)
      out[to] = source[from]
      out[to + 1] = source[from + 1]
      out[to + 2] = source[from + 2]
    }
  }
  return out
}

function writeCover(out: Float32Array, source: Uint8Array | null, cut: Cut, placing: Placing): void {
  if (source === null) return
  const { x, y, isMirrored, isTurned } = placing
  for (let row = 0; row < MASK_SIDE; row++) {
    const line = inCut(row, y, MASK_SIDE, isTurned) * cut.width
    for (let column = 0; column < MASK_SIDE; column++) {
      out[row * MASK_SIDE + column] = source[line + inCut(column, x, MASK_SIDE, isMirrored)] / 255
    }
  }
}

/** 1 for tokens of which a change covers anything [512]. */
function changedTokens(covers: readonly Float32Array[]): Uint8Array {
  const side = MASK_SIDE / GRID_SIDE
  const out = new Uint8Array(2 * TOKENS)
  for (const cover of covers) {
    for (let at = 0; at < cover.length; at++) {
      if (cover[at] === 0) continue
      const frame = at < MASK_SIDE ** 2 ? 0 : 1
      const row = Math.floor((at % MASK_SIDE ** 2) / MASK_SIDE / side)
      out[frame * TOKENS + row * GRID_SIDE + Math.floor((at % MASK_SIDE) / side)] = 1
    }
  }
  return out
}

/** Each unchanged token's counterpart by its middle. What shows a change in either frame is not known. */
function matches(
  cut: Cut,
  movement: Movement,
  placing: Placing,
  changed: Uint8Array,
  isForward: boolean,
): Int16Array {
  const out = new Int16Array(TOKENS).fill(IGNORED)
  if (movement === 'unknown') return out
  const way = isForward ? movement : movement && invert(movement)
  if (movement !== null && way === null) return out
  const [own, other] = isForward ? [0, TOKENS] : [TOKENS, 0]
  const [from, to] = isForward ? [cut.beforeWindow, cut.afterWindow] : [cut.afterWindow, cut.beforeWindow]
  for (let token = 0; token < TOKENS; token++) {
    if (changed[own + token] === 1) continue
    const counterpart = counterpartOf(token, cut, { from, to, way }, placing)
    if (counterpart === TOKENS || changed[other + counterpart] === 0) out[token] = counterpart
  }
  return out
}

function counterpartOf(
  token: number,
  { width, height }: Cut,
  { from, to, way }: { from: Rect; to: Rect; way: Homography | null },
  { x, y, isMirrored, isTurned }: Placing,
): number {
  const cell = IMAGE_SIDE / GRID_SIDE
  const middle = (at: number, offset: number, turned: boolean): number =>
    offset + (turned ? GRID_SIDE - 1 - at : at) * cell + cell / 2
  const place = {
    x: from.x + (middle(token % GRID_SIDE, x, isMirrored) / width) * from.width,
    y: from.y + (middle(Math.floor(token / GRID_SIDE), y, isTurned) / height) * from.height,
  }
  const moved = way === null ? place : project(way, place)
  const cellOf = (at: number, offset: number, turned: boolean): number => {
    const found = Math.floor((at - offset) / cell)
    return turned ? GRID_SIDE - 1 - found : found
  }
  const column = cellOf(((moved.x - to.x) / to.width) * width, x, isMirrored)
  const row = cellOf(((moved.y - to.y) / to.height) * height, y, isTurned)
  const isInside = column >= 0 && column < GRID_SIDE && row >= 0 && row < GRID_SIDE
  return isInside ? row * GRID_SIDE + column : TOKENS
}
