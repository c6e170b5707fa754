import { compose, project } from '../../domain/homography'
import type { Point } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Raster } from '../raster'

/** The same map between images whose pixels are `from` and `to` times as large as its own. */
export function rescale(h: Homography, from: number, to: number): Homography {
  // Pixel centres: x of the large image is (x of the small one + 0.5) * factor - 0.5.
  const shrink: Homography = [1 / from, 0, 0.5 / from - 0.5, 0, 1 / from, 0.5 / from - 0.5, 0, 0, 1]
  const grow: Homography = [to, 0, 0.5 * to - 0.5, 0, to, 0.5 * to - 0.5, 0, 0, 1]
  return compose(compose(shrink, h), grow)
}

/** A corner that moves by more than this share of the diagonal leaves too little in common. */
const MOST_SHIFT = 0.75

/** Whether a small movement of the camera explains it: no flip, no fold, scale within 2, corners that stay convex. */
export function isPlausible(h: Homography, width: number, height: number): boolean {
  const corners = [
    { x: 0, y: 0 },
    { x: width - 1, y: 0 },
    { x: width - 1, y: height - 1 },
    { x: 0, y: height - 1 },
  ]
  if (
    h.some((value) => !Number.isFinite(value)) ||
    corners.some(({ x, y }) => h[6] * x + h[7] * y + h[8] < 0.3)
  ) {
    return false
  }
  const moved = corners.map((corner) => project(h, corner))
  const turns = moved.map((corner, at) => turn(corner, moved[(at + 1) % 4], moved[(at + 2) % 4]))
  const area = (turns[0] + turns[2]) / 2
  const share = area / (width * height)
  const isNear = largestShift(h, width, height) <= MOST_SHIFT * Math.hypot(width, height)
  return isNear && turns.every((value) => value > 0) && share > 0.25 && share < 4
}

/** Largest shift of a corner, in pixels. */
export function largestShift(h: Homography, width: number, height: number): number {
  const corners = [0, width - 1].flatMap((x) => [0, height - 1].map((y) => ({ x, y })))
  return Math.max(
    ...corners.map((corner) => {
      const moved = project(h, corner)
      return Math.hypot(moved.x - corner.x, moved.y - corner.y)
    }),
  )
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
}

interface Warped {
  image: Raster
  /** One byte a pixel: 1 where the source has a counterpart that was measured, 0 where it is unknown. */
  valid: Uint8Array
}

/** `source` seen in another frame, bilinear. @param toSource maps that frame's pixels to the source's */
export function warp(source: Raster, toSource: Homography, width: number, height: number): Warped {
  const data = new Uint8Array(width * height * 3)
  const valid = new Uint8Array(width * height)
  const right = source.width - 1
  const bottom = source.height - 1
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const w = toSource[6] * x + toSource[7] * y + toSource[8]
      const sx = (toSource[0] * x + toSource[1] * y + toSource[2]) / w
      const sy = (toSource[3] * x + toSource[4] * y + toSource[5]) / w
      if (sx >= -0.5 && sy >= -0.5 && sx <= right + 0.5 && sy <= bottom + 0.5) {
        const [column, row] = [Math.min(right, Math.max(0, sx)), Math.min(bottom, Math.max(0, sy))]
        valid[at] = source.missing?.[Math.round(row) * source.width + Math.round(column)] === 1 ? 0 : 1
        sample(source, column, row, data, 3 * at)
      }
    }
  }
  return { image: { width, height, data }, valid }
}

function sample(source: Raster, x: number, y: number, into: Uint8Array, at: number): void {
  const left = Math.min(Math.floor(x), Math.max(0, source.width - 2))
  const top = Math.min(Math.floor(y), Math.max(0, source.height - 2))
  const a = x - left
  const b = y - top
  const first = (top * source.width + left) * 3
  const nextColumn = source.width > 1 ? 3 : 0
  const nextRow = source.height > 1 ? source.width * 3 : 0
  for (let channel = 0; channel < 3; channel += 1) {
    const from = first + channel
    const upper = source.data[from] * (1 - a) + source.data[from + nextColumn] * a
    const lower = source.data[from + nextRow] * (1 - a) + source.data[from + nextRow + nextColumn] * a
    into[at + channel] = upper * (1 - b) + lower * b + 0.5
  }
}
