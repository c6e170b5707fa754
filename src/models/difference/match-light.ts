import { factorFor, shrink } from '../../images/pyramid'
import type { Raster } from '../../images/raster'
import { cellGrid } from './cell-grid'
import type { CellGrid } from './cell-grid'

/**
 * Brings the before image to the after image's light: a gain and an offset a channel, then a smooth field for light
 * that changed unevenly. The line is fitted to cells whose structure is the same in both (unchanged, whatever the
 * light did), which may be few; it is used only where it explains most of them, and nothing is done where many are
 * equal already. The field follows the cells that fit the line.
 */
const SAMPLE_SIDE = 512
/** Grey levels of misfit at which a cell counts a quarter. */
const SOFTNESS = 8
const LEAST_CELLS = 5
const LEAST_SHARE = 0.02
/** Where no structure is common, a line is used only if it fits this many times the cells that no line fits. */
const CLEARLY_BETTER = 1.5
/** Cells that agree within `equalLevels` without a change of light: more than this share, and there was none. */
const EQUAL_SHARE = 0.35
const EQUAL_LEVELS = 6
/** A line must explain at least this share of the cells, within `softness`. */
const EXPLAINED_SHARE = 0.6
const FIELD_RADIUS = 4
/** Below this many grey levels a field is noise. */
const LEAST_FIELD = 0.75

interface Line {
  gain: number
  offset: number
}

/** The before image in the after image's light; the given one where the light is the same. */
export function matchLight(before: Raster, after: Raster): Raster {
  const factor = factorFor(after, SAMPLE_SIDE)
  const grid = cellGrid(shrink(before, factor), shrink(after, factor))
  const lines = fitLines(grid)
  const fields = lines.map((line, channel) => fitField(grid, line, channel))
  const isSame = lines.every(({ gain, offset }) => gain === 1 && offset === 0)
  if (isSame && fields.every((field) => field.every((value) => Math.abs(value) < LEAST_FIELD))) {
    return before
  }
  return relight(before, lines, fields, grid, factor * grid.side)
}

function fitLines(grid: CellGrid): Line[] {
  const unchanged = [0, 1, 2].map(() => ({ gain: 1, offset: 0 }))
  const cells = grid.similar
  if (cells.length < Math.max(LEAST_CELLS, LEAST_SHARE * grid.columns * grid.rows)) {
    return fitWithoutStructure(grid, unchanged)
  }
  const equal = cells.filter((cell) => largestMisfit(grid, unchanged, cell) < EQUAL_LEVELS).length
  if (equal > EQUAL_SHARE * cells.length) {
    return unchanged
  }
  const lines = unchanged.map((_, channel) => fitLine(grid, cells, channel))
  return arePossible(lines) && fitted(grid, lines, cells) >= EXPLAINED_SHARE * cells.length
    ? lines
    : unchanged
}

/** Without common structure all cells vote; a line wins only if it makes many more of them equal. */
function fitWithoutStructure(grid: CellGrid, unchanged: Line[]): Line[] {
  const cells = Array.from({ length: grid.columns * grid.rows }, (_, cell) => cell)
  const lines = unchanged.map((_, channel) => fitLine(grid, cells, channel))
  const isBetter = fitted(grid, lines, cells) > CLEARLY_BETTER * fitted(grid, unchanged, cells)
  return arePossible(lines) && isBetter ? lines : unchanged
}

function fitted(grid: CellGrid, lines: readonly Line[], cells: readonly number[]): number {
  return cells.filter((cell) => largestMisfit(grid, lines, cell) < SOFTNESS).length
}

/** A line that turns or flattens the picture is no change of light. */
function arePossible(lines: readonly Line[]): boolean {
  return lines.every(({ gain }) => gain > 0.4 && gain < 2.5)
}

/** Iteratively reweighted least squares, with a prior towards gain 1 that matters only for a flat image. */
function fitLine(grid: CellGrid, cells: readonly number[], channel: number): Line {
  const from = grid.before[channel]
  const to = grid.after[channel]
  let line = { gain: 1, offset: median(cells.map((cell) => to[cell] - from[cell])) }
  for (let round = 0; round < 8; round += 1) {
    let [sw, sx, sy, sxx, sxy] = [1e-9, 0, 0, 0, 0]
    for (const cell of cells) {
      const w = weight(to[cell] - line.gain * from[cell] - line.offset)
      sw += w
      sx += w * from[cell]
      sy += w * to[cell]
      sxx += w * from[cell] * from[cell]
      sxy += w * from[cell] * to[cell]
    }
    const pull = 90 * sw
    const gain = (sxy - (sx * sy) / sw + pull) / (sxx - (sx * sx) / sw + pull)
    line = { gain, offset: (sy - gain * sx) / sw }
  }
  return line
}

function largestMisfit(grid: CellGrid, lines: readonly Line[], cell: number): number {
  return Math.max(
    ...lines.map(({ gain, offset }, channel) =>
      Math.abs(grid.after[channel][cell] - gain * grid.before[channel][cell] - offset),
    ),
  )
}

/** The residual of the line, smoothed over the cells that fit it; 0 where no cell nearby does. */
function fitField(grid: CellGrid, line: Line, channel: number): Float32Array {
  const { columns, rows } = grid
  const misfits = grid.after[channel].map(
    (to, cell) => to - line.gain * grid.before[channel][cell] - line.offset,
  )
  const weights = misfits.map(weight)
  const twice = (values: Float32Array): Float32Array => smooth(smooth(values, columns, rows), columns, rows)
  const sums = twice(weights)
  const field = twice(misfits.map((misfit, cell) => misfit * weights[cell]))
  return field.map((value, cell) => value / Math.max(0.3, sums[cell]))
}

/** Geman-McClure. */
function weight(misfit: number): number {
  const ratio = misfit / SOFTNESS
  return 1 / (1 + ratio * ratio) ** 2
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** Mean over a square of cells, cut at the border. */
function smooth(values: Float32Array, columns: number, rows: number): Float32Array {
  return smoothAcross(smoothAcross(values, columns, rows), rows, columns)
}

/** Running means along rows; the result is transposed, so that two calls smooth both ways. */
function smoothAcross(values: Float32Array, columns: number, rows: number): Float32Array {
  const result = new Float32Array(values.length)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const left = Math.max(0, x - FIELD_RADIUS)
      const right = Math.min(columns - 1, x + FIELD_RADIUS)
      let sum = 0
      for (let near = left; near <= right; near += 1) {
        sum += values[y * columns + near]
      }
      result[x * rows + y] = sum / (right - left + 1)
    }
  }
  return result
}

/** @param side pixels of the full image a cell, across and down */
function relight(
  image: Raster,
  lines: readonly Line[],
  fields: readonly Float32Array[],
  grid: CellGrid,
  side: number,
): Raster {
  const { width, height } = image
  const data = new Uint8Array(image.data.length)
  const across = Float32Array.from({ length: width }, (_, x) => gridPosition(x, side, grid.columns))
  const row = new Float32Array(grid.columns)
  for (let y = 0; y < height; y += 1) {
    const down = gridPosition(y, side, grid.rows)
    for (let channel = 0; channel < 3; channel += 1) {
      const { gain, offset } = lines[channel]
      fieldRow(fields[channel], grid, down, row)
      for (let x = 0, at = 3 * y * width + channel; x < width; x += 1, at += 3) {
        const left = Math.trunc(across[x])
        const right = Math.min(grid.columns - 1, left + 1)
        const local = row[left] + (row[right] - row[left]) * (across[x] - left)
        data[at] = Math.min(255, Math.max(0, image.data[at] * gain + offset + local)) + 0.5
      }
    }
  }
  return { width, height, data }
}

function fieldRow(field: Float32Array, grid: CellGrid, down: number, into: Float32Array): void {
  const top = Math.trunc(down)
  const bottom = Math.min(grid.rows - 1, top + 1)
  for (let x = 0; x < grid.columns; x += 1) {
    const upper = field[top * grid.columns + x]
    into[x] = upper + (field[bottom * grid.columns + x] - upper) * (down - top)
  }
}

function gridPosition(pixel: number, side: number, count: number): number {
  return Math.min(count - 1, Math.max(0, (pixel + 0.5) / side - 0.5))
}
