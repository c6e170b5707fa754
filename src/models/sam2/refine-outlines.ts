import type { ComponentExtent } from '../../mask/components'
import { measureCluster } from '../difference/regions'
import type { ChangeKind } from '../difference/regions'
import { filterClusters } from '../difference/clusters'
import type { Clusters } from '../difference/clusters'
import type { DifferenceResult, ClusterRefinement, RefinedClusters, Refine } from '../difference/refinement'
import { eachPixel, memberOf, maskInAfter, maskInBefore } from './cluster-masks'
import type { OutlineModels, ClusterMask } from './cluster-masks'
import { outlineBuilt, isOtherSeason } from './built-structures'
import { distanceWithin, embeddingDistance, dot, meanEmbedding } from './embedding-distance'
import type { EmbeddingDistance } from './embedding-distance'
import { DEFAULT_OUTLINE_SETTINGS } from './outline-settings'
import type { OutlineSettings } from './outline-settings'
import { relabelled, applyOutline, toAfter } from './apply-outline'
import type { SegmentAnything } from './segment-anything'
import { invert } from '../../domain/homography'
import { wholeOf } from '../../mask/rect'

/**
 * DAVIR section 3.1, equation 3: clusters are prompts, and the masks that agree with them replace them. Faint
 * clusters without a difference of the embeddings are dropped, and the frame whose mask agrees better shows the
 * object. Between seasons, see `outlineBuilt`.
 */
async function refineOutlines(
  detection: DifferenceResult,
  models: OutlineModels,
  settings: OutlineSettings,
): Promise<RefinedClusters> {
  const { before: from, after: to, registration } = detection
  const distance = embeddingDistance(
    { embedding: models.before, size: from },
    { embedding: models.after, size: to },
    registration.homography,
  )
  if (isOtherSeason(detection, distance, settings)) {
    return outlineBuilt(detection, models, distance, settings)
  }
  const clusters = withoutFaint(detection, distance, settings)
  const { width, height } = clusters
  const labels = clusters.labels.slice()
  const refinements = new Map<number, ClusterRefinement>()
  const largest = clusters.extents.toSorted((a, b) => b.area - a.area).slice(0, settings.maxClusters)
  for (const extent of largest) {
    const after = await maskInAfter(detection, models, clusters, extent, settings)
    const before = await maskInBefore(detection, models, clusters, extent, settings)
    const measured = measuredKind(detection, clusters, extent)
    // a box on plain ground makes a mask too: where the edges decide, they overrule it
    const kind = measured === 'changed' ? (kindOf(after, before, settings) ?? measured) : measured
    // on plain ground a box alone makes a mask: only what is clearly the before image's own is taken from it
    const best = kind === 'vanished' ? before : after
    const isReliable = best.iou >= settings.minIou
    refinements.set(extent.label, {
      kind,
      ...(kind !== 'appeared' && before.iou >= settings.minIou ? { beforeMask: before.mask } : {}),
    })
    if (isReliable) {
      const mask = toAfter(best, best === before ? detection : null, width, height)
      applyOutline(labels, extent, mask, detection, settings)
    }
  }
  const refined = relabelled({ width, height, count: clusters.count, labels }, clusters)
  return { clusters: refined, refinements: matchMoved(detection, models, refined, refinements, settings) }
}

function withoutFaint(
  detection: DifferenceResult,
  distance: EmbeddingDistance,
  settings: OutlineSettings,
): Clusters {
  const { clusters, evidence, threshold, after } = detection
  if (distance.median >= settings.unlikeGround) {
    return clusters
  }
  const least = settings.faintDistance * distance.median
  return filterClusters(clusters, clusters.extents, (extent) => {
    const isFaint = strengthOf(clusters, extent, evidence.plain) < settings.faint * threshold
    return !isFaint || distanceWithin(distance, extent.bounds, after) >= least
  })
}

function strengthOf(
  { width, labels }: Clusters,
  { label, bounds, area }: ComponentExtent,
  plain: Uint8Array,
): number {
  let sum = 0
  eachPixel(bounds, (x, y) => {
    sum += labels[y * width + x] === label ? plain[y * width + x] : 0
  })
  return sum / area
}

/** By the edges along the cluster's own outline, which is exact to the pixel where a mask's is not. */
function measuredKind(
  { relit: lit, after, evidence }: DifferenceResult,
  clusters: Clusters,
  extent: ComponentExtent,
): ChangeKind {
  return measureCluster(clusters, extent, lit, after, evidence).kind
}

/** Null where neither frame's mask is clearly the better one. */
function kindOf(
  after: ClusterMask,
  before: ClusterMask,
  { decisive, minIou }: OutlineSettings,
): ChangeKind | null {
  const step = after.iou - before.iou
  if (step > decisive && after.iou >= minIou) {
    return 'appeared'
  }
  return step < -decisive && before.iou >= minIou ? 'vanished' : null
}

export const OUTLINES_VERSION = '4'

/** For `difference+sam2`. Where nothing differs, no model runs. */
export function refineWith(
  models: SegmentAnything,
  settings: OutlineSettings = DEFAULT_OUTLINE_SETTINGS,
): Refine {
  return async (detection) => {
    if (detection.clusters.extents.length === 0) {
      return { clusters: detection.clusters, refinements: new Map() }
    }
    const before = await models.embed(detection.before)
    const after = await models.embed(detection.after)
    const decoder = await models.decoder()
    return refineOutlines(detection, { decoder, before: before.embedding, after: after.embedding }, settings)
  }
}

/** An object that vanished here and appeared there, with the same appearance and about the same size, moved. */
function matchMoved(
  { before, after, registration }: DifferenceResult,
  models: OutlineModels,
  clusters: Clusters,
  refinements: ReadonlyMap<number, ClusterRefinement>,
  { movedCosine, movedArea }: OutlineSettings,
): Map<number, ClusterRefinement> {
  const result = new Map(refinements)
  const back = registration.homography === null ? null : invert(registration.homography)
  if (registration.homography !== null && back === null) {
    return result
  }
  const of = (kind: ChangeKind) =>
    clusters.extents.filter(({ label }) => refinements.get(label)?.kind === kind)
  const gone = of('vanished').flatMap((extent) => {
    const mask = refinements.get(extent.label)?.beforeMask
    const rect = back === null ? extent.bounds : wholeOf(before)
    const mean =
      mask === undefined
        ? null
        : meanEmbedding(
            models.before.image_embed,
            (x, y) => mask.data[y * mask.width + x] === 1,
            before,
            rect,
          )
    return mask === undefined || mean === null ? [] : [{ extent, mask, mean }]
  })
  for (const extent of of('appeared')) {
    const isIn = memberOf(clusters, extent.label)
    const mean = meanEmbedding(models.after.image_embed, isIn, after, extent.bounds)
    const alike = gone.filter(
      (other) => ratio(other.extent.area, extent.area) <= movedArea && other.extent !== extent,
    )
    const rated = alike
      .map((other) => ({ ...other, cosine: mean === null ? 0 : dot(mean, other.mean) }))
      .toSorted((a, b) => b.cosine - a.cosine)
    const best = rated.at(0)
    if (best !== undefined && best.cosine >= movedCosine) {
      result.set(extent.label, { kind: 'moved', beforeMask: best.mask, cameFrom: best.extent.label })
      gone.splice(
        gone.findIndex((other) => other.extent === best.extent),
        1,
      )
    }
  }
  return result
}

function ratio(a: number, b: number): number {
  return Math.max(a, b) / Math.max(1, Math.min(a, b))
}
