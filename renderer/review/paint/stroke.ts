import type { Rect } from '../../../src/mask/bitmap'
import type { Rle } from '../../../src/mask/rle'
import { unionRect, areaOf, createTileMask, tileAt, TILE_SHIFT, TILE_SIZE, updateLevels } from './tile-mask'
import type { TileMask } from './tile-mask'
import { encodeTiles } from './tile-rle'

/** A row of pixels, `from` included, `to` not; both may lie outside the image. */
export type FillRow = (y: number, from: number, to: number) => void

/** A shape calls back with rows in any order; rows may overlap. */
export type Shape = (fillRow: FillRow) => void

/** One gesture on one mask: painted at once, remembered as the pixels that flipped. */
export interface Stroke {
  readonly mask: TileMask
  /** What is painted: 1 adds, 0 removes. */
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
    if (value === 0 && mask.tiles[row * mask.columns + column] === null) {
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
    const tile = mask.tiles[index]
    if (flipTile === null || tile === null) {
      return
    }
    const flipped = flipTile.levels[0]
    const data = tile.levels[0]
    for (let at = 0; at < flipped.length; at += 1) {
      data[at] ^= flipped[at]
    }
    tile.count += value === 1 ? -flipTile.count : flipTile.count
    mask.tiles[index] = tile.count === 0 ? null : tile
  })
  if (dirty !== null) {
    updateLevels(mask, dirty)
  }
  return dirty
}
