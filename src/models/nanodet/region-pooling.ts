import type { Raster } from '../../images/raster'

/** A square field of values, row-major. */
export interface Field {
  readonly side: number
  readonly values: Float32Array
}

/** As it is, mirrored, and turned to either side. */
export const TURNS = 4

/** Where the value at (x, y) of a turned field lies in the field itself. */
export function turnedFrom(turn: number, x: number, y: number, side: number): number {
  const last = side - 1
  switch (turn) {
    case 0:
      return y * side + x
    case 1:
      return y * side + last - x
    case 2:
      return (last - x) * side + y
    default:
      return x * side + last - y
  }
}

/** Weights that sum to 1: the middle half of the square, even. */
export function middleWeights(side: number): Field {
  const values = new Float32Array(side * side)
  for (let y = side / 4; y < (3 * side) / 4; y += 1) {
    values.fill(4 / (side * side), y * side + side / 4, y * side + (3 * side) / 4)
  }
  return { side, values }
}

/**
 * How much each pixel within the middle rectangle changed: the sum of its three colours' differences.
 * @param reach half the rectangle's width and height, in pixels of the square
 */
export function changeOf(before: Raster, after: Raster, reach: { across: number; down: number }): Field {
  const side = before.width
  const values = new Float32Array(side * side)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isInside =
        Math.abs(x + 0.5 - side / 2) <= reach.across && Math.abs(y + 0.5 - side / 2) <= reach.down
      if (isInside) {
        const at = y * side + x
        values[at] = colourDifference(before, after, 3 * at)
      }
    }
  }
  return { side, values }
}

function colourDifference({ data: a }: Raster, { data: b }: Raster, at: number): number {
  return Math.abs(a[at] - b[at]) + Math.abs(a[at + 1] - b[at + 1]) + Math.abs(a[at + 2] - b[at + 2])
}

/** Weights that sum to 1, by the change in each cell; those of the middle where nothing changed. */
export function changeWeights({ side, values }: Field, cells: number): Field {
  const pixels = side / cells
  const weights = new Float32Array(cells * cells)
  let sum = 0
  for (let y = 0; y < side; y += 1) {
    const row = Math.floor(y / pixels) * cells
    for (let x = 0; x < side; x += 1) {
      weights[row + Math.floor(x / pixels)] += values[y * side + x]
      sum += values[y * side + x]
    }
  }
  return sum === 0 ? middleWeights(cells) : { side: cells, values: weights.map((weight) => weight / sum) }
}

export function turnedField({ side, values }: Field, turn: number): Field {
  const turned = values.map((_, at) => values[turnedFrom(turn, at % side, Math.floor(at / side), side)])
  return { side, values: turned }
}

/** Adds the weighted means of the channels [channel, side, side] to `sums`, from `start` on. */
export function addMeans(channels: Float32Array, weights: Field, sums: Float32Array, start: number): void {
  const cells = weights.values.length
  for (let channel = 0, from = 0; from < channels.length; channel += 1, from += cells) {
    let sum = 0
    for (let at = 0; at < cells; at += 1) {
      sum += weights.values[at] * channels[from + at]
    }
    sums[start + channel] += sum
  }
}

/** Of length 1; zeros stay. */
export function unitVector(values: Float32Array): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? values : values.map((value) => value / length)
}
