import { invert } from '../../domain/homography'
import type { Rect } from '../../mask/bitmap'
import type { ChangeKind } from '../difference/measure-cluster'
import type { DifferenceResult, ClusterRefinement } from '../difference/refinement'
import type { Clusters } from '../difference/clusters'
import { memberOf } from './areas'
import { dot, meanEmbedding } from './embedding-distance'
import type { OutlineSettings } from './outline-settings'
import type { OutlineModels } from './cluster-masks'

/** A thing that vanished here and appeared there, with the same look and about the same size, moved. */
export function matchMoved(
  { before, after, registration }: DifferenceResult,
  models: OutlineModels,
  clusters: Clusters,
  known: ReadonlyMap<number, ClusterRefinement>,
  { movedCosine, movedArea }: OutlineSettings,
): Map<number, ClusterRefinement> {
  const result = new Map(known)
  const back = registration.homography === null ? null : invert(registration.homography)
  if (registration.homography !== null && back === null) {
    return result
  }
  const of = (kind: ChangeKind) => clusters.extents.filter(({ label }) => known.get(label)?.kind === kind)
  const gone = of('vanished').flatMap((extent) => {
    const mask = known.get(extent.label)?.beforeMask
    const rect = back === null ? extent.bounds : whole(before)
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

function whole({ width, height }: { width: number; height: number }): Rect {
  return { x: 0, y: 0, width, height }
}

function ratio(a: number, b: number): number {
  return Math.max(a, b) / Math.max(1, Math.min(a, b))
}
