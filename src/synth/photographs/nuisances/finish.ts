import { developPicture } from '../../degrade'
import { boxBlur } from '../box-blur'
import { smoothField } from '../fields'
import { addGrain } from './grain'
import type { FrameSize } from '../shapes'
import type { FrameLook, Tone } from './planned'

/** From what a frame shows to its bytes: light, blur, lost detail, grain, grey, JPEG. Three floats a pixel. */
export function finish(
  shown: Float32Array,
  { tone, blur, resampled, noise, jpeg }: FrameLook,
  isGrey: boolean,
  { width, height }: FrameSize,
  seed: number,
  stream: number,
): Uint8Array {
  if (tone !== null) {
    applyTone(shown, tone, width, height)
  }
  const blurred = blur > 0 ? boxBlur(shown, width, height, 3, blur) : shown
  const lost = resampled < 1 ? resample(blurred, width, height, resampled) : blurred
  if (noise > 0) {
    addGrain(lost, noise, seed, stream)
  }
  if (isGrey) {
    makeGrey(lost)
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
