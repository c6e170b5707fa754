import type { PictureTile } from '../../../../src/contract/picture'
import type { Rect } from '../../../../src/mask/bitmap'
import { growRect, intersectRect, isEmptyRect } from '../../../../src/mask/rect'
import type { RasterPlacement } from '../../paint/raster'
import { childrenOf, levelFor, parentOf, tileArea, tilesIn, visibleArea } from './pyramid'
import type { Pyramid } from './pyramid'

/** A part of a tile and where it is drawn. */
export interface TileDraw<B> {
  bitmap: B
  /** The level of the bitmap. */
  level: number
  /** Pixels of the bitmap. */
  source: Rect
  /** Device pixels: whole at the borders of tiles, so that two tiles meet without a seam. */
  target: Rect
}

/** Finer tiles stand in for one that is not there, down to this number of levels below it. */
const FINER_LEVELS = 2
/** Pixels of a tile beyond what is seen: smoothing looks at its neighbours. */
const MARGIN = 2

/**
 * What shows an area of the screen: each place once, by the tile of the level that the scale wants, else by finer ones
 * that are there, else by the nearest coarser one. A place that no tile shows is left out.
 * @param area device pixels
 */
export function planTiles<B>(
  pyramid: Pyramid,
  area: Rect,
  placement: RasterPlacement,
  find: (tile: PictureTile) => B | null,
): TileDraw<B>[] {
  const visible = visibleArea(pyramid, area, placement)
  const draws: TileDraw<B>[] = []

  function draw(shown: PictureTile, holder: PictureTile, bitmap: B): void {
    const made = drawOf(pyramid, shown, holder, bitmap, visible, placement)
    if (made !== null) {
      draws.push(made)
    }
  }

  function drawCoarser(tile: PictureTile): void {
    for (let holder = tile; holder.level < pyramid.levels - 1;) {
      holder = parentOf(holder)
      const bitmap = find(holder)
      if (bitmap !== null) {
        draw(tile, holder, bitmap)
        return
      }
    }
  }

  function hasFiner(tile: PictureTile, depth: number): boolean {
    return (
      depth > 0 &&
      tile.level > 0 &&
      childrenOf(pyramid, tile).some((child) => find(child) !== null || hasFiner(child, depth - 1))
    )
  }

  function show(tile: PictureTile, depth: number): void {
    const bitmap = find(tile)
    if (bitmap !== null) {
      draw(tile, tile, bitmap)
    } else if (hasFiner(tile, depth)) {
      childrenOf(pyramid, tile).forEach((child) => show(child, depth - 1))
    } else {
      drawCoarser(tile)
    }
  }

  const level = levelFor(pyramid, placement.scale)
  tilesIn(level, visible).forEach((tile) => show(tile, FINER_LEVELS))
  return draws
}

/** Null where the part that is seen has no device pixel. */
function drawOf<B>(
  pyramid: Pyramid,
  shown: PictureTile,
  holder: PictureTile,
  bitmap: B,
  visible: Rect,
  { x, y, scale }: RasterPlacement,
): TileDraw<B> | null {
  const whole = tileArea(pyramid, shown)
  const step = 2 ** holder.level
  const seen = intersectRect(whole, growRect(toWholeSteps(visible, step), MARGIN * step))
  const across = onDevice(whole.x, whole.width, seen.x, seen.width, x, scale)
  const down = onDevice(whole.y, whole.height, seen.y, seen.height, y, scale)
  const target = { x: across.start, y: down.start, width: across.length, height: down.length }
  if (isEmptyRect(seen) || isEmptyRect(target)) {
    return null
  }
  const origin = tileArea(pyramid, holder)
  const source = {
    x: (seen.x - origin.x) / step,
    y: (seen.y - origin.y) / step,
    width: seen.width / step,
    height: seen.height / step,
  }
  return { bitmap, level: holder.level, source, target }
}

function toWholeSteps({ x, y, width, height }: Rect, step: number): Rect {
  const left = Math.floor(x / step) * step
  const top = Math.floor(y / step) * step
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) / step) * step - left,
    height: Math.ceil((y + height) / step) * step - top,
  }
}

/** A part of a tile's side on the screen. The tile's own ends fall on whole device pixels. */
function onDevice(
  from: number,
  length: number,
  seenFrom: number,
  seenLength: number,
  origin: number,
  scale: number,
): { start: number; length: number } {
  const start = Math.round(origin + from * scale)
  const end = Math.round(origin + (from + length) * scale)
  const stretch = (end - start) / length
  return { start: start + (seenFrom - from) * stretch, length: seenLength * stretch }
}
