import { toGrey } from '../../images/pyramid'
import type { Raster } from '../../images/raster'

/** Means of square cells of two images of one size, and which cells show the same structure. */
export interface CellGrid {
  /** Pixels of a cell's side. */
  side: number
  columns: number
  rows: number
  /** Mean of each channel a cell. */
  before: Float32Array[]
  after: Float32Array[]
  /** Cells with texture whose grey values correlate: what is there did not change. */
  similar: number[]
}

const CELLS_ACROSS = 32
const LEAST_SIDE = 8
const LEAST_DEVIATION = 5
const ALIKE_CORRELATION = 0.8

export function cellGrid(before: Raster, after: Raster): CellGrid {
  const { width, height } = after
  const preferred = Math.max(LEAST_SIDE, Math.round(Math.min(width, height) / CELLS_ACROSS))
  const side = Math.min(preferred, width, height)
  const columns = Math.floor(width / side)
  const rows = Math.floor(height / side)
  const [greyBefore, greyAfter] = [toGrey(before), toGrey(after)]
  const similar: number[] = []
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const start = Math.floor(cell / columns) * side * width + (cell % columns) * side
    if (isSimilar(greyBefore, greyAfter, start, side, width)) {
      similar.push(cell)
    }
  }
  const means = (image: Raster): Float32Array[] =>
    [0, 1, 2].map((channel) => cellMeans(image, channel, side, columns, rows))
  return { side, columns, rows, before: means(before), after: means(after), similar }
}

function cellMeans(
  image: Raster,
  channel: number,
  side: number,
  columns: number,
  rows: number,
): Float32Array {
  const means = new Float32Array(columns * rows)
  for (let y = 0; y < rows * side; y += 1) {
    const row = Math.floor(y / side) * columns
    for (let x = 0, at = 3 * y * image.width + channel; x < columns * side; x += 1, at += 3) {
      means[row + Math.trunc(x / side)] += image.data[at]
    }
  }
  return means.map((sum) => sum / (side * side))
}

function isSimilar(a: Uint8Array, b: Uint8Array, start: number, side: number, stride: number): boolean {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let row = 0; row < side; row += 1) {
    for (let at = start + row * stride; at < start + row * stride + side; at += 1) {
      sumA += a[at]
      sumB += b[at]
      sumAA += a[at] * a[at]
      sumBB += b[at] * b[at]
      sumAB += a[at] * b[at]
    }
  }
  const count = side * side
  const varianceA = sumAA / count - (sumA / count) ** 2
  const varianceB = sumBB / count - (sumB / count) ** 2
  const covariance = sumAB / count - (sumA * sumB) / (count * count)
  const hasTexture = Math.max(varianceA, varianceB) > LEAST_DEVIATION ** 2
  return (
    hasTexture && covariance > ALIKE_CORRELATION * Math.sqrt(Math.max(1, varianceA) * Math.max(1, varianceB))
  )
}
