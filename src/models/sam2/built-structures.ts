import type { Bitmap } from '../../mask/bitmap'
import { componentExtents, labelComponents } from '../../mask/components'
import { dilate, erode } from '../../mask/morphology'
import type { ChangeKind } from '../difference/regions'
import { histogramOf, quantileOf } from '../difference/clusters'
import type { Clusters } from '../difference/clusters'
import type { DifferenceResult, ClusterRefinement, RefinedClusters } from '../difference/refinement'
import type { EmbeddingDistance } from './embedding-distance'
import { logitsToMask } from './logits'
import type { OutlineSettings } from './outline-settings'
import { maskInAfter, maskInBefore } from './cluster-masks'
import type { OutlineModels } from './cluster-masks'
import { relabelled, applyOutline, toAfter } from './apply-outline'
import type { Raster } from '../../images/raster'

/** Added to the brightest channel, so that the colour of dark pixels has little weight. Grey levels. */
const DARKNESS = 16
/** Pixels across of the mean that is taken twice. */
const WINDOW = 5
/** Pixels that the median is taken of. */
const SAMPLED = 2 ** 16

/**
 * How much colour each pixel has: the spread of its channels over the brightest one, after smoothing, as a
 * multiple of the image's median. What the light or the season does to all colours falls out.
 * @param valid 1 where the image is known; null where it is everywhere
 */
function colourShare({ width, height, data }: Raster, valid: Uint8Array | null): Float32Array {
  const most = new Float32Array(width * height)
  const least = new Float32Array(width * height).fill(255)
  for (let channel = 0; channel < 3; channel += 1) {
    let values: Float32Array = Float32Array.from(most, (_, at) => data[3 * at + channel])
    for (let pass = 0; pass < 2; pass += 1) {
      values = meanAlong(meanAlong(values, width, height), height, width)
    }
    for (let at = 0; at < values.length; at += 1) {
      most[at] = Math.max(most[at], values[at])
      least[at] = Math.min(least[at], values[at])
    }
  }
  for (let at = 0; at < most.length; at += 1) {
    most[at] = (most[at] - least[at]) / (most[at] + DARKNESS)
  }
  const median = medianOf(most, valid)
  return most.map((value) => value / median)
}

/** Along rows, cut at the border; the result is transposed, so that two calls go both ways. */
function meanAlong(values: Float32Array, length: number, lines: number): Float32Array {
  const result = new Float32Array(values.length)
  const half = WINDOW >> 1
  for (let line = 0; line < lines; line += 1) {
    const start = line * length
    for (let at = 0; at < length; at += 1) {
      const end = Math.min(length, at + half + 1)
      let [sum, count] = [0, 0]
      for (let near = Math.max(0, at - half); near < end; near += 1) {
        sum += values[start + near]
        count += 1
      }
      result[at * lines + line] = sum / count
    }
  }
  return result
}

function medianOf(values: Float32Array, valid: Uint8Array | null): number {
  const step = Math.ceil(values.length / SAMPLED)
  const sorted = values.filter((_, at) => at % step === 0 && (valid === null || valid[at] === 1)).toSorted()
  return Math.max(1e-3, sorted.at(sorted.length >> 1) ?? 1)
}

/**
 * Whether the pair lies seasons or works apart: even its quietest pixels differ, by more than a camera's noise
 * (leaves before a still camera leave some as they were), and the embeddings do too.
 */
export function isOtherSeason(
  { threshold, evidence, registration }: DifferenceResult,
  distance: EmbeddingDistance,
  { restless, quietest, otherGround }: OutlineSettings,
): boolean {
  if (threshold < restless || distance.median < otherGround) {
    return false
  }
  const levels = histogramOf(evidence.raw, registration.valid)
  return quantileOf(levels, 0.01) >= quietest * quantileOf(levels, 0.5)
}

/**
 * Between seasons, colours of the ground are no evidence of change; built structures are. Vegetation and bare soil
 * have a colour in every season; roofs, asphalt and concrete have little. Replaces the clusters.
 */
export async function outlineBuilt(
  detection: DifferenceResult,
  models: OutlineModels,
  distance: EmbeddingDistance,
  settings: OutlineSettings,
): Promise<RefinedClusters> {
  const { clusters, kindOf } = detectBuilt(detection, distance, settings)
  const { width, height } = clusters
  const labels = clusters.labels.slice()
  const refinements = new Map<number, ClusterRefinement>()
  // the ground's difference bears nothing out here: a mask stands for its cluster as it is
  const whole = { ...settings, clear: Infinity, hinted: 0 }
  const largest = new Set(clusters.extents.toSorted((a, b) => b.area - a.area).slice(0, settings.maxClusters))
  for (const extent of clusters.extents) {
    const kind = kindOf(extent.label)
    refinements.set(extent.label, { kind })
    if (largest.has(extent)) {
      const maskIn = kind === 'vanished' ? maskInBefore : maskInAfter
      const clusterMask = await maskIn(detection, models, clusters, extent, settings)
      if (clusterMask.iou >= settings.minIou) {
        applyOutline(
          labels,
          extent,
          toAfter(clusterMask, kind === 'vanished' ? detection : null, width, height),
          detection,
          whole,
        )
        refinements.set(extent.label, kind === 'vanished' ? { kind, beforeMask: clusterMask.mask } : { kind })
      }
    }
  }
  return {
    clusters: relabelled({ width, height, count: clusters.count, labels }, clusters),
    refinements,
  }
}

interface BuiltClusters {
  clusters: Clusters
  kindOf: (label: number) => ChangeKind
}

/** In the after frame. */
function detectBuilt(
  detection: DifferenceResult,
  distance: EmbeddingDistance,
  settings: OutlineSettings,
): BuiltClusters {
  const { aligned, valid } = detection.registration
  const { width, height } = detection.after
  const before = colourShare(aligned, valid)
  const after = colourShare(detection.after, null)
  const { greyStep, greyDistance, goneStep, goneDistance } = settings
  const label = (here: Float32Array, there: Float32Array, step: number, least: number) => {
    const unlike = logitsToMask(
      distance.values.map((value) => value - least * distance.median),
      distance.side,
      width,
      height,
    ).mask
    const data = here.map((share, at) =>
      share < settings.greyShare && there[at] - share > step && unlike.data[at] === 1 ? 1 : 0,
    )
    return labelComponents(opened({ width, height, data: Uint8Array.from(data) }, settings.builtHalfWidth), 8)
  }
  const came = label(after, before, greyStep, greyDistance)
  const gone = label(before, after, goneStep, goneDistance)
  const labels = came.labels.map((own, at) =>
    own === 0 && gone.labels[at] > 0 ? came.count + gone.labels[at] : own,
  )
  const components = { width, height, labels, count: came.count + gone.count }
  return {
    clusters: { ...components, extents: componentExtents(components) },
    kindOf: (of) => (of > came.count ? 'vanished' : 'appeared'),
  }
}

/** Without what is narrower than `2 * half + 1` pixels. */
function opened(bitmap: Bitmap, half: number): Bitmap {
  return dilate(erode(bitmap, half), half)
}
