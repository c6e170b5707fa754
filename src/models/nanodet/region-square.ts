import type { Raster } from '../../images/raster'
import { resampleWindow } from '../../images/resample-window'
import type { Rect } from '../../mask/bitmap'

/** A square of an image, in its pixels, with fractions; it may reach beyond the image. */
export interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The square about the middle of the box: `scale` times its longer side, at least `least` pixels. */
export function squareAbout(box: Rect, scale: number, least: number): Square {
  const side = Math.max(least, scale * Math.max(box.width, box.height))
  return { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, side }
}

/** The part of the box that lies in the image; the nearest pixel if none does. */
export function boxInside(box: Rect, { width, height }: Size): Rect {
  const [x, across] = partInside(box.x, box.width, width)
  const [y, down] = partInside(box.y, box.height, height)
  return { x, y, width: across, height: down }
}

function partInside(start: number, length: number, limit: number): [start: number, length: number] {
  const from = Math.min(Math.max(0, start), limit - 1)
  const to = Math.min(Math.max(from + 1, start + length), limit)
  return [from, to - from]
}

/** The square at `side` x `side` pixels. Beyond the image its border repeats. */
export function squarePixels(image: Raster, square: Square, side: number): Raster {
  const scale = side / square.side
  const window = clipped(square, image)
  const left = Math.min(side - 1, Math.round((window.x - square.x) * scale))
  const top = Math.min(side - 1, Math.round((window.y - square.y) * scale))
  const right = Math.min(side, Math.round((window.x + window.width - square.x) * scale))
  const bottom = Math.min(side, Math.round((window.y + window.height - square.y) * scale))
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const inner = resampleWindow(image, window, width, height)
  const data = new Uint8Array(3 * side * side)
  for (let y = 0; y < side; y += 1) {
    const row = Math.min(height - 1, Math.max(0, y - top)) * width
    for (let x = 0; x < side; x += 1) {
      const from = 3 * (row + Math.min(width - 1, Math.max(0, x - left)))
      data.set(inner.data.subarray(from, from + 3), 3 * (y * side + x))
    }
  }
  return { width: side, height: side, data }
}

/** The part of the square that lies in the image. */
function clipped({ x, y, side }: Square, { width, height }: Size): Rect {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return {
    x: left,
    y: top,
    width: Math.min(width, x + side) - left,
    height: Math.min(height, y + side) - top,
  }
}
