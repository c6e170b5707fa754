import { transformOf } from './camera'
import type { MapCamera } from './camera'
import type { Size } from '../../../src/mask/bitmap'

/** Points of the map, item by item the same pair. */
export interface MapPoints {
  readonly ids: readonly number[]
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

/** Colours of points. */
export interface PointColors {
  /** For each point its place in `palette`. */
  readonly places: ArrayLike<number>
  /** As `packedColor` gives them. */
  readonly palette: Uint32Array
}

/** More points are painted smaller: [points from which on, radius in CSS pixels]. */
const RADII = [
  [20_000, 1],
  [2000, 2],
  [200, 3],
  [0, 5],
] as const

export function radiusFor(count: number): number {
  return RADII.find(([least]) => count >= least)?.[1] ?? RADII[0][1]
}

/** `#rrggbb` as a pixel of image data, opaque. */
export function packedColor(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  const [red, green, blue] = [(value >> 16) & 255, (value >> 8) & 255, value & 255]
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}

/**
 * Paints all points as discs, in their order, over what the pixels hold: one pass over plain memory, because a canvas
 * takes far longer for 100,000 shapes.
 * @param pixels [height, width], as in image data
 * @param radius in pixels
 */
export function paintPoints(
  pixels: Uint32Array,
  size: Size,
  {
    points,
    colors,
    camera,
    radius,
  }: { points: MapPoints; colors: PointColors; camera: MapCamera; radius: number },
): void {
  const { width, height } = size
  const { offset, scale } = transformOf(camera, size)
  const rows = discRows(radius)
  const steps = Int32Array.from(
    rows.flatMap((half, row) =>
      Array.from({ length: 2 * half + 1 }, (_, at) => (row - radius) * width + at - half),
    ),
  )
  for (let at = 0; at < points.ids.length; at += 1) {
    const x = Math.round(offset.x + scale.x * points.x[at])
    const y = Math.round(offset.y + scale.y * points.y[at])
    const color = colors.palette[colors.places[at]]
    if (x >= radius && y >= radius && x < width - radius && y < height - radius) {
      const middle = y * width + x
      for (let step = 0; step < steps.length; step += 1) {
        pixels[middle + steps[step]] = color
      }
    } else if (x >= -radius && y >= -radius && x <= width + radius && y <= height + radius) {
      paintDisc(pixels, size, x, y, rows, color)
    }
  }
}

/** Half the width of each row of a disc, from its top to its bottom. */
export function discRows(radius: number): number[] {
  return Array.from({ length: 2 * radius + 1 }, (_, row) =>
    Math.round(Math.sqrt(Math.max(0, (radius + 0.4) ** 2 - (row - radius) ** 2))),
  )
}

export function paintDisc(
  pixels: Uint32Array,
  { width, height }: Size,
  x: number,
  y: number,
  rows: readonly number[],
  color: number,
): void {
  const radius = (rows.length - 1) / 2
  for (let row = 0; row < rows.length; row += 1) {
    const line = y + row - radius
    if (line >= 0 && line < height) {
      const from = Math.max(0, x - rows[row])
      const to = Math.min(width, x + rows[row] + 1)
      if (from < to) {
        pixels.fill(color, line * width + from, line * width + to)
      }
    }
  }
}
