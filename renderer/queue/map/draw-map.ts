import type { PairMapAnswer } from '../../../src/contract/similar'
import { positionOf } from '../neighbours'
import { toPixels } from './camera'
import type { MapCamera, Point } from './camera'
import type { Size } from '../../../src/mask/bitmap'
import { discRows, packedColor, paintDisc, paintPoints, radiusFor } from './paint-points'
import type { PointColors } from './paint-points'

interface Drawing {
  readonly map: PairMapAnswer
  readonly colors: PointColors
  readonly camera: MapCamera
  /** CSS pixels. */
  readonly size: Size
  readonly selected: ReadonlySet<number>
  readonly cursorId: number | null
  /** Line in units of the map; null for none. */
  readonly lasso: readonly Point[] | null
}

const SELECTED_COLOR = packedColor('#f0e442')
const RIM_COLOR = packedColor('#000000')
const CURSOR_RADIUS = 9
const LASSO_DASH = [6, 4]

/** Paints the whole map anew. */
export function drawMap(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { size, selected, cursorId, lasso } = drawing
  const density = window.devicePixelRatio
  const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)]
  if (width === 0 || height === 0) {
    return
  }
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  const context = canvas.getContext('2d')
  if (context === null) {
    return
  }
  const image = context.createImageData(width, height)
  const pixels = new Uint32Array(image.data.buffer)
  const { map, colors, camera } = drawing
  const radius = Math.max(1, Math.round(radiusFor(map.ids.length) * density))
  paintPoints(pixels, { width, height }, { points: map, colors, camera, radius })
  paintSelected(pixels, { width, height }, drawing, radius, selected)
  context.putImageData(image, 0, 0)
  context.save()
  context.scale(density, density)
  context.strokeStyle = getComputedStyle(canvas).color
  context.lineWidth = 2
  drawCursor(context, drawing, cursorId)
  drawLasso(context, drawing, lasso)
  context.restore()
}

/** Over all others, yellow with a black rim. */
function paintSelected(
  pixels: Uint32Array,
  size: Size,
  { map, camera }: Drawing,
  radius: number,
  selected: ReadonlySet<number>,
): void {
  if (selected.size === 0) {
    return
  }
  const [rim, inner] = [discRows(radius + 2), discRows(radius + 1)]
  map.ids.forEach((id, at) => {
    if (selected.has(id)) {
      const { x, y } = toPixels(camera, size, { x: map.x[at], y: map.y[at] })
      paintDisc(pixels, size, Math.round(x), Math.round(y), rim, RIM_COLOR)
      paintDisc(pixels, size, Math.round(x), Math.round(y), inner, SELECTED_COLOR)
    }
  })
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { map, camera, size }: Drawing,
  cursorId: number | null,
): void {
  const at = cursorId === null ? -1 : positionOf(map.ids, cursorId)
  if (at !== -1) {
    const { x, y } = toPixels(camera, size, { x: map.x[at], y: map.y[at] })
    context.beginPath()
    context.arc(x, y, CURSOR_RADIUS, 0, 2 * Math.PI)
    context.stroke()
  }
}

function drawLasso(
  context: CanvasRenderingContext2D,
  { camera, size }: Drawing,
  lasso: readonly Point[] | null,
): void {
  if (lasso === null) {
    return
  }
  context.setLineDash(LASSO_DASH)
  context.beginPath()
  for (const point of lasso) {
    const { x, y } = toPixels(camera, size, point)
    context.lineTo(x, y)
  }
  context.closePath()
  context.stroke()
}
