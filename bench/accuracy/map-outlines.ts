import { applyOutline, relabelled, toAfter } from '../../src/models/sam2/apply-outline'
import { maskInAfter, maskInBefore } from '../../src/models/sam2/cluster-masks'
import type { MaskAndBounds } from '../../src/models/sam2/logits'
import { DEFAULT_OUTLINE_SETTINGS } from '../../src/models/sam2/outline-settings'
import type { OutlineSettings } from '../../src/models/sam2/outline-settings'
import type { SegmentAnything } from '../../src/models/sam2/segment-anything'
import type { MovedFrame } from '../../src/models/sam2/cluster-masks'
import type { Raster } from '../../src/images/raster'
import type { Clusters } from '../../src/models/difference/clusters'
import type { ChangeMap } from '../../src/models/model-proposer'
import type { ComponentExtent } from '../../src/mask/components'

/** What decides where an outline takes the place of a region's own: as in `OutlineSettings`. */
export type MapOutlineSettings = Pick<
  OutlineSettings,
  'maxClusters' | 'minIou' | 'clear' | 'hinted' | 'iouWeight'
>

/** A pair, and where its before frame lies in the after frame. */
export interface RegisteredPair {
  readonly before: Raster
  readonly after: Raster
  readonly registered: MovedFrame['registration']
}

/** The outline of the thing that a region covers, in the after frame. */
export interface RegionOutline {
  readonly extent: ComponentExtent
  readonly mask: MaskAndBounds
  /** IoU with the region. */
  readonly iou: number
}

/**
 * Outlines of the largest regions, each of the frame in which it agrees better with its region.
 * @throws ContractError `unavailable`
 */
export async function outlinesOf(
  { before, after, registered }: RegisteredPair,
  clusters: Clusters,
  models: SegmentAnything,
  settings: Pick<MapOutlineSettings, 'maxClusters' | 'iouWeight'> = DEFAULT_OUTLINE_SETTINGS,
): Promise<RegionOutline[]> {
  const largest = clusters.extents.toSorted((a, b) => b.area - a.area).slice(0, settings.maxClusters)
  if (largest.length === 0) {
    return []
  }
  const embeddings = {
    before: (await models.embed(before)).embedding,
    after: (await models.embed(after)).embedding,
    decoder: await models.decoder(),
  }
  const moved = { before, registration: registered }
  const outlines: RegionOutline[] = []
  for (const extent of largest) {
    const there = await maskInAfter({ after }, embeddings, clusters, extent, settings)
    const gone = await maskInBefore(moved, embeddings, clusters, extent, settings)
    const best = gone.iou > there.iou ? gone : there
    const mask = toAfter(best, best === gone ? moved : null, clusters.width, clusters.height)
    outlines.push({ extent, mask, iou: best.iou })
  }
  return outlines
}

/** Regions with those outlines that agree with them and that the probabilities bear out. */
export function withOutlines(
  clusters: Clusters,
  outlines: readonly RegionOutline[],
  { map: { values }, threshold }: { map: ChangeMap; threshold: number },
  settings: Pick<MapOutlineSettings, 'minIou' | 'clear' | 'hinted'>,
): Clusters {
  const labels = clusters.labels.slice()
  for (const { extent, mask, iou } of outlines) {
    if (iou >= settings.minIou) {
      applyOutline(labels, extent, mask, { evidence: { plain: values }, threshold }, settings)
    }
  }
  return relabelled(
    { width: clusters.width, height: clusters.height, count: clusters.count, labels },
    clusters,
  )
}
