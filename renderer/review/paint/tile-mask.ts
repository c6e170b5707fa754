import type { Rect } from '../../../src/mask/bitmap'

/**
 * A binary mask as sparse tiles: memory grows with what is covered, not with the image. Every tile holds
 * the mask itself and ever coarser levels, each the OR of 2 x 2 of the one before, so that a changed pixel
 * stays visible however far one zooms out. Pixels of border tiles that lie outside the image stay 0.
 */
export interface TileMask {
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
  /** By `row * columns + column`: only those that were painted on, so that no cost grows with the image. */
  readonly tiles: Map<number, Tile>
}

export interface Tile {
  /** `levels[k]` has `tileSize >> k` pixels a side, one byte a pixel, 0 or 1, row-major. */
  readonly levels: readonly Uint8Array[]
  /** Set pixels at level 0. */
  count: number
}

export const TILE_SHIFT = 8
export const TILE_SIZE = 1 << TILE_SHIFT
/** One pixel stands for the whole tile. */
export const coarsestLevel = Math.log2(TILE_SIZE)

export function createTileMask(width: number, height: number): TileMask {
  const columns = Math.ceil(width / TILE_SIZE)
  const rows = Math.ceil(height / TILE_SIZE)
  return { width, height, columns, rows, tiles: new Map() }
}

export function createTile(): Tile {
  const levels = Array.from({ length: coarsestLevel + 1 }, (_, level) => {
    const side = TILE_SIZE >> level
    return new Uint8Array(side * side)
  })
  return { levels, count: 0 }
}

/** The tile that holds a pixel, made if there is none. */
export function tileAt(mask: TileMask, column: number, row: number): Tile {
  const index = row * mask.columns + column
  const present = mask.tiles.get(index)
  if (present !== undefined) {
    return present
  }
  const tile = createTile()
  mask.tiles.set(index, tile)
  return tile
}

/** 0 outside the image. */
export function pixelAt(mask: TileMask, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= mask.width || y >= mask.height) {
    return 0
  }
  const tile = mask.tiles.get((y >> TILE_SHIFT) * mask.columns + (x >> TILE_SHIFT))
  return tile === undefined
    ? 0
    : tile.levels[0][((y & (TILE_SIZE - 1)) << TILE_SHIFT) + (x & (TILE_SIZE - 1))]
}

export function areaOf(mask: TileMask): number {
  let area = 0
  for (const { count } of mask.tiles.values()) {
    area += count
  }
  return area
}

/** A rectangle of whole tiles that holds every set pixel; null where none is set. */
export function tileBounds(mask: TileMask): Rect | null {
  let left = mask.columns
  let right = -1
  let top = mask.rows
  let bottom = -1
  for (const [index, { count }] of mask.tiles) {
    if (count > 0) {
      const row = Math.floor(index / mask.columns)
      const column = index - row * mask.columns
      left = Math.min(left, column)
      right = Math.max(right, column)
      top = Math.min(top, row)
      bottom = Math.max(bottom, row)
    }
  }
  if (right === -1) {
    return null
  }
  const x = left * TILE_SIZE
  const y = top * TILE_SIZE
  const width = Math.min(mask.width, (right + 1) * TILE_SIZE) - x
  const height = Math.min(mask.height, (bottom + 1) * TILE_SIZE) - y
  return { x, y, width, height }
}

/** Brings the coarser levels up to date after level 0 changed within `rect`, which lies in the image. */
export function updateLevels(mask: TileMask, rect: Rect): void {
  const lastColumn = (rect.x + rect.width - 1) >> TILE_SHIFT
  const lastRow = (rect.y + rect.height - 1) >> TILE_SHIFT
  for (let row = rect.y >> TILE_SHIFT; row <= lastRow; row += 1) {
    for (let column = rect.x >> TILE_SHIFT; column <= lastColumn; column += 1) {
      const tile = mask.tiles.get(row * mask.columns + column)
      if (tile !== undefined) {
        const left = Math.max(0, rect.x - column * TILE_SIZE)
        const top = Math.max(0, rect.y - row * TILE_SIZE)
        const right = Math.min(TILE_SIZE, rect.x + rect.width - column * TILE_SIZE) - 1
        const bottom = Math.min(TILE_SIZE, rect.y + rect.height - row * TILE_SIZE) - 1
        updateTile(tile, left, top, right, bottom)
      }
    }
  }
}

/** Pixel indices within the tile, last ones included. */
function updateTile(tile: Tile, left: number, top: number, right: number, bottom: number): void {
  for (let level = 1; level <= coarsestLevel; level += 1) {
    const fine = tile.levels[level - 1]
    const coarse = tile.levels[level]
    const side = TILE_SIZE >> level
    for (let y = top >> level; y <= bottom >> level; y += 1) {
      for (let x = left >> level; x <= right >> level; x += 1) {
        const at = y * 4 * side + x * 2
        coarse[y * side + x] = fine[at] | fine[at + 1] | fine[at + 2 * side] | fine[at + 2 * side + 1]
      }
    }
  }
}
