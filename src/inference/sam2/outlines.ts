import type { ComponentExtent } from '../../mask/components'
import { measureCluster } from '../difference/measure'
import type { ChangeKind } from '../difference/measure'
import { keepClusters } from '../difference/regions'
import type { Clusters } from '../difference/regions'
import type { Found, Knowledge, Refined } from '../difference/refine'
import { eachPixel } from './areas'
import { followBuilt, isGroundOther } from './built'
import { distanceWithin, embeddingDistance } from './embedding-distance'
import type { EmbeddingDistance } from './embedding-distance'
import { withMoved } from './moved'
import type { OutlineSettings } from './outline-settings'
import { lookAfter, lookBefore } from './seen'
import type { OutlineModels, Seen } from './seen'
import { relabelled, takeOutline, toAfter } from './take-outline'

/**
 * DAVIR section 3.1, equation 3: clusters are prompts, the masks that agree with them take their place. Faint
 * clusters that the embeddings do not see are left out, and which frame holds the thing is told by the frame
 * whose mask agrees better. Between seasons, see `followBuilt`.
 */
export async function followOutlines(
  found: Found,
  models: OutlineModels,
  settings: OutlineSettings,
): Promise<Refined> {
  const { before: from, after: to, registration } = found
  const distance = embeddingDistance(
    { embedding: models.before, size: from },
    { embedding: models.after, size: to },
    registration.homography,
  )
  if (isGroundOther(found, distance, settings)) {
    return followBuilt(found, models, distance, settings)
  }
  const clusters = withoutFaint(found, distance, settings)
  const { width, height } = clusters
  const labels = clusters.labels.slice()
  const known = new Map<number, Knowledge>()
  const largest = clusters.extents.toSorted((a, b) => b.area - a.area).slice(0, settings.most)
  for (const extent of largest) {
    const after = await lookAfter(found, models, clusters, extent, settings)
    const before = await lookBefore(found, models, clusters, extent, settings)
    const measured = measuredKind(found, clusters, extent)
    // a box on plain ground makes a mask too: where the edges tell, they have the last word
    const kind = measured === 'changed' ? (kindOf(after, before, settings) ?? measured) : measured
    // on plain ground a box alone makes a mask: only what is clearly the before image's own is taken from it
    const best = kind === 'vanished' ? before : after
    const isKept = best.agreement >= settings.keptIou
    known.set(extent.label, {
      kind,
      ...(kind !== 'appeared' && before.agreement >= settings.keptIou ? { beforeMask: before.mask } : {}),
    })
    if (isKept) {
      const mask = toAfter(best, best === before ? found : null, width, height)
      takeOutline(labels, extent, mask, found, settings)
    }
  }
  const refined = relabelled({ width, height, count: clusters.count, labels }, clusters)
  return { clusters: refined, known: withMoved(found, models, refined, known, settings) }
}

function withoutFaint(found: Found, distance: EmbeddingDistance, settings: OutlineSettings): Clusters {
  const { clusters, evidence, threshold, after } = found
  if (distance.median >= settings.unlikeGround) {
    return clusters
  }
  const least = settings.faintDistance * distance.median
  return keepClusters(clusters, clusters.extents, (extent) => {
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
  { lit, after, evidence }: Found,
  clusters: Clusters,
  extent: ComponentExtent,
): ChangeKind {
  return measureCluster(clusters, extent, lit, after, evidence).kind
}

/** Null where neither frame's mask is clearly the better one. */
function kindOf(after: Seen, before: Seen, { decisive, keptIou }: OutlineSettings): ChangeKind | null {
  const step = after.agreement - before.agreement
  if (step > decisive && after.agreement >= keptIou) {
    return 'appeared'
  }
  return step < -decisive && before.agreement >= keptIou ? 'vanished' : null
}
