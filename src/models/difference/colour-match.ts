import { factorFor, shrink } from '../../images/pyramid'
import type { Raster } from '../../images/raster'
import { filterClusters } from './clusters'
import type { Clusters } from './clusters'

/**
 * For a moved camera: objects at different depths shift against each other, and no single homography undoes that. So
 * a colour counts as changed only where the other image has nothing similar within reach. Colours are compared by
 * their shares of red, green and blue, which light hardly changes; a pair without colour is compared by its values.
 * The before image is compared both as it is and aligned, and a match in either counts.
 */
export interface ColourMatch {
  width: number
  height: number
  /** Pixels of the full image a pixel here, across and down. */
  factor: number
  /** In the after frame, in steps of 1/400 of a pixel's light: what before lacks, and what after lacks. */
  excess: Float32Array
  /** How much of a colour is in one image alone, in the same steps. */
  strength: number
}

const MATCH_SIDE = 240
/** Reach, as a share of the longer side. */
const REACH_SHARE = 0.085
/** Share of the pixels that a change may be smaller than and still count in full. */
const SMALL_SHARE = 0.003
/** Steps from neutral that make a pixel colourful, and the share of them that makes a pair so. */
const COLOURFUL = 20
const COLOURFUL_SHARE = 0.01

/** @param before in its own frame; `aligned` is the same image in the after frame, known where `valid` */
export function matchColours(
  before: Raster,
  aligned: Raster,
  valid: Uint8Array | null,
  after: Raster,
): ColourMatch {
  const factor = factorFor(after, MATCH_SIDE)
  const [small, moved] = [after, aligned].map((image) => shrink(image, factor))
  const { width, height } = small
  const isColourful = [small, moved].some(hasColour)
  const reach = Math.max(1, Math.round(REACH_SHARE * Math.max(width, height)))
  const isValid = validPixels(valid, after.width, width, height, factor)
  const to = features(small, isColourful)
  const from = features(moved, isColourful)
  const range = rangesOf(to, width, height, reach)
  const lacking = excessOver(to, rangesOf(filled(from, to, isValid), width, height, reach), null)
  const gone = excessOver(from, range, isValid)
  let goneStrength = upperQuantile(blurred(gone, width, height))
  // a view that was not aligned is the same image, and whole it was compared above
  const still = before === aligned && isValid === null ? null : shrink(before, factor)
  if (still?.width === width && still.height === height) {
    const own = features(still, isColourful)
    const ownRange = rangesOf(own, width, height, reach)
    minimise(lacking, excessOver(to, ownRange, null))
    goneStrength = Math.min(goneStrength, upperQuantile(blurred(excessOver(own, range, null), width, height)))
  }
  const fresh = blurred(lacking, width, height)
  const old = blurred(gone, width, height)
  const excess = fresh.map((value, at) => Math.max(value, old[at]))
  return { width, height, factor, excess, strength: upperQuantile(fresh) + goneStrength }
}

/** Steps of excess that parallax and light alone do not make. */
const LEAST_EXCESS = 12

/** Clusters that hold a colour which the other image lacks. */
export function dropMatched(clusters: Clusters, match: ColourMatch): Clusters {
  const peaks = new Float64Array(clusters.count + 1)
  const { width, height, labels } = clusters
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.min(match.height - 1, Math.floor(y / match.factor)) * match.width
    for (let x = 0; x < width; x += 1, at += 1) {
      const label = labels[at]
      if (label !== 0) {
        const excess = match.excess[row + Math.min(match.width - 1, Math.floor(x / match.factor))]
        peaks[label] = Math.max(peaks[label], excess)
      }
    }
  }
  return filterClusters(clusters, clusters.extents, ({ label }) => peaks[label] >= LEAST_EXCESS)
}

/** Three planes. */
type Features = readonly Float32Array[]

function features(image: Raster, isColourful: boolean): Features {
  const pixels = image.width * image.height
  const planes = [0, 1, 2].map(() => new Float32Array(pixels))
  for (let at = 0; at < pixels; at += 1) {
    const sum = image.data[3 * at] + image.data[3 * at + 1] + image.data[3 * at + 2] + 60
    for (let channel = 0; channel < 3; channel += 1) {
      const value = image.data[3 * at + channel]
      planes[channel][at] = isColourful ? ((value + 20) / sum) * 400 : value
    }
  }
  return planes
}

function hasColour(image: Raster): boolean {
  const planes = features(image, true)
  const neutral = 400 / 3
  let count = 0
  for (let at = 0; at < planes[0].length; at += 1) {
    count += planes.some((plane) => Math.abs(plane[at] - neutral) > COLOURFUL) ? 1 : 0
  }
  return count > COLOURFUL_SHARE * planes[0].length
}

interface Range {
  low: Features
  high: Features
}

function rangesOf(planes: Features, width: number, height: number, reach: number): Range {
  const high = planes.map((plane) => highestNear(plane, width, height, reach))
  const low = planes.map((plane) =>
    highestNear(
      plane.map((value) => -value),
      width,
      height,
      reach,
    ).map((value) => -value),
  )
  return { low, high }
}

function excessOver(planes: Features, { low, high }: Range, isValid: Uint8Array | null): Float32Array {
  return planes[0].map((_, at) => {
    if (isValid !== null && isValid[at] === 0) {
      return 0
    }
    let most = 0
    for (let channel = 0; channel < 3; channel += 1) {
      const value = planes[channel][at]
      most = Math.max(most, value - high[channel][at], low[channel][at] - value)
    }
    return most
  })
}

/** Unknown values are filled with those of the other image. */
function filled(planes: Features, other: Features, isValid: Uint8Array | null): Features {
  return isValid === null
    ? planes
    : planes.map((plane, channel) =>
        plane.map((value, at) => (isValid[at] === 0 ? other[channel][at] : value)),
      )
}

function validPixels(
  valid: Uint8Array | null,
  stride: number,
  width: number,
  height: number,
  factor: number,
): Uint8Array | null {
  if (valid === null) {
    return null
  }
  const isValid = new Uint8Array(width * height)
  const border = 2 // what the warp sampled at its edge
  for (let y = border; y < height - border; y += 1) {
    for (let x = border; x < width - border; x += 1) {
      let all = 1
      for (let dy = -border; dy <= border; dy += border) {
        for (let dx = -border; dx <= border; dx += border) {
          all &= valid[(y + dy) * factor * stride + (x + dx) * factor]
        }
      }
      isValid[y * width + x] = all
    }
  }
  return isValid
}

function minimise(values: Float32Array, others: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) {
    values[at] = Math.min(values[at], others[at])
  }
}

/** Binomial 1 2 1 twice, both ways: about a Gaussian of sigma 1. */
function blurred(values: Float32Array, width: number, height: number): Float32Array {
  let result = values
  for (let round = 0; round < 2; round += 1) {
    result = blurStep(blurStep(result, width, height, 1), width, height, width)
  }
  return result
}

function blurStep(values: Float32Array, width: number, height: number, step: number): Float32Array {
  const isAcross = step === 1
  return values.map((value, at) => {
    const position = isAcross ? at % width : Math.floor(at / width)
    const last = (isAcross ? width : height) - 1
    const left = position > 0 ? values[at - step] : value
    const right = position < last ? values[at + step] : value
    return (left + 2 * value + right) / 4
  })
}

function upperQuantile(values: Float32Array): number {
  const sorted = values.toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor((1 - SMALL_SHARE) * sorted.length))]
}

/** The largest value within `reach` across and down, cut at the border; the cost grows with its logarithm. */
function highestNear(values: Float32Array, width: number, height: number, reach: number): Float32Array {
  return highestAlong(highestAlong(values, width, height, reach), height, width, reach)
}

/** Along rows; the result is transposed, so that two calls go both ways. */
function highestAlong(values: Float32Array, length: number, lines: number, reach: number): Float32Array {
  const result = new Float32Array(values.length)
  const padded = new Float32Array(length + 2 * reach)
  for (let line = 0; line < lines; line += 1) {
    padded.fill(Number.NEGATIVE_INFINITY)
    padded.set(values.subarray(line * length, (line + 1) * length), reach)
    // windows of 1, 2, 4... that start at each place, then two of them that overlap to the wanted one
    const span = 2 * reach + 1
    let window = 1
    for (; 2 * window <= span; window *= 2) {
      for (let at = 0; at + window < padded.length; at += 1) {
        padded[at] = Math.max(padded[at], padded[at + window])
      }
    }
    for (let at = 0; at < length; at += 1) {
      result[at * lines + line] = Math.max(padded[at], padded[at + span - window])
    }
  }
  return result
}
