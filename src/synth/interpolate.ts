// What the pictures between two frames have in common, whatever the world.

import type { Degradation } from './degrade'

/** Streams of a seed from here on draw the noise of pictures between, a thousand of them at most. */
const FIRST_STREAM = 1000

export function noiseStream(time: number): number {
  return FIRST_STREAM + Math.round(1000 * time)
}

export function interpolate(from: number, to: number, time: number): number {
  return from + time * (to - from)
}

/** Light of both scenes, 1 - time of the first and time of the second. */
export function blend(first: Float32Array, second: Float32Array, time: number): Float32Array {
  return first.map((value, at) => interpolate(value, second[at], time))
}

/** Interpolated blur and noise; the codec of the nearer frame. */
export function interpolateDegradation(first: Degradation, second: Degradation, time: number): Degradation {
  return {
    defocus: interpolate(first.defocus, second.defocus, time),
    noise: interpolate(first.noise, second.noise, time),
    jpeg: time < 0.5 ? first.jpeg : second.jpeg,
  }
}
