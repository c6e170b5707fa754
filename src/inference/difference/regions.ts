import type { Bitmap } from '../../mask/bitmap'
import { componentExtents, labelComponents } from '../../mask/components'
import type { ComponentExtent, Components } from '../../mask/components'
import { dbscan } from '../../mask/dbscan'
import { dilate, fillHoles } from '../../mask/morphology'
import type { Evidence } from './evidence'
import { toleratedShift } from './graph'
import type { DifferenceSettings } from './settings'

export interface Clusters extends Components {
  extents: ComponentExtent[]
}

/**
 * Changed pixels by hysteresis, then regions by DBSCAN (DAVIR section 3.1, equation 2, without its
 * segmenter). On a misaligned pair only what shifts do not explain starts a region, and it grows back
 * into the plain evidence by as much as the tolerance took from it.
 */
export function findClusters(
  evidence: Evidence,
  threshold: number,
  isMisaligned: boolean,
  settings: DifferenceSettings,
): Clusters {
  const { width, height, plain, tolerant } = evidence
  const changed = isMisaligned
    ? grownFrom(evidence, Math.max(threshold, settings.tolerantSeed), threshold)
    : { width, height, data: plain.map((value) => (value > threshold ? 1 : 0)) }
  const seeds = isMisaligned ? tolerant : plain
  const least = isMisaligned ? Math.max(threshold, settings.tolerantSeed) : settings.seedFactor * threshold
  const kept = keepSeeded(changed, seeds, Math.min(250, least))
  const filled = fillHoles(kept)
  const half = Math.max(1, Math.round(settings.reachShare * Math.hypot(width, height)))
  const leastArea = Math.max(settings.leastArea, settings.leastShare * width * height)
  const clusters = dbscan(filled, half, Math.ceil(leastArea / 2))
  return dropSmall(clusters, leastArea)
}

function grownFrom(evidence: Evidence, seed: number, threshold: number): Bitmap {
  const { width, height, plain, tolerant } = evidence
  const seeds = { width, height, data: tolerant.map((value) => (value > seed ? 1 : 0)) }
  const near = dilate(seeds, toleratedShift + 1)
  return { width, height, data: near.data.map((value, at) => (value !== 0 && plain[at] > threshold ? 1 : 0)) }
}

/** Components that hold a pixel of at least `least`. */
function keepSeeded(bitmap: Bitmap, values: Uint8Array, least: number): Bitmap {
  const { width, height, data } = bitmap
  const { labels, count } = labelComponents(bitmap, 8)
  const isKept = new Uint8Array(count + 1)
  for (let at = 0; at < labels.length; at += 1) {
    if (values[at] >= least) {
      isKept[labels[at]] = 1
    }
  }
  isKept[0] = 0
  return { width, height, data: data.map((_, at) => isKept[labels[at]]) }
}

function dropSmall(components: Components, leastArea: number): Clusters {
  const kept = componentExtents(components).filter(({ area }) => area >= leastArea)
  const renamed = new Int32Array(components.count + 1)
  kept.forEach(({ label }, index) => {
    renamed[label] = index + 1
  })
  const labels = components.labels.map((label) => renamed[label])
  const extents = kept.map((extent, index) => ({ ...extent, label: index + 1 }))
  return { ...components, labels, count: kept.length, extents }
}
