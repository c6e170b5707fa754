import { PICTURE_TILE_SIDE } from '../../../../src/contract/picture'
import type { PictureTile } from '../../../../src/contract/picture'
import type { Rect } from '../../../../src/mask/bitmap'
import { intersectRect, wholeOf } from '../../../../src/mask/rect'
import type { RasterPlacement } from '../../paint/raster'

/** An image as tiles. Each level has half the size of the one before; level 0 has the image's own pixels. */
export interface Pyramid {
  /** Pixels of level 0. */
  readonly width: number
  readonly height: number
  readonly levels: number
}

/**
 * The coarsest level whose pixels are no larger than those of the screen; level 0 where the image is enlarged.
 * @param scale device pixels of one image pixel
 */
export function levelFor({ levels }: Pyramid, scale: number): number {
  return Math.max(0, Math.min(levels - 1, Math.floor(Math.log2(1 / scale))))
}

/** Image pixels that a tile shows. */
export function tileArea({ width, height }: Pyramid, { level, column, row }: PictureTile): Rect {
  const side = PICTURE_TILE_SIDE * 2 ** level
  const x = column * side
  const y = row * side
  return { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) }
}

/** Image pixels that an area of the screen shows. */
export function visibleArea({ width, height }: Pyramid, area: Rect, { x, y, scale }: RasterPlacement): Rect {
  const left = Math.floor((area.x - x) / scale)
  const top = Math.floor((area.y - y) / scale)
  const right = Math.ceil((area.x + area.width - x) / scale)
  const bottom = Math.ceil((area.y + area.height - y) / scale)
  return intersectRect(
    { x: left, y: top, width: right - left, height: bottom - top },
    wholeOf({ width, height }),
  )
}

/** Columns and rows of tiles; right and bottom are not included. */
interface TileRange {
  left: number
  top: number
  right: number
  bottom: number
}

function rangeOf(level: number, area: Rect): TileRange {
  const side = PICTURE_TILE_SIDE * 2 ** level
  return {
    left: Math.floor(area.x / side),
    top: Math.floor(area.y / side),
    right: Math.ceil((area.x + area.width) / side),
    bottom: Math.ceil((area.y + area.height) / side),
  }
}

function tilesOf(level: number, { left, top, right, bottom }: TileRange): PictureTile[] {
  const tiles: PictureTile[] = []
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      tiles.push({ level, column, row })
    }
  }
  return tiles
}

/** Tiles of a level that show any of these image pixels. */
export function tilesIn(level: number, area: Rect): PictureTile[] {
  return area.width <= 0 || area.height <= 0 ? [] : tilesOf(level, rangeOf(level, area))
}

/** Those tiles, the middle ones first, and the ring of tiles around them. */
export function tilesAround(
  pyramid: Pyramid,
  level: number,
  area: Rect,
): { inView: PictureTile[]; ring: PictureTile[] } {
  const inView = tilesIn(level, area)
  if (inView.length === 0) {
    return { inView, ring: [] }
  }
  const { left, top, right, bottom } = rangeOf(level, area)
  const whole = rangeOf(level, wholeOf(pyramid))
  const wider = {
    left: Math.max(whole.left, left - 1),
    top: Math.max(whole.top, top - 1),
    right: Math.min(whole.right, right + 1),
    bottom: Math.min(whole.bottom, bottom + 1),
  }
  const isInView = ({ column, row }: PictureTile): boolean =>
    column >= left && column < right && row >= top && row < bottom
  const distance = ({ column, row }: PictureTile): number =>
    Math.hypot(column + 0.5 - (left + right) / 2, row + 0.5 - (top + bottom) / 2)
  const byDistance = (a: PictureTile, b: PictureTile): number => distance(a) - distance(b)
  return {
    inView: inView.sort(byDistance),
    ring: tilesOf(level, wider)
      .filter((tile) => !isInView(tile))
      .sort(byDistance),
  }
}

/** The one tile of the coarsest level. */
export function baseTile({ levels }: Pyramid): PictureTile {
  return { level: levels - 1, column: 0, row: 0 }
}

/** The tile of the next coarser level that shows the same pixels. */
export function parentOf({ level, column, row }: PictureTile): PictureTile {
  return { level: level + 1, column: column >> 1, row: row >> 1 }
}

/** The tiles of the next finer level that show the same pixels. */
export function childrenOf(pyramid: Pyramid, { level, column, row }: PictureTile): PictureTile[] {
  const children = tilesOf(level - 1, {
    left: column * 2,
    top: row * 2,
    right: column * 2 + 2,
    bottom: row * 2 + 2,
  })
  return children.filter((child) => {
    const { width, height } = tileArea(pyramid, child)
    return width > 0 && height > 0
  })
}
