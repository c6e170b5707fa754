import { toGrey } from '../../images/pyramid'
import type { Raster } from '../../images/raster'

/**
 * Small local shifts that a homography leaves: each cell of the after image is looked for in the before
 * image within a few pixels, over a window of several cells, by the sum of absolute differences.
 */
const cellSide = 16
const searchRadius = 3
/** Cells on each side that a cell's window takes in. */
const windowRadius = 2
/** A shift must leave at most this share of the unshifted differences. */
const clearGain = 0.8
/** Mean grey levels a pixel below which nothing is looked for. */
const leastDifference = 1.5
/** Lines read of very large images, at most. */
const mostSamples = 2 ** 20

/** The before image with its cells shifted; the given one where no cell is. */
export function matchShifts(before: Raster, after: Raster): Raster {
  const { width, height } = after
  const columns = Math.ceil(width / cellSide)
  const rows = Math.ceil(height / cellSide)
  const shifts = allShifts()
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / mostSamples)))
  const [from, to] = [toGrey(before), toGrey(after)]
  const costs = shifts.map((shift) =>
    windowSums(cellCosts(from, to, width, height, shift, step), columns, rows),
  )
  const samples = windowSums(cellSamples(width, height, step), columns, rows)
  const chosen = new Uint8Array(columns * rows)
  for (let cell = 0; cell < chosen.length; cell += 1) {
    const unshifted = costs[0][cell]
    if (unshifted < leastDifference * samples[cell]) {
      continue
    }
    const best = costs.reduce((least, cost, index) => (cost[cell] < costs[least][cell] ? index : least), 0)
    if (costs[best][cell] < clearGain * unshifted) {
      chosen[cell] = best
    }
  }
  return chosen.some((index) => index !== 0) ? shiftCells(before, chosen, shifts, columns) : before
}

interface Shift {
  x: number
  y: number
}

/** No shift first, then by length, so that the shortest wins a tie. */
function allShifts(): Shift[] {
  const span = Array.from({ length: 2 * searchRadius + 1 }, (_, index) => index - searchRadius)
  const shifts = span.flatMap((y) => span.map((x) => ({ x, y })))
  return shifts.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
}

function cellCosts(
  from: Uint8Array,
  to: Uint8Array,
  width: number,
  height: number,
  shift: Shift,
  step: number,
): Float32Array {
  const columns = Math.ceil(width / cellSide)
  const costs = new Float32Array(columns * Math.ceil(height / cellSide))
  const first = Math.max(0, -shift.x)
  const end = Math.min(width, width - shift.x)
  for (let y = 0; y < height; y += step) {
    const row = Math.floor(y / cellSide) * columns
    const source = Math.min(height - 1, Math.max(0, y + shift.y)) * width + shift.x
    const target = y * width
    for (let left = 0, cell = row; left < width; left += cellSide, cell += 1) {
      const right = Math.min(end, left + cellSide)
      let sum = 0
      for (let x = Math.max(first, left); x < right; x += step) {
        const difference = to[target + x] - from[source + x]
        sum += difference < 0 ? -difference : difference
      }
      costs[cell] += sum
    }
  }
  return costs
}

function cellSamples(width: number, height: number, step: number): Float32Array {
  const columns = Math.ceil(width / cellSide)
  const counts = new Float32Array(columns * Math.ceil(height / cellSide))
  for (let y = 0; y < height; y += step) {
    for (let left = 0, cell = Math.floor(y / cellSide) * columns; left < width; left += cellSide, cell += 1) {
      counts[cell] += Math.ceil((Math.min(width, left + cellSide) - left) / step)
    }
  }
  return counts
}

function windowSums(values: Float32Array, columns: number, rows: number): Float32Array {
  const sums = new Float32Array(values.length)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      let sum = 0
      for (let row = Math.max(0, y - windowRadius); row <= Math.min(rows - 1, y + windowRadius); row += 1) {
        const right = Math.min(columns - 1, x + windowRadius)
        for (let column = Math.max(0, x - windowRadius); column <= right; column += 1) {
          sum += values[row * columns + column]
        }
      }
      sums[y * columns + x] = sum
    }
  }
  return sums
}

function shiftCells(image: Raster, chosen: Uint8Array, shifts: readonly Shift[], columns: number): Raster {
  const { width, height } = image
  const data = new Uint8Array(image.data)
  for (let cell = 0; cell < chosen.length; cell += 1) {
    if (chosen[cell] !== 0) {
      const left = (cell % columns) * cellSide
      const top = Math.floor(cell / columns) * cellSide
      const shift = shifts[chosen[cell]]
      for (let y = top; y < Math.min(height, top + cellSide); y += 1) {
        const source = Math.min(height - 1, Math.max(0, y + shift.y)) * width
        for (let x = left; x < Math.min(width, left + cellSide); x += 1) {
          const from = 3 * (source + Math.min(width - 1, Math.max(0, x + shift.x)))
          data.set(image.data.subarray(from, from + 3), 3 * (y * width + x))
        }
      }
    }
  }
  return { width, height, data }
}
