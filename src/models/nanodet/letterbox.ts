import type { Raster } from '../../images/raster'
import { resampleWindow } from '../../images/resample-window'
import type { Rect } from '../../mask/bitmap'
import { INPUT_SIDE } from './network/network'

/** Of blue, green and red, 0 to 255 (RangiLyu/nanodet, nanodet-g.yml, `normalize`). */
const MEAN = [103.53, 116.28, 123.675] as const
const DEVIATION = [57.375, 57.12, 58.395] as const

/** Where a window of an image lies in the network's input, in pixels of that. */
export interface Placement {
  readonly window: Rect
  readonly inner: Rect
  /** Of the input, which is a square. */
  readonly side: number
}

/** The whole window, its ratio of sides kept to a pixel, in the middle of the square. */
export function placeWindow(window: Rect, side: number = INPUT_SIDE): Placement {
  const scale = side / Math.max(window.width, window.height)
  const width = Math.max(1, Math.round(window.width * scale))
  const height = Math.max(1, Math.round(window.height * scale))
  const inner = { x: (side - width) >> 1, y: (side - height) >> 1, width, height }
  return { window, inner, side }
}

/** A box of the network's input in pixels of the image, cut at the window. */
export function toImage({ window, inner }: Placement, box: Rect): Rect {
  const across = window.width / inner.width
  const down = window.height / inner.height
  const left = Math.max(0, box.x - inner.x)
  const top = Math.max(0, box.y - inner.y)
  const right = Math.min(inner.width, box.x + box.width - inner.x)
  const bottom = Math.min(inner.height, box.y + box.height - inner.y)
  return {
    x: window.x + left * across,
    y: window.y + top * down,
    width: Math.max(0, right - left) * across,
    height: Math.max(0, bottom - top) * down,
  }
}

/** Fills one image of a batch: [3, side, side], blue first, black about the window, normalised. */
export function fillInput(image: Raster, { window, inner, side }: Placement, values: Float32Array): void {
  const plane = side * side
  const small = resampleWindow(image, window, inner.width, inner.height)
  for (let channel = 0; channel < 3; channel += 1) {
    const { scale, shift } = normalisation(channel)
    values.fill(-shift, channel * plane, (channel + 1) * plane)
    for (let y = 0, from = 2 - channel; y < inner.height; y += 1) {
      const row = channel * plane + (inner.y + y) * side + inner.x
      for (let x = 0; x < inner.width; x += 1, from += 3) {
        values[row + x] = small.data[from] * scale - shift
      }
    }
  }
}

/**
 * Fills one image of a batch from as many pixels: [3, pixels], blue first, normalised.
 * @param pixels red, green and blue of each
 * @param from which of them is put at each place; null where they stay in their places
 */
export function putPixels(pixels: Raster['data'], from: Int32Array | null, values: Float32Array): void {
  const plane = values.length / 3
  for (let channel = 0; channel < 3; channel += 1) {
    const { scale, shift } = normalisation(channel)
    for (let place = 0; place < plane; place += 1) {
      values[channel * plane + place] = pixels[3 * (from?.[place] ?? place) + 2 - channel] * scale - shift
    }
  }
}

/**
 * The network's value of a colour is `colour * scale - shift`.
 * @param channel of the network: blue, green, red
 */
function normalisation(channel: number): { scale: number; shift: number } {
  return { scale: 1 / DEVIATION[channel], shift: MEAN[channel] / DEVIATION[channel] }
}

/** An input, or several of one side, with its columns exchanged. */
export function mirrored(values: Float32Array, side: number = INPUT_SIDE): Float32Array {
  const result = new Float32Array(values.length)
  for (let row = 0; row < values.length; row += side) {
    for (let x = 0; x < side; x += 1) {
      result[row + x] = values[row + side - 1 - x]
    }
  }
  return result
}
