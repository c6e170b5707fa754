import type { Raster } from '../../images/raster'
import { resampleWindow } from '../../images/resample-window'
import type { Rect, Size } from '../../mask/bitmap'

/** A square of an image, in its pixels, with fractions; it may reach beyond the image. */
export interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
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
