import type { Rect } from '../../../src/mask/bitmap'
import type { Rle } from '../../../src/mask/rle'
import { areaOf, createTileMask, tileAt, TILE_SHIFT, TILE_SIZE, updateLevels } from './tile-mask'
import { unionRect } from '../../../src/mask/rect'
import type { TileMask } from './tile-mask'
import { encodeTiles } from './tile-rle'
import type { ImagePoint } from '../stage/camera'

/** A row of pixels, `from` included, `to` not; both may lie outside the image. */
export type FillRow = (y: number, from: number, to: number) => void

/** A shape calls back with rows in any order; rows may overlap. */
export type Shape = (fillRow: FillRow) => void

/** One gesture on one mask: painted at once, remembered as the pixels that flipped. */
export interface Stroke {
  readonly mask: TileMask
  /** Painted value: 1 adds, 0 removes. */
  readonly value: 0 | 1
  /** Pixels that differ from the mask as it was before the gesture. */
  readonly flip: TileMask
  dirty: Rect | null
}

const IN_TILE = TILE_SIZE - 1

export function beginStroke(mask: TileMask, value: 0 | 1): Stroke {
  return { mask, value, flip: createTileMask(mask.width, mask.height), dirty: null }
}

/** @returns the rectangle of the pixels that changed, null where none did */
export function paintShape(stroke: Stroke, shape: Shape): Rect | null {
  const { width, height } = stroke.mask
  let changed: Rect | null = null
  shape((y, from, to) => {
    const left = Math.max(0, from)
    const right = Math.min(width, to)
    if (y >= 0 && y < height && left < right && paintRow(stroke, y, left, right)) {
      changed = unionRect(changed, { x: left, y, width: right - left, height: 1 })
    }
  })
  if (changed !== null) {
    updateLevels(stroke.mask, changed)
    stroke.dirty = unionRect(stroke.dirty, changed)
  }
  return changed
}

function paintRow(stroke: Stroke, y: number, left: number, right: number): boolean {
  const { mask, flip, value } = stroke
  const row = y >> TILE_SHIFT
  let hasChanged = false
  for (let x = left; x < right;) {
    const column = x >> TILE_SHIFT
    const stop = Math.min(right, (x | IN_TILE) + 1)
    if (value === 0 && !mask.tiles.has(row * mask.columns + column)) {
      x = stop
      continue
    }
    const tile = tileAt(mask, column, row)
    const data = tile.levels[0]
    const first = ((y & IN_TILE) << TILE_SHIFT) + (x & IN_TILE)
    const last = first + stop - x
    const at = data.subarray(first, last).indexOf(1 - value)
    if (at !== -1) {
      const flipTile = tileAt(flip, column, row)
      const flipped = flipTile.levels[0]
      let count = 0
      for (let index = first + at; index < last; index += 1) {
        if (data[index] !== value) {
          data[index] = value
          flipped[index] ^= 1
          count += 1
        }
      }
      tile.count += value === 1 ? count : -count
      flipTile.count += count
      hasChanged = true
    }
    x = stop
  }
  return hasChanged
}

/** The pixels that flipped, null where the mask is as it was. */
export function strokeFlip(stroke: Stroke): Rle | null {
  return areaOf(stroke.flip) === 0 ? null : encodeTiles(stroke.flip)
}

/** Puts the mask back as it was. @returns the rectangle that changed */
export function cancelStroke(stroke: Stroke): Rect | null {
  const { mask, flip, value, dirty } = stroke
  flip.tiles.forEach((flipTile, index) => {
    const tile = mask.tiles.get(index)
    if (tile === undefined) {
      return
    }
    const flipped = flipTile.levels[0]
    const data = tile.levels[0]
    for (let at = 0; at < flipped.length; at += 1) {
      data[at] ^= flipped[at]
    }
    tile.count += value === 1 ? -flipTile.count : flipTile.count
    if (tile.count === 0) {
      mask.tiles.delete(index)
    }
  })
  if (dirty !== null) {
    updateLevels(mask, dirty)
  }
  return dirty
}

/**
 * Pixels that a round brush covers on its way from one pixel to another: every pixel whose centre is no farther than
 * half the diameter from the line between them. Both ends are taken to the pixel they lie in (for an even diameter,
 * to that pixel's top-left corner), so that the same pixels under the pointer give the same mask at every zoom and
 * pixel ratio.
 * @param diameter image pixels, a whole number of at least 1
 */
export function brushLine(from: ImagePoint, to: ImagePoint, diameter: number): Shape {
  const offset = diameter % 2 === 1 ? 0.5 : 0
  const x0 = Math.floor(from.x) + offset
  const y0 = Math.floor(from.y) + offset
  const x1 = Math.floor(to.x) + offset
  const y1 = Math.floor(to.y) + offset
  const radius = diameter / 2
  return (fillRow) => {
    const bottom = Math.floor(Math.max(y0, y1) + radius)
    for (let y = Math.floor(Math.min(y0, y1) - radius); y <= bottom; y += 1) {
      const [left, right] = capsuleRow(x0, y0, x1, y1, radius, y + 0.5)
      // centres at x + 0.5 within left..right
      const first = Math.ceil(left - 0.5)
      const end = Math.floor(right - 0.5) + 1
      if (first < end) {
        fillRow(y, first, end)
      }
    }
  }
}

/** Where the row at height `y` cuts the capsule. It is convex, so in one piece: two discs and the band between. */
function capsuleRow(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  radius: number,
  y: number,
): [left: number, right: number] {
  const start = discRow(x0, y0, radius, y)
  const end = discRow(x1, y1, radius, y)
  const band = bandRow(x0, y0, x1, y1, radius, y)
  return [Math.min(start[0], end[0], band[0]), Math.max(start[1], end[1], band[1])]
}

const none: [number, number] = [Infinity, -Infinity]

function discRow(x: number, centre: number, radius: number, y: number): [number, number] {
  const square = radius * radius - (y - centre) * (y - centre)
  if (square < 0) {
    return none
  }
  const half = Math.sqrt(square)
  return [x - half, x + half]
}

/** The rectangle along the line: points whose foot lies on it, no farther than the radius. */
function bandRow(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  radius: number,
  y: number,
): [number, number] {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = Math.hypot(dx, dy)
  if (length === 0) {
    return none
  }
  // 0 <= (x - x0) dx + (y - y0) dy <= length^2 and |(x - x0) dy - (y - y0) dx| <= radius * length
  const along = cut(dx, (y - y0) * dy, 0, length * length)
  const across = cut(dy, -(y - y0) * dx, -radius * length, radius * length)
  const left = Math.max(along[0], across[0])
  const right = Math.min(along[1], across[1])
  return left <= right ? [x0 + left, x0 + right] : none
}

/** The u for which `low <= u * slope + constant <= high`. */
function cut(slope: number, constant: number, low: number, high: number): [number, number] {
  if (slope === 0) {
    return constant >= low && constant <= high ? [-Infinity, Infinity] : none
  }
  const a = (low - constant) / slope
  const b = (high - constant) / slope
  return a < b ? [a, b] : [b, a]
}
