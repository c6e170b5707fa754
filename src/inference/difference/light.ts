import { factorFor, shrink } from '../../images/pyramid'
import type { Raster } from '../../images/raster'

/**
 * Brings the before image to the after image's light: one gain and offset a channel, and a smooth field
 * for light that changed unevenly. Both are fitted to what did not change, which may be the lesser part
 * of the pixels: each sample counts less the worse it fits (iteratively reweighted least squares), and
 * the start from "no change of light" is kept unless another fits clearly more of the picture.
 */
export interface Light {
  /** Changes a row of a planar tile in place. `columns` holds 3 times each pixel's x. */
  applyRow(data: Float32Array, plane: number, start: number, columns: Int32Array, y: number): void
  /** The largest correction anywhere, in grey levels. */
  strength: number
}

const sampleSide = 96
/** Grey levels of misfit at which a sample counts a quarter. */
const softness = 12
const fieldRadius = 8
const startPenalty = 1.15

interface Line {
  gain: number
  offset: number
}

export function matchLight(before: Raster, after: Raster): Light {
  const factor = factorFor(after, sampleSide)
  const from = shrink(before, factor)
  const to = shrink(after, factor)
  const lines = [0, 1, 2].map((channel) => fitLine(from, to, channel))
  const fields = lines.map((line, channel) => fitField(from, to, channel, line))
  return new MatchedLight(lines, fields, from.width, from.height, factor)
}

function fitLine(from: Raster, to: Raster, channel: number): Line {
  const same = refine(from, to, channel, { gain: 1, offset: 0 })
  const matched = refine(from, to, channel, momentLine(from, to, channel))
  const best =
    support(from, to, channel, matched) > startPenalty * support(from, to, channel, same) ? matched : same
  // a line that turns or flattens the picture is no change of light
  return best.gain > 0.4 && best.gain < 2.5 ? best : { gain: 1, offset: 0 }
}

/** Equal means and standard deviations. */
function momentLine(from: Raster, to: Raster, channel: number): Line {
  const a = moments(from, channel)
  const b = moments(to, channel)
  const gain = a.deviation < 1 ? 1 : Math.min(2.5, Math.max(0.4, b.deviation / a.deviation))
  return { gain, offset: b.mean - gain * a.mean }
}

function moments(image: Raster, channel: number): { mean: number; deviation: number } {
  let sum = 0
  let squares = 0
  for (let at = channel; at < image.data.length; at += 3) {
    sum += image.data[at]
    squares += image.data[at] ** 2
  }
  const count = image.data.length / 3
  const mean = sum / count
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) }
}

function refine(from: Raster, to: Raster, channel: number, start: Line): Line {
  let line = start
  for (let round = 0; round < 8; round += 1) {
    let [sw, sx, sy, sxx, sxy] = [1e-9, 0, 0, 0, 0]
    for (let at = channel; at < from.data.length; at += 3) {
      const x = from.data[at]
      const y = to.data[at]
      const w = weight(y - line.gain * x - line.offset)
      sw += w
      sx += w * x
      sy += w * y
      sxx += w * x * x
      sxy += w * x * y
    }
    // a pull towards gain 1 as strong as some samples, so that a flat picture keeps it
    const ridge = 0.02 * sw * 255
    const spread = sxx - (sx * sx) / sw + ridge
    const gain = (sxy - (sx * sy) / sw + ridge) / spread
    line = { gain, offset: (sy - gain * sx) / sw }
  }
  return line
}

function support(from: Raster, to: Raster, channel: number, line: Line): number {
  let sum = 0
  for (let at = channel; at < from.data.length; at += 3) {
    sum += weight(to.data[at] - line.gain * from.data[at] - line.offset)
  }
  return sum
}

/** Geman-McClure. */
function weight(misfit: number): number {
  const ratio = misfit / softness
  return 1 / (1 + ratio * ratio) ** 2
}

/** What is left after the line, smoothed over what fits; where nothing near fits, 0. */
function fitField(from: Raster, to: Raster, channel: number, line: Line): Float32Array {
  const { width, height } = from
  const weights = new Float32Array(width * height)
  const weighted = new Float32Array(width * height)
  for (let at = 0; at < weights.length; at += 1) {
    const misfit = to.data[3 * at + channel] - line.gain * from.data[3 * at + channel] - line.offset
    weights[at] = weight(misfit)
    weighted[at] = weights[at] * misfit
  }
  const w = smooth(smooth(weights, width, height), width, height)
  const r = smooth(smooth(weighted, width, height), width, height)
  const quarter = 0.25
  return r.map((value, at) => value / Math.max(quarter, w[at]))
}

/** Mean over a square, cut at the border. */
function smooth(values: Float32Array, width: number, height: number): Float32Array {
  return smoothRows(smoothRows(values, width, height), height, width)
}

/** Running means along rows; the result is transposed, so that two calls smooth both ways. */
function smoothRows(values: Float32Array, width: number, height: number): Float32Array {
  const result = new Float32Array(values.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - fieldRadius)
      const right = Math.min(width - 1, x + fieldRadius)
      let sum = 0
      for (let near = left; near <= right; near += 1) {
        sum += values[y * width + near]
      }
      result[x * height + y] = sum / (right - left + 1)
    }
  }
  return result
}

class MatchedLight implements Light {
  readonly strength: number

  constructor(
    private readonly lines: readonly Line[],
    private readonly fields: readonly Float32Array[],
    private readonly width: number,
    private readonly height: number,
    private readonly factor: number,
  ) {
    const ends = lines.flatMap(({ gain, offset }) => [Math.abs(offset), Math.abs(gain * 255 + offset - 255)])
    const field = fields.reduce((most, values) => values.reduce((a, b) => Math.max(a, Math.abs(b)), most), 0)
    this.strength = Math.max(...ends) + field
  }

  applyRow(data: Float32Array, plane: number, start: number, columns: Int32Array, y: number): void {
    const row = gridPosition(y, this.factor, this.height)
    for (let channel = 0; channel < 3; channel += 1) {
      const { gain, offset } = this.lines[channel]
      const field = this.fieldRow(channel, row)
      const base = channel * plane + start
      for (let column = 0; column < columns.length; column += 1) {
        const at = gridPosition(columns[column] / 3, this.factor, this.width)
        const left = Math.floor(at)
        const right = Math.min(this.width - 1, left + 1)
        const local = field[left] + (field[right] - field[left]) * (at - left)
        const value = data[base + column] * gain + offset + local
        data[base + column] = Math.min(255, Math.max(0, value))
      }
    }
  }

  private fieldRow(channel: number, row: number): Float32Array {
    const top = Math.floor(row)
    const bottom = Math.min(this.height - 1, top + 1)
    const share = row - top
    const field = this.fields[channel]
    return Float32Array.from(
      { length: this.width },
      (_, x) => field[top * this.width + x] * (1 - share) + field[bottom * this.width + x] * share,
    )
  }
}

function gridPosition(pixel: number, factor: number, size: number): number {
  return Math.min(size - 1, Math.max(0, (pixel + 0.5) / factor - 0.5))
}
