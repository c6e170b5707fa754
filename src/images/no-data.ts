import { dilate, erode } from '../mask/morphology'
import type { Samples } from './raster'

/** Whether a value stands for nothing measured: the file's own fill, not a number, an infinity. */
export function isMissing(value: number, noData: number | null): boolean {
  return value === noData || !Number.isFinite(value)
}

/**
 * One byte a pixel, as stored: 1 where no colour was measured. Null where there is no such pixel, and for
 * bytes, which are taken as they are.
 */
export function missingPixels({ data, channels, colours, noData }: Samples): Uint8Array | null {
  const isFloat = data instanceof Float32Array || data instanceof Float64Array
  if (data instanceof Uint8Array || (noData === null && !isFloat)) {
    return null
  }
  const missing = new Uint8Array(data.length / channels)
  let hasAny = false
  for (let pixel = 0; pixel < missing.length; pixel += 1) {
    const start = pixel * channels
    let isKnown = false
    for (let at = start; at < start + colours; at += 1) {
      isKnown ||= !isMissing(data[at], noData)
    }
    missing[pixel] = isKnown ? 0 : 1
    hasAny ||= !isKnown
  }
  return hasAny ? missing : null
}

/**
 * The parts of at least 3 x 3 pixels, or null: single dead pixels are drawn and no more, as what is unknown
 * takes its surroundings with it.
 */
export function missingParts(width: number, height: number, missing: Uint8Array): Uint8Array | null {
  const { data } = dilate(erode({ width, height, data: missing }, 1), 1)
  return data.includes(1) ? data : null
}
