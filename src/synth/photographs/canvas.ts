// Frames are composed on a canvas with a margin on all sides, so that what misalignment moves in is there.

/** Pixels on each side. */
export const MARGIN = 12

/** Three numbers a pixel, 0 to 255 with fractions; those outside the range are cut at the end. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

export function copyOf({ width, height, data }: Canvas): Canvas {
  return { width, height, data: data.slice() }
}

/** Part of a canvas with its cover: four numbers a pixel, colour times cover, and cover, 0 to 1. */
export interface Layer {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** Lays a layer over a canvas. */
export function lay(layer: Layer, canvas: Canvas): void {
  eachCovered(layer, canvas, (from, to) => {
    const rest = 1 - layer.data[from + 3]
    canvas.data[to] = canvas.data[to] * rest + layer.data[from]
    canvas.data[to + 1] = canvas.data[to + 1] * rest + layer.data[from + 1]
    canvas.data[to + 2] = canvas.data[to + 2] * rest + layer.data[from + 2]
  })
}

/** Takes light from where a layer covers. @param strength 0 to 1 */
export function darken(layer: Layer, canvas: Canvas, strength: number): void {
  eachCovered(layer, canvas, (from, to) => {
    const rest = 1 - strength * layer.data[from + 3]
    canvas.data[to] *= rest
    canvas.data[to + 1] *= rest
    // a shadow is lit by the sky
    canvas.data[to + 2] *= rest + 0.12 * (1 - rest)
  })
}

/** Calls with the places of a pixel in the layer's and in the canvas's data. */
export function eachCovered(
  layer: Layer,
  canvas: { readonly width: number; readonly height: number },
  use: (from: number, to: number) => void,
): void {
  const first = Math.max(0, -layer.left)
  const last = Math.min(layer.width, canvas.width - layer.left)
  for (let row = Math.max(0, -layer.top); row < Math.min(layer.height, canvas.height - layer.top); row++) {
    let from = 4 * (row * layer.width + first)
    let to = 3 * ((row + layer.top) * canvas.width + first + layer.left)
    for (let column = first; column < last; column++) {
      if (layer.data[from + 3] > 0) {
        use(from, to)
      }
      from += 4
      to += 3
    }
  }
}

/** Twice a mean over 2 radius + 1 pixels along each axis, by running sums. Past the border the last pixel goes on. */
export function boxBlur(
  data: Float32Array,
  width: number,
  height: number,
  channels: number,
  radius: number,
): Float32Array {
  const between = new Float32Array(data.length)
  const out = new Float32Array(data.length)
  for (const from of [data, out]) {
    blurLines(from, between, width, height, channels, channels * width, channels, radius)
    blurLines(between, out, height, width, channels * width, channels, channels, radius)
  }
  return out
}

/** The outermost pixels are weighted by the fraction of the radius. */
function blurLines(
  from: Float32Array,
  to: Float32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
  channels: number,
  radius: number,
): void {
  const whole = Math.floor(radius)
  const part = radius - whole
  const weight = 1 / (2 * radius + 1)
  const last = length - 1
  for (let line = 0; line < lines; line++) {
    for (let channel = 0; channel < channels; channel++) {
      const start = line * lineStep + channel
      let sum = 0
      for (let at = -whole; at <= whole; at++) {
        sum += from[start + step * (at < 0 ? 0 : at > last ? last : at)]
      }
      for (let at = 0; at < length; at++) {
        const before = at - whole - 1
        const after = at + whole + 1
        const outer = from[start + step * (before < 0 ? 0 : before)]
        const next = from[start + step * (after > last ? last : after)]
        to[start + step * at] = (sum + part * (outer + next)) * weight
        const leaving = at - whole
        sum += next - from[start + step * (leaving < 0 ? 0 : leaving)]
      }
    }
  }
}
