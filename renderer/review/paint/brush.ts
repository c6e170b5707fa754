import type { ImagePoint } from '../stage/points'
import type { Shape } from './stroke'

/**
 * What a round brush covers on its way from one pixel to another: every pixel whose centre is no farther
 * than half the diameter from the line between them. Both ends are taken to the pixel they lie in (for an
 * even diameter, to that pixel's top-left corner), so that the same pixels under the pointer give the same
 * mask at every zoom and pixel ratio.
 * @param diameter image pixels, a whole number of at least 1
 */
export function brushLine(from: ImagePoint, to: ImagePoint, diameter: number): Shape {
  const offset = diameter % 2 === 1 ? 0.5 : 0
  const x0 = Math.floor(from.x) + offset
  const y0 = Math.floor(from.y) + offset
  const x1 = Math.floor(to.x) + offset
  const y1 = Math.floor(to.y) + offset
  const radius = diameter / 2
  return (fillRow) => {
    const bottom = Math.floor(Math.max(y0, y1) + radius)
    for (let y = Math.floor(Math.min(y0, y1) - radius); y <= bottom; y += 1) {
      const [left, right] = capsuleRow(x0, y0, x1, y1, radius, y + 0.5)
      // centres at x + 0.5 within left..right
      const first = Math.ceil(left - 0.5)
      const end = Math.floor(right - 0.5) + 1
      if (first < end) {
        fillRow(y, first, end)
      }
    }
  }
}

/** Where the row at height `y` cuts the capsule. It is convex, so in one piece: two discs and the band between. */
function capsuleRow(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  radius: number,
  y: number,
): [left: number, right: number] {
  const start = discRow(x0, y0, radius, y)
  const end = discRow(x1, y1, radius, y)
  const band = bandRow(x0, y0, x1, y1, radius, y)
  return [Math.min(start[0], end[0], band[0]), Math.max(start[1], end[1], band[1])]
}

const none: [number, number] = [Infinity, -Infinity]

function discRow(x: number, centre: number, radius: number, y: number): [number, number] {
  const square = radius * radius - (y - centre) * (y - centre)
  if (square < 0) {
    return none
  }
  const half = Math.sqrt(square)
  return [x - half, x + half]
}

/** The rectangle along the line: points whose foot lies on it, no farther than the radius. */
function bandRow(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  radius: number,
  y: number,
): [number, number] {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = Math.hypot(dx, dy)
  if (length === 0) {
    return none
  }
  // 0 <= (x - x0) dx + (y - y0) dy <= length^2 and |(x - x0) dy - (y - y0) dx| <= radius * length
  const along = cut(dx, (y - y0) * dy, 0, length * length)
  const across = cut(dy, -(y - y0) * dx, -radius * length, radius * length)
  const left = Math.max(along[0], across[0])
  const right = Math.min(along[1], across[1])
  return left <= right ? [x0 + left, x0 + right] : none
}

/** The u for which `low <= u * slope + constant <= high`. */
function cut(slope: number, constant: number, low: number, high: number): [number, number] {
  if (slope === 0) {
    return constant >= low && constant <= high ? [-Infinity, Infinity] : none
  }
  const a = (low - constant) / slope
  const b = (high - constant) / slope
  return a < b ? [a, b] : [b, a]
}
