import type { Bitmap, Rect } from '../../mask/bitmap'
import { cropBitmap, windowOfSet } from '../../mask/bitmap'
import { componentExtents, labelComponents } from '../../mask/components'
import type { ComponentExtent, Components } from '../../mask/components'
import { dilate, fillHoles, countNeighbours } from '../../mask/morphology'
import type { Evidence } from './evidence'
import { TOLERATED_SHIFT } from './graph'
import type { DifferenceSettings } from './settings'

export interface Clusters extends Components {
  extents: ComponentExtent[]
}

/**
 * Changed pixels, then regions by DBSCAN (DAVIR section 3.1, equation 2, without its segmenter).
 * @param threshold of the plain evidence, grey levels
 */
export function detectClusters(
  evidence: Evidence,
  threshold: number,
  isMisaligned: boolean,
  settings: DifferenceSettings,
): Clusters {
  const changed = isMisaligned
    ? grownFromTolerant(evidence, threshold, settings)
    : grownFromPlain(evidence, threshold, settings)
  return groupPixels(changed, settings)
}

/** Regions of changed pixels: holes are filled, parts that lie near each other are one, and what is small is none. */
export function groupPixels(
  changed: Bitmap,
  { reachShare, leastArea, leastShare }: Pick<DifferenceSettings, 'reachShare' | 'leastArea' | 'leastShare'>,
): Clusters {
  const { width, height } = changed
  const half = Math.max(1, Math.round(reachShare * Math.hypot(width, height)))
  const least = Math.max(leastArea, leastShare * width * height)
  // what lies further from every changed pixel than the reach has no part in it
  const window = windowOfSet(changed, 2 * half + 2)
  const clusters = dropSmall(
    dbscan(fillHoles(cropBitmap(changed, window)), half, Math.ceil(least / 2)),
    least,
  )
  return placeClusters(clusters, window, changed)
}

/** Clusters of a window in the frame of the whole. */
function placeClusters(clusters: Clusters, window: Rect, { width, height }: Bitmap): Clusters {
  const labels = new Int32Array(width * height)
  for (let row = 0; row < window.height; row += 1) {
    const own = clusters.labels.subarray(row * window.width, (row + 1) * window.width)
    labels.set(own, (window.y + row) * width + window.x)
  }
  const extents = clusters.extents.map(({ bounds, ...extent }) => ({
    ...extent,
    bounds: { ...bounds, x: bounds.x + window.x, y: bounds.y + window.y },
  }))
  return { width, height, labels, count: clusters.count, extents }
}

/** Hysteresis: parts over the threshold that somewhere are clearly over it. */
function grownFromPlain(evidence: Evidence, threshold: number, settings: DifferenceSettings): Bitmap {
  const seed = Math.min(250, settings.seedFactor * threshold)
  return filterParts(above(evidence.plain, evidence, threshold), evidence.plain, seed, 0)
}

/**
 * On a misaligned pair only what shifts do not explain starts a part. It then grows back into the plain
 * evidence by as much as the tolerance took from it.
 */
function grownFromTolerant(evidence: Evidence, threshold: number, settings: DifferenceSettings): Bitmap {
  const { width, height, plain, tolerant } = evidence
  const { tolerantSeed: seed, tolerantMass } = settings
  const parts = filterParts(above(tolerant, evidence, seed / 2), tolerant, seed, 255 * tolerantMass)
  const near = dilate(parts, TOLERATED_SHIFT + 1)
  const data = new Uint8Array(plain.length)
  for (let at = 0; at < data.length; at += 1) {
    data[at] = parts.data[at] | (near.data[at] !== 0 && plain[at] > threshold ? 1 : 0)
  }
  return { width, height, data }
}

function above(values: Uint8Array, { width, height }: Evidence, threshold: number): Bitmap {
  const data = new Uint8Array(values.length)
  for (let at = 0; at < data.length; at += 1) {
    data[at] = values[at] > threshold ? 1 : 0
  }
  return { width, height, data }
}

/** Components in which the values reach `peak` and sum to `mass`. */
function filterParts(bitmap: Bitmap, values: Uint8Array, peak: number, mass: number): Bitmap {
  const { width, height } = bitmap
  const { labels, count } = labelComponents(bitmap, 8)
  const peaks = new Float64Array(count + 1)
  const masses = new Float64Array(count + 1)
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at]
    if (label !== 0) {
      peaks[label] = Math.max(peaks[label], values[at])
      masses[label] += values[at]
    }
  }
  const data = new Uint8Array(labels.length)
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at]
    data[at] = label !== 0 && peaks[label] >= peak && masses[label] >= mass ? 1 : 0
  }
  return { width, height, data }
}

function dropSmall(components: Components, leastArea: number): Clusters {
  return filterClusters(components, componentExtents(components), ({ area }) => area >= leastArea)
}

/** Clusters that hold, labelled anew without gaps. */
export function filterClusters(
  components: Components,
  extents: readonly ComponentExtent[],
  predicate: (extent: ComponentExtent) => boolean,
): Clusters {
  const remaining = extents.filter(predicate)
  const renamed = new Int32Array(components.count + 1)
  remaining.forEach(({ label }, index) => {
    renamed[label] = index + 1
  })
  const labels = new Int32Array(components.labels.length)
  for (let at = 0; at < labels.length; at += 1) {
    labels[at] = renamed[components.labels[at]]
  }
  return {
    ...components,
    labels,
    count: remaining.length,
    extents: remaining.map(({ area, bounds }, index) => ({ label: index + 1, area, bounds })),
  }
}

/** Counts of each of the 256 grey levels where `isValid` holds (everywhere where it is null). */
export function histogramOf(values: Uint8Array, valid: Uint8Array | null): Float64Array {
  const counts = new Float64Array(256)
  for (let at = 0; at < values.length; at += 1) {
    if (valid === null || valid[at] !== 0) {
      counts[values[at]] += 1
    }
  }
  return counts
}

/** The grey level below which `share` of the counts lie, interpolated inside the level. */
export function quantileOf(counts: Float64Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let left = share * total
  for (let level = 0; level < counts.length; level += 1) {
    if (left <= counts[level]) {
      return counts[level] === 0 ? level : level + left / counts[level] - 0.5
    }
    left -= counts[level]
  }
  return counts.length - 1
}

/** Of the pixels, these are unchanged even where most of the picture changed. */
const QUIET_SHARE = 0.05

/** Threshold of plain evidence, in grey levels: it rises with the noise of the pair. */
export function chooseThreshold(
  evidence: Evidence,
  valid: Uint8Array | null,
  { floor, noiseFactor, ceiling }: DifferenceSettings,
): number {
  const noise = Math.max(0, quantileOf(histogramOf(evidence.raw, valid), QUIET_SHARE))
  return Math.min(ceiling, floor + noiseFactor * noise)
}

/**
 * DBSCAN (Ester et al., KDD 1996) of the set pixels, exact for the Chebyshev distance and linear in the
 * number of pixels: neighbours within `reach` are counted by sliding sums, and two core pixels are
 * within `2 * half + 1` of each other exactly where their squares of radius `half` touch.
 * A set pixel within `reach` of a core pixel belongs to that core's cluster, others are noise (label 0).
 * @param half the reach is `2 * half + 1` pixels
 * @param minPoints set pixels, itself included, that make a pixel a core
 */
export function dbscan(bitmap: Bitmap, half: number, minPoints: number): Components {
  const { width, height, data } = bitmap
  const reach = 2 * half + 1
  const counts = countNeighbours(bitmap, reach)
  const cores: Bitmap = { width, height, data: new Uint8Array(data.length) }
  for (let at = 0; at < data.length; at += 1) {
    cores.data[at] = data[at] !== 0 && counts[at] >= minPoints ? 1 : 0
  }
  const clusters = labelComponents(dilate(cores, half), 8)
  const labels = clusters.labels
  for (let at = 0; at < labels.length; at += 1) {
    if (data[at] === 0) {
      continue
    }
    if (labels[at] === 0) {
      labels[at] = -1 // set, and not within `half` of a core: looked up below, from cores alone
    }
  }
  adoptBorder(labels, cores, reach)
  for (let at = 0; at < labels.length; at += 1) {
    if (data[at] === 0) {
      labels[at] = 0
    }
  }
  return { width, height, labels, count: clusters.count }
}

/** Gives border pixels (-1) the label of the first core found within `reach`, or 0. */
function adoptBorder(labels: Int32Array, cores: Bitmap, reach: number): void {
  const { width, height } = cores
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (labels[at] === -1) {
        labels[at] = coreLabelNear(labels, cores, x, y, reach)
      }
    }
  }
}

function coreLabelNear(labels: Int32Array, cores: Bitmap, x: number, y: number, reach: number): number {
  const { width, height, data } = cores
  const right = Math.min(width - 1, x + reach)
  const bottom = Math.min(height - 1, y + reach)
  for (let row = Math.max(0, y - reach); row <= bottom; row += 1) {
    for (let column = Math.max(0, x - reach); column <= right; column += 1) {
      if (data[row * width + column] !== 0) {
        return labels[row * width + column]
      }
    }
  }
  return 0
}
