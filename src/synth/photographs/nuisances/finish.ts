import { developPicture } from '../../degrade'
import { boxBlur } from '../canvas'
import { smoothField, createRandom } from '../../random'
import type { FrameSize } from '../shapes'
import type { FrameLook, Tone } from '../planned'
import type { Canvas } from '../canvas'
import type { FewLevels } from '../plan'

/** From what a frame shows to its bytes: light, blur, lost detail, grain, grey, JPEG. Three floats a pixel. */
export function finish(
  shown: Float32Array,
  { tone, blur, resampled, shaken, noise, jpeg, bilevel }: FrameLook,
  isGrey: boolean,
  { width, height }: FrameSize,
  seed: number,
  stream: number,
): Uint8Array {
  if (tone !== null) {
    applyTone(shown, tone, width, height)
  }
  const moved = shaken === null ? shown : smear(shown, shaken, { width, height })
  const blurred = blur > 0 ? boxBlur(moved, width, height, 3, blur) : moved
  const lost = resampled < 1 ? resample(blurred, width, height, resampled) : blurred
  if (noise > 0) {
    addGrain(lost, noise, seed, stream)
  }
  if (isGrey) {
    makeGrey(lost)
  }
  if (bilevel !== null) {
    lost.forEach((level, at) => {
      lost[at] = level < bilevel ? 0 : 255
    })
  }
  return developPicture(lost, width, height, { defocus: 0, noise: 0, jpeg }, seed, stream)
}

function applyTone(
  shown: Float32Array,
  { gain, offset, bend, field }: Tone,
  width: number,
  height: number,
): void {
  const light = smoothField(field.seed, field.cell, width, height)
  for (let pixel = 0; pixel < light.length; pixel++) {
    const much = 1 + field.strength * light[pixel]
    for (let channel = 0; channel < 3; channel++) {
      const at = 3 * pixel + channel
      const level = shown[at] * gain[channel] * much + offset[channel]
      const t = level <= 0 ? 0 : level >= 255 ? 1 : level / 255
      shown[at] = 255 * (t + 4 * bend * t * (1 - t))
    }
  }
}

function makeGrey(shown: Float32Array): void {
  for (let at = 0; at < shown.length; at += 3) {
    const luma = 0.299 * shown[at] + 0.587 * shown[at + 1] + 0.114 * shown[at + 2]
    shown.fill(luma, at, at + 3)
  }
}

/** The mean of the picture along the camera's path, at whole pixels. */
function smear(
  shown: Float32Array,
  { right, down }: { readonly right: number; readonly down: number },
  { width, height }: FrameSize,
): Float32Array {
  const count = 1 + Math.ceil(Math.max(Math.abs(right), Math.abs(down)))
  const out = new Float32Array(shown.length)
  for (let step = 0; step < count; step++) {
    const along = count === 1 ? 0 : step / (count - 1) - 0.5
    const [x, y] = [Math.round(along * right), Math.round(along * down)]
    for (let row = 0, at = 0; row < height; row++) {
      const from = width * Math.min(height - 1, Math.max(0, row + y))
      for (let column = 0; column < width; column++, at += 3) {
        const source = 3 * (from + Math.min(width - 1, Math.max(0, column + x)))
        out[at] += shown[source] / count
        out[at + 1] += shown[source + 1] / count
        out[at + 2] += shown[source + 2] / count
      }
    }
  }
  return out
}

/** Reduced to a share of its size, and enlarged again. */
function resample(shown: Float32Array, width: number, height: number, share: number): Float32Array {
  const [across, down] = [width, height].map((length) => Math.max(1, Math.floor(length * share + 0.5)))
  return stretched(stretched(shown, width, height, across, down), across, down, width, height)
}

/** Bilinear. */
function stretched(
  from: Float32Array,
  width: number,
  height: number,
  across: number,
  down: number,
): Float32Array {
  const out = new Float32Array(3 * across * down)
  for (let row = 0; row < down; row++) {
    const y = Math.min(height - 1, Math.max(0, ((row + 0.5) * height) / down - 0.5))
    const top = Math.floor(y)
    const bottom = Math.min(height - 1, top + 1)
    for (let column = 0; column < across; column++) {
      const x = Math.min(width - 1, Math.max(0, ((column + 0.5) * width) / across - 0.5))
      const left = Math.floor(x)
      const right = Math.min(width - 1, left + 1)
      const [u, v] = [x - left, y - top]
      for (let channel = 0; channel < 3; channel++) {
        const above =
          (1 - u) * from[3 * (top * width + left) + channel] + u * from[3 * (top * width + right) + channel]
        const below =
          (1 - u) * from[3 * (bottom * width + left) + channel] +
          u * from[3 * (bottom * width + right) + channel]
        out[3 * (row * across + column) + channel] = (1 - v) * above + v * below
      }
    }
  }
  return out
}

/** Four uniform bytes together have this deviation: sqrt(4 * (256^2 - 1) / 12). */
const DEVIATION_OF_BYTES = 147.8

/**
 * Adds noise to three floats a pixel: the sum of four uniform bytes, near enough to normal; half of it alike in all
 * channels, half in each by itself.
 * @param deviation levels
 */
function addGrain(shown: Float32Array, deviation: number, seed: number, stream: number): void {
  const random = createRandom(seed, stream)
  const scale = deviation / DEVIATION_OF_BYTES / Math.SQRT2
  const grain = (): number => {
    const bits = Math.floor(random.next() * 4294967296)
    return ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) * scale
  }
  for (let at = 0; at < shown.length; at += 3) {
    const common = grain()
    shown[at] += common + grain()
    shown[at + 1] += common + grain()
    shown[at + 2] += common + grain()
  }
}

/** Reduces a picture to a few colours, by how bright it is: equal shares of the picture get each of them. */
export function reduceLevels(canvas: Canvas, { palette }: FewLevels): void {
  const { width, height, data } = canvas
  const smooth = boxBlur(data, width, height, 3, 0.8)
  const counts = new Int32Array(256)
  const lumas = new Uint8Array(width * height)
  for (let pixel = 0; pixel < lumas.length; pixel++) {
    const at = 3 * pixel
    const luma = 0.299 * smooth[at] + 0.587 * smooth[at + 1] + 0.114 * smooth[at + 2]
    lumas[pixel] = Math.min(255, Math.max(0, luma))
    counts[lumas[pixel]] += 1
  }
  const colourOf = new Uint8Array(256)
  for (let level = 0, below = 0; level < 256; level++) {
    const middle = (below + counts[level] / 2) / lumas.length
    colourOf[level] = Math.min(palette.length - 1, Math.floor(middle * palette.length))
    below += counts[level]
  }
  for (let pixel = 0; pixel < lumas.length; pixel++) {
    data.set(palette[colourOf[lumas[pixel]]], 3 * pixel)
  }
}
