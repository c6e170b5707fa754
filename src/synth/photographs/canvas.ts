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
