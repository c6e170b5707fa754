import { toGrey } from '../../images/pyramid'
import type { Raster } from '../../images/raster'
import { dilate } from '../../mask/morphology'

/**
 * Small local shifts that a homography leaves: each cell of the after image is matched in the before image within a
 * few pixels, over a window of several cells, by the sum of absolute differences.
 */
const CELL_SIDE = 16
const SEARCH_RADIUS = 3
/** Cells on each side that a cell's window takes in. */
const WINDOW_RADIUS = 2
/** A shift must leave at most this share of the unshifted differences. */
const CLEAR_GAIN = 0.8
/** Mean grey levels a pixel below which no match is searched. */
const LEAST_DIFFERENCE = 1.5
/** Lines read of very large images, at most. */
const MOST_SAMPLES = 2 ** 20

/** The before image with its cells shifted; the given one where no cell is. */
export function matchShifts(before: Raster, after: Raster): Raster {
  const { width, height } = after
  const columns = Math.ceil(width / CELL_SIDE)
  const rows = Math.ceil(height / CELL_SIDE)
  const shifts = allShifts()
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / MOST_SAMPLES)))
  const [from, to] = [toGrey(before), toGrey(after)]
  const costsOf = (shift: Shift, isWanted: Uint8Array | null): Float32Array =>
    windowSums(cellCosts(from, to, width, height, shift, step, isWanted), columns, rows)
  const still = costsOf(shifts[0], null)
  const samples = windowSums(cellSamples(width, height, step), columns, rows)
  const differs = still.map((cost, cell) => (cost < LEAST_DIFFERENCE * samples[cell] ? 0 : 1))
  const around = dilate({ width: columns, height: rows, data: Uint8Array.from(differs) }, WINDOW_RADIUS)
  const costs = shifts.map((shift, index) => (index === 0 ? still : costsOf(shift, around.data)))
  const chosen = new Uint8Array(columns * rows)
  for (let cell = 0; cell < chosen.length; cell += 1) {
    if (differs[cell] === 0) {
      continue
    }
    const unshifted = still[cell]
    const best = costs.reduce((least, cost, index) => (cost[cell] < costs[least][cell] ? index : least), 0)
    if (costs[best][cell] < CLEAR_GAIN * unshifted) {
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
  const span = Array.from({ length: 2 * SEARCH_RADIUS + 1 }, (_, index) => index - SEARCH_RADIUS)
  const shifts = span.flatMap((y) => span.map((x) => ({ x, y })))
  return shifts.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
}

/** @param isWanted cells that count; null for all. The others come to nothing */
function cellCosts(
  from: Uint8Array,
  to: Uint8Array,
  width: number,
  height: number,
  shift: Shift,
  step: number,
  isWanted: Uint8Array | null,
): Float32Array {
  const columns = Math.ceil(width / CELL_SIDE)
  const costs = new Float32Array(columns * Math.ceil(height / CELL_SIDE))
  const first = Math.max(0, -shift.x)
  const end = Math.min(width, width - shift.x)
  for (let y = 0; y < height; y += step) {
    const row = Math.floor(y / CELL_SIDE) * columns
    const source = Math.min(height - 1, Math.max(0, y + shift.y)) * width + shift.x
    const target = y * width
    for (let left = 0, cell = row; left < width; left += CELL_SIDE, cell += 1) {
      if (isWanted !== null && isWanted[cell] === 0) {
        continue
      }
      const right = Math.min(end, left + CELL_SIDE)
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
  const columns = Math.ceil(width / CELL_SIDE)
  const counts = new Float32Array(columns * Math.ceil(height / CELL_SIDE))
  for (let y = 0; y < height; y += step) {
    for (
      let left = 0, cell = Math.floor(y / CELL_SIDE) * columns;
      left < width;
      left += CELL_SIDE, cell += 1
    ) {
      counts[cell] += Math.ceil((Math.min(width, left + CELL_SIDE) - left) / step)
    }
  }
  return counts
}

function windowSums(values: Float32Array, columns: number, rows: number): Float32Array {
  const sums = new Float32Array(values.length)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      let sum = 0
      for (let row = Math.max(0, y - WINDOW_RADIUS); row <= Math.min(rows - 1, y + WINDOW_RADIUS); row += 1) {
        const right = Math.min(columns - 1, x + WINDOW_RADIUS)
        for (let column = Math.max(0, x - WINDOW_RADIUS); column <= right; column += 1) {
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
      const left = (cell % columns) * CELL_SIDE
      const top = Math.floor(cell / columns) * CELL_SIDE
      const shift = shifts[chosen[cell]]
      for (let y = top; y < Math.min(height, top + CELL_SIDE); y += 1) {
        const source = Math.min(height - 1, Math.max(0, y + shift.y)) * width
        for (let x = left; x < Math.min(width, left + CELL_SIDE); x += 1) {
          const from = 3 * (source + Math.min(width - 1, Math.max(0, x + shift.x)))
          data.set(image.data.subarray(from, from + 3), 3 * (y * width + x))
        }
      }
    }
  }
  return { width, height, data }
}
