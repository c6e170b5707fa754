import type { Bitmap } from './bitmap'
import { componentExtents, labelComponents } from './components'

/** As narrow as the largest count allows: for a large image these are the largest arrays there are. */
export type Counts = Uint8Array | Uint16Array | Int32Array

/**
 * Set pixels in the square of side `2 * radius + 1` around every pixel, cut at the border.
 * Sliding sums: the cost does not grow with the radius.
 */
export function countNeighbours(bitmap: Bitmap, radius: number): Counts {
  const { width, height, data } = bitmap
  const rows = countsFor(width * height, 2 * radius + 1)
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x += 1) {
      sum += data[row + x] === 0 ? 0 : 1
    }
    for (let x = 0; x < width; x += 1) {
      if (x + radius < width && data[row + x + radius] !== 0) {
        sum += 1
      }
      if (x - radius - 1 >= 0 && data[row + x - radius - 1] !== 0) {
        sum -= 1
      }
      rows[row + x] = sum
    }
  }
  return sumColumns(rows, width, height, radius)
}

/** Every pixel within Chebyshev distance `radius` of a set one. */
export function dilate(bitmap: Bitmap, radius: number): Bitmap {
  const { width, height } = bitmap
  const counts = countNeighbours(bitmap, radius)
  return { width, height, data: Uint8Array.from(counts, (count) => (count > 0 ? 1 : 0)) }
}

/** Pixels whose whole square of that radius is set; what lies beyond the border counts as set. */
export function erode(bitmap: Bitmap, radius: number): Bitmap {
  const { width, height } = bitmap
  const unset = { width, height, data: bitmap.data.map((value) => (value === 0 ? 1 : 0)) }
  const counts = countNeighbours(unset, radius)
  return { width, height, data: Uint8Array.from(counts, (count) => (count === 0 ? 1 : 0)) }
}

/** Fills unset parts (4-connected) that do not reach the border and have at most `maxArea` pixels. */
export function fillHoles(bitmap: Bitmap, maxArea = Number.POSITIVE_INFINITY): Bitmap {
  const { width, height, data } = bitmap
  const unset = { width, height, data: data.map((value) => (value === 0 ? 1 : 0)) }
  const components = labelComponents(unset, 4)
  const isHole = new Uint8Array(components.count + 1)
  for (const { label, area, bounds } of componentExtents(components)) {
    const isInside =
      bounds.x > 0 && bounds.y > 0 && bounds.x + bounds.width < width && bounds.y + bounds.height < height
    isHole[label] = isInside && area <= maxArea ? 1 : 0
  }
  return { width, height, data: data.map((value, at) => value | isHole[components.labels[at]]) }
}

function countsFor(length: number, most: number): Counts {
  if (most < 2 ** 8) {
    return new Uint8Array(length)
  }
  return most < 2 ** 16 ? new Uint16Array(length) : new Int32Array(length)
}

function sumColumns(rows: Counts, width: number, height: number, radius: number): Counts {
  const result = countsFor(width * height, (2 * radius + 1) ** 2)
  const sums = new Int32Array(width)
  for (let y = 0; y < Math.min(radius, height); y += 1) {
    addRow(sums, rows, y * width, 1)
  }
  for (let y = 0; y < height; y += 1) {
    if (y + radius < height) {
      addRow(sums, rows, (y + radius) * width, 1)
    }
    if (y - radius - 1 >= 0) {
      addRow(sums, rows, (y - radius - 1) * width, -1)
    }
    result.set(sums, y * width)
  }
  return result
}

function addRow(sums: Int32Array, rows: Counts, start: number, sign: 1 | -1): void {
  for (let x = 0; x < sums.length; x += 1) {
    sums[x] += sign * rows[start + x]
  }
}
