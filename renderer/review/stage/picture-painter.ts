import type { Rect, Size } from '../../../src/mask/bitmap'
import { intersectRect, isEmptyRect, wholeOf } from '../../../src/mask/rect'
import type { RasterPlacement } from '../paint/raster'
import type { BitmapPicture, Picture, TiledPicture } from './picture'
import { colorHeat, DIMMED } from './heat-colors'
import { baseTile } from './tiles/pyramid'
import { planTiles } from './tiles/tile-plan'

export interface PictureLayer {
  picture: Picture
  /** 0 to 1; at 0 its tiles are fetched, for the next moment, and nothing is drawn. */
  opacity: number
  /** The part of the pane's width that shows it, 0 to 1. */
  from: number
  to: number
  rendering: 'plain' | 'dimmed' | 'heat'
}

/** Without what another layer covers: tiles of a difference have the dimmed image in them. */
export function seenLayers(layers: readonly PictureLayer[]): PictureLayer[] {
  const hasDifference = layers.some(
    ({ picture, rendering }) =>
      rendering === 'heat' &&
      picture.form === 'tiles' &&
      picture.tiles.find(picture.kind, baseTile(picture.tiles.pyramid)) !== null,
  )
  return layers.filter(({ rendering }) => rendering !== 'dimmed' || !hasDifference)
}

/** Device pixels per image pixel from which on single pixels are shown as squares. */
const PIXELATED_FROM = 2

export function drawPicture(
  context: CanvasRenderingContext2D,
  layer: PictureLayer,
  image: Size,
  placement: RasterPlacement,
): void {
  const { width, height } = context.canvas
  const left = Math.round(layer.from * width)
  const right = Math.round(layer.to * width)
  const area = intersectRect(
    { x: left, y: 0, width: right - left, height },
    {
      x: placement.x,
      y: placement.y,
      width: Math.ceil(image.width * placement.scale),
      height: Math.ceil(image.height * placement.scale),
    },
  )
  if (isEmptyRect(area) || layer.opacity === 0) {
    return
  }
  context.save()
  context.beginPath()
  context.rect(area.x, area.y, area.width, area.height)
  context.clip()
  context.globalAlpha = layer.opacity
  // tiles have their colours from when they came, and the image below them
  if (layer.rendering === 'heat' && layer.picture.form === 'bitmap') {
    drawHeat(context, layer.picture, area, image, placement)
  } else {
    const isDrawn = drawVisible(context, layer.picture, area, image, placement)
    if (isDrawn && layer.rendering === 'dimmed') {
      dim(context, area)
    }
  }
  context.restore()
}

/** @returns whether anything of it was there */
function drawVisible(
  context: CanvasRenderingContext2D,
  picture: Picture,
  area: Rect,
  image: Size,
  placement: RasterPlacement,
): boolean {
  if (picture.form === 'tiles') {
    return drawTiles(context, picture, area, placement)
  }
  drawBitmap(context, picture, area, image, placement)
  return true
}

/** No place is drawn twice, so that an opacity is the same everywhere. */
function drawTiles(
  context: CanvasRenderingContext2D,
  { tiles, kind }: TiledPicture,
  area: Rect,
  placement: RasterPlacement,
): boolean {
  context.imageSmoothingQuality = 'low'
  const draws = planTiles(tiles.pyramid, area, placement, (tile) => tiles.find(kind, tile))
  for (const { bitmap, level, source, target } of draws) {
    context.imageSmoothingEnabled = level > 0 || placement.scale < PIXELATED_FROM
    context.drawImage(
      bitmap,
      source.x,
      source.y,
      source.width,
      source.height,
      target.x,
      target.y,
      target.width,
      target.height,
    )
  }
  return draws.length > 0
}

/** Only the visible part of the bitmap, from the overview where that is sharp enough. */
function drawBitmap(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { full, overview }: BitmapPicture,
  area: Rect,
  image: Size,
  { x, y, scale }: RasterPlacement,
): void {
  const bitmap = overview !== null && image.width * scale <= overview.width ? overview : full
  const margin = 2
  const visible = intersectRect(wholeOf(image), {
    x: Math.floor((area.x - x) / scale) - margin,
    y: Math.floor((area.y - y) / scale) - margin,
    width: Math.ceil(area.width / scale) + 2 * margin,
    height: Math.ceil(area.height / scale) + 2 * margin,
  })
  const across = bitmap.width / image.width
  const down = bitmap.height / image.height
  context.imageSmoothingEnabled = scale < PIXELATED_FROM
  // better than `low` means coarser copies of the whole bitmap, made in one go: too slow for large ones
  const isSmall = bitmap !== full || overview === null
  context.imageSmoothingQuality = isSmall && scale < across / 2 ? 'medium' : 'low'
  context.drawImage(
    bitmap,
    visible.x * across,
    visible.y * down,
    visible.width * across,
    visible.height * down,
    x + visible.x * scale,
    y + visible.y * scale,
    visible.width * scale,
    visible.height * scale,
  )
}

function drawHeat(
  context: CanvasRenderingContext2D,
  picture: BitmapPicture,
  area: Rect,
  image: Size,
  placement: RasterPlacement,
): void {
  const { width, height } = area
  const inner = heatContext(width, height)
  if (inner === null) {
    return
  }
  const moved = { ...placement, x: placement.x - area.x, y: placement.y - area.y }
  drawBitmap(inner, picture, { x: 0, y: 0, width, height }, image, moved)
  const pixels = inner.getImageData(0, 0, width, height)
  colorHeat(pixels.data)
  inner.putImageData(pixels, 0, 0)
  context.drawImage(inner.canvas, 0, 0, width, height, area.x, area.y, width, height)
}

let heatCanvas: OffscreenCanvas | null = null

/** Of a canvas that is kept for the next frame; empty, and at least this large. */
function heatContext(width: number, height: number): OffscreenCanvasRenderingContext2D | null {
  if (heatCanvas === null || heatCanvas.width < width || heatCanvas.height < height) {
    heatCanvas = new OffscreenCanvas(width, height)
  }
  const context = heatCanvas.getContext('2d', { willReadFrequently: true })
  context?.clearRect(0, 0, width, height)
  return context
}

/** Grey and darker, so that the colours above it carry the meaning. A filter of the canvas is slower by far. */
function dim(context: CanvasRenderingContext2D, area: Rect): void {
  context.globalAlpha = 1
  context.globalCompositeOperation = 'saturation'
  context.fillStyle = 'hsl(0 0% 50%)'
  context.fillRect(area.x, area.y, area.width, area.height)
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = `rgb(0 0 0 / ${1 - DIMMED})`
  context.fillRect(area.x, area.y, area.width, area.height)
}
