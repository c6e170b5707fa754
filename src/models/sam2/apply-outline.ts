import { invert, project, warpMask } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { ComponentExtent } from '../../mask/components'
import type { Clusters } from '../difference/clusters'
import { carried, eachPixel } from './cluster-masks'
import type { ClusterMask, MovedFrame } from './cluster-masks'
import type { MaskAndBounds } from './logits'
import type { OutlineSettings } from './outline-settings'

/** The mask in the after frame; `moved` is what it was found in where that is the before frame. */
export function toAfter(
  { mask, bounds }: ClusterMask,
  moved: MovedFrame | null,
  width: number,
  height: number,
): MaskAndBounds {
  const homography: Homography | null = moved?.registration.homography ?? null
  const back = homography === null ? null : invert(homography)
  if (homography === null || back === null) {
    return { mask, bounds }
  }
  const within = carried(bounds, (x, y) => project(homography, { x, y }))
  const left = Math.max(0, Math.floor(within.x))
  const top = Math.max(0, Math.floor(within.y))
  const rect = {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil(within.x + within.width)) - left,
    height: Math.min(height, Math.ceil(within.y + within.height)) - top,
  }
  return { mask: warpMask(mask, back, { width, height }, rect), bounds: rect }
}

interface PixelEvidence {
  readonly evidence: { readonly plain: ArrayLike<number> }
  readonly threshold: number
}

/**
 * The mask takes the cluster's place as far as the pixels bear it out: what differs clearly stays though the mask
 * leaves it out, and what does not differ at all stays out though the mask has it. What other clusters hold stays
 * theirs. Shadows differ faintly, and leaves that hide an object differ as clearly as the object.
 * Cost grows with the bounds of both.
 * @param extent holds all that has its label
 * @param plain what speaks for a change in each pixel, in any unit
 * @param threshold of it
 */
export function applyOutline(
  labels: Int32Array,
  { label, bounds: extent }: ComponentExtent,
  { mask, bounds: reach }: MaskAndBounds,
  { evidence: { plain }, threshold }: PixelEvidence,
  { clear, hinted }: Pick<OutlineSettings, 'clear' | 'hinted'>,
): void {
  const { width, data } = mask
  const [outside, inside] = [
    { count: 0, sum: 0 },
    { count: 0, sum: 0 },
  ]
  eachPixel(extent, (x, y) => {
    const at = y * width + x
    if (labels[at] !== label || data[at] === 1) {
      return
    }
    outside.count += 1
    outside.sum += plain[at]
  })
  eachPixel(reach, (x, y) => {
    const at = y * width + x
    if (labels[at] !== 0 || data[at] !== 1) {
      return
    }
    inside.count += 1
    inside.sum += plain[at]
  })
  const drops = outside.sum < clear * threshold * outside.count
  const adds = inside.sum >= hinted * threshold * inside.count
  if (drops) {
    eachPixel(extent, (x, y) => {
      const at = y * width + x
      if (labels[at] === label && data[at] !== 1) {
        labels[at] = 0
      }
    })
  }
  if (adds) {
    eachPixel(reach, (x, y) => {
      const at = y * width + x
      if (labels[at] === 0 && data[at] === 1) {
        labels[at] = label
      }
    })
  }
}

/** Extents anew; a cluster of which nothing is left keeps its label and has none. */
export function relabelled(components: Omit<Clusters, 'extents'>, before: Clusters): Clusters {
  const { width, labels } = components
  const extents = before.extents.map(({ label }) => ({
    label,
    area: 0,
    bounds: { x: Infinity, y: Infinity, width: -1, height: -1 },
  }))
  const ends = extents.map(() => ({ right: -1, bottom: -1 }))
  labels.forEach((label, at) => {
    if (label > 0) {
      const extent = extents[label - 1]
      const end = ends[label - 1]
      const [x, y] = [at % width, Math.floor(at / width)]
      extent.area += 1
      extent.bounds.x = Math.min(extent.bounds.x, x)
      extent.bounds.y = Math.min(extent.bounds.y, y)
      end.right = Math.max(end.right, x)
      end.bottom = y
    }
  })
  extents.forEach(({ bounds }, index) => {
    bounds.width = ends[index].right - bounds.x + 1
    bounds.height = ends[index].bottom - bounds.y + 1
  })
  return { ...components, extents }
}
