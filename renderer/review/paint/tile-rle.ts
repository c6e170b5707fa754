import { decodeCounts, encodeCounts, RleError } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import type { Rect } from '../../../src/mask/bitmap'
import { createTileMask, tileAt, TILE_SHIFT, TILE_SIZE, updateLevels } from './tile-mask'
import type { TileMask } from './tile-mask'

const IN_TILE = TILE_SIZE - 1

/**
 * Flips every pixel that `flip` sets. On an empty mask this decodes.
 * @returns the rectangle that holds the flipped pixels, null where there are none
 * @throws RleError where sizes differ or the runs do not add up
 */
export function flipTiles(mask: TileMask, flip: Rle): Rect | null {
  const { width, height } = mask
  if (flip.size[0] !== height || flip.size[1] !== width) {
    throw new RleError(`a mask of ${flip.size[1]} x ${flip.size[0]} pixels does not fit ${width} x ${height}`)
  }
  const runs = decodeCounts(flip.counts)
  if (runs.reduce((sum, run) => sum + run, 0) !== width * height) {
    throw new RleError(`the runs of the mask do not add up to ${width} x ${height} pixels`)
  }
  const bounds = { left: width, top: height, right: -1, bottom: -1 }
  let index = 0
  runs.forEach((run, position) => {
    if (position % 2 === 1) {
      flipRun(mask, index, index + run, bounds)
    }
    index += run
  })
  if (bounds.right === -1) {
    return null
  }
  const { left: x, top: y } = bounds
  const rect = { x, y, width: bounds.right - x + 1, height: bounds.bottom - y + 1 }
  updateLevels(mask, rect)
  return rect
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** `start` and `end` count pixels down the columns. */
function flipRun(mask: TileMask, start: number, end: number, bounds: Bounds): void {
  const { height } = mask
  for (let index = start; index < end;) {
    const x = Math.floor(index / height)
    const top = index - x * height
    const bottom = Math.min(height, top + end - index)
    flipColumn(mask, x, top, bottom)
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.top = Math.min(bounds.top, top)
    bounds.bottom = Math.max(bounds.bottom, bottom - 1)
    index += bottom - top
  }
}

function flipColumn(mask: TileMask, x: number, top: number, bottom: number): void {
  for (let y = top; y < bottom;) {
    const tile = tileAt(mask, x >> TILE_SHIFT, y >> TILE_SHIFT)
    const data = tile.levels[0]
    const stop = Math.min(bottom, (y | IN_TILE) + 1)
    let set = 0
    for (let at = ((y & IN_TILE) << TILE_SHIFT) + (x & IN_TILE); y < stop; y += 1, at += TILE_SIZE) {
      data[at] ^= 1
      set += data[at] === 1 ? 1 : -1
    }
    tile.count += set
  }
}

/** @throws RleError as `flipTiles` */
export function decodeTiles(rle: Rle): TileMask {
  const mask = createTileMask(rle.size[1], rle.size[0])
  flipTiles(mask, rle)
  return mask
}

/** Equal to `encodeRle` of the same pixels; the cost grows with the tiles that hold set pixels. */
export function encodeTiles(mask: TileMask): Rle {
  const { width, height } = mask
  const runs: number[] = []
  let value = 0
  let start = 0 // column-order index at which the present run began
  let scanned = 0
  const change = (index: number): void => {
    runs.push(index - start)
    start = index
    value = 1 - value
  }
  for (const { column, present } of presentColumns(mask)) {
    const right = Math.min(width, (column + 1) * TILE_SIZE)
    for (let x = column * TILE_SIZE; x < right; x += 1) {
      for (const { row, data } of present) {
        const top = row * TILE_SIZE
        const bottom = Math.min(height, top + TILE_SIZE)
        if (value === 1 && scanned < x * height + top) {
          change(scanned)
        }
        for (let y = top, at = x & IN_TILE; y < bottom; y += 1, at += TILE_SIZE) {
          if (data[at] !== value) {
            change(x * height + y)
          }
        }
        scanned = x * height + bottom
      }
    }
  }
  if (value === 1 && scanned < width * height) {
    change(scanned)
  }
  if (start < width * height || runs.length === 0) {
    runs.push(width * height - start)
  }
  return { size: [height, width], counts: encodeCounts(runs) }
}

interface PresentColumn {
  column: number
  /** From the top. */
  present: { row: number; data: Uint8Array }[]
}

/** Columns of tiles that hold set pixels, from the left. */
function presentColumns({ tiles, columns }: TileMask): PresentColumn[] {
  const byColumn = new Map<number, PresentColumn>()
  for (const index of [...tiles.keys()].sort((a, b) => a - b)) {
    const tile = tiles.get(index)
    if (tile !== undefined && tile.count > 0) {
      const row = Math.floor(index / columns)
      const column = index - row * columns
      const entry = byColumn.get(column) ?? { column, present: [] }
      entry.present.push({ row, data: tile.levels[0] })
      byColumn.set(column, entry)
    }
  }
  return [...byColumn.values()].sort((a, b) => a.column - b.column)
}
