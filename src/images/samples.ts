import type { Samples } from './raster'
import { dilate, erode } from '../mask/morphology'

/** The values that become 0 and 255. */
export interface SampleRange {
  low: number
  high: number
}

/** Mid grey: what is drawn in black and what is drawn in white on nothing both stay visible. */
export const BACKDROP = 128

/** Enough values for percentiles that do not move by a grey level. */
const RANGE_SAMPLE_COUNT = 1_000_000

/** Share of the values cut at each end: dead pixels and glints must not set the range. */
export const CUT_SHARE = 0.001

/**
 * The range of values wider than a byte: the file's own window, else from the 0.1 to the 99.9 percentile, at least 255 wide for whole
 * numbers, so that the noise of a flat image is not blown up. Declared depth says little: cameras keep 12
 * bits in 16, satellites less than 14. Null for 8-bit values, which are taken as they are, and where
 * nothing was measured.
 */
export function rangeOf(samples: Samples): SampleRange | null {
  if (samples.data instanceof Uint8Array) {
    return null
  }
  if (samples.window !== undefined) {
    return samples.window
  }
  return percentileRange(sortedSample(samples), CUT_SHARE, areFractions(samples) ? Number.EPSILON : 255)
}

/** @param sorted from `sortedSample`. @param least width in values. Null where there is none */
export function percentileRange(sorted: Float64Array, cutShare: number, least: number): SampleRange | null {
  if (sorted.length === 0) {
    return null
  }
  const low = sorted[Math.floor(sorted.length * cutShare)]
  const high = sorted[Math.ceil(sorted.length * (1 - cutShare)) - 1]
  return { low, high: Math.max(high, low + least) }
}

/** Up to a million measured colour values, the lowest first. */
export function sortedSample(samples: Samples): Float64Array {
  return someColours(samples).sort()
}

export function areFractions({ data }: Pick<Samples, 'data'>): boolean {
  return data instanceof Float32Array || data instanceof Float64Array
}

/** One range for both images of a pair, so that equal values stay equal. */
export function commonRange(a: SampleRange | null, b: SampleRange | null): SampleRange | null {
  if (a === null || b === null) {
    return a ?? b
  }
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) }
}

/**
 * The range of a pair where no window is set: the first window that a DICOM file after names, so that what is shown is a
 * window of a file, else the ranges of both.
 * @param before and `after`: null for one that cannot be read
 */
export function pairRange(before: Samples | null, after: Samples | null): SampleRange | null {
  return (
    after?.windows?.[0]?.window ??
    commonRange(before === null ? null : rangeOf(before), after === null ? null : rangeOf(after))
  )
}

function someColours({ data, channels, colours, noData }: Samples): Float64Array {
  const pixels = data.length / channels
  const step = Math.max(1, Math.floor((pixels * colours) / RANGE_SAMPLE_COUNT))
  const values: number[] = []
  for (let pixel = 0; pixel < pixels; pixel += step) {
    for (let colour = 0; colour < colours; colour += 1) {
      const value = data[pixel * channels + colour]
      if (!isMissing(value, noData)) {
        values.push(value)
      }
    }
  }
  return Float64Array.from(values)
}

/**
 * RGB, three bytes a pixel. Alpha is laid over mid grey: a hidden colour is no difference, a pixel that
 * becomes see-through is one. What was not measured is mid grey too.
 * @param missing as `missingPixels` tells
 */
export function toRgb(
  samples: Samples,
  range: SampleRange | null,
  missing: Uint8Array | null = missingPixels(samples),
): Uint8Array {
  const { data, channels, colours, hasAlpha } = samples
  if (data instanceof Uint8Array && channels === 3 && colours === 3) {
    return data
  }
  const bytes = data instanceof Uint8Array ? data : scaled(samples, range ?? { low: 0, high: 255 })
  const pixels = data.length / channels
  const rgb = new Uint8Array(pixels * 3)
  const [green, blue] = colours === 3 ? [1, 2] : [0, 0]
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const from = pixel * channels
    const to = pixel * 3
    rgb[to] = bytes[from]
    rgb[to + 1] = bytes[from + green]
    rgb[to + 2] = bytes[from + blue]
  }
  if (hasAlpha) {
    layOverBackdrop(rgb, bytes, channels)
  }
  missing?.forEach((isMissing, pixel) => {
    if (isMissing !== 0) {
      rgb.fill(BACKDROP, pixel * 3, pixel * 3 + 3)
    }
  })
  return rgb
}

function layOverBackdrop(rgb: Uint8Array, bytes: Uint8Array, channels: number): void {
  for (let index = 0; index < rgb.length; index += 1) {
    const alpha = bytes[Math.floor(index / 3) * channels + channels - 1]
    if (alpha !== 255) {
      rgb[index] = Math.round((rgb[index] * alpha + BACKDROP * (255 - alpha)) / 255)
    }
  }
}

/** Every value as a byte; alpha by its declared depth, colours by the range. Not a number becomes 0. */
function scaled({ data, channels, hasAlpha }: Samples, { low, high }: SampleRange): Uint8Array {
  const bytes = new Uint8ClampedArray(data.length)
  const factor = 255 / (high - low)
  const alphaChannel = hasAlpha ? channels - 1 : -1
  const alphaFactor = data instanceof Uint16Array ? 255 / 65_535 : 255
  for (let index = 0; index < data.length; index += 1) {
    bytes[index] =
      index % channels === alphaChannel ? data[index] * alphaFactor : (data[index] - low) * factor
  }
  return new Uint8Array(bytes.buffer)
}

/** Whether a value stands for nothing measured: the file's own fill, not a number, an infinity. */
export function isMissing(value: number, noData: number | null): boolean {
  return value === noData || !Number.isFinite(value)
}

/**
 * One byte a pixel, as stored: 1 where no colour was measured. Null where there is no such pixel, and for
 * bytes, which are taken as they are.
 */
export function missingPixels(samples: Samples): Uint8Array | null {
  const { data, channels, colours, noData } = samples
  if (data instanceof Uint8Array || (noData === null && !areFractions(samples))) {
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
