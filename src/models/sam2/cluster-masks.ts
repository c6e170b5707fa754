import { invert, project } from '../../domain/homography'
import type { Raster } from '../../images/raster'
import type { Registration } from '../../images/registration/register'
import type { Bitmap, Rect } from '../../mask/bitmap'
import type { ComponentExtent } from '../../mask/components'
import type { DifferenceResult } from '../difference/refinement'
import type { Clusters } from '../difference/clusters'
import type { Sam2Decoder, Embedding } from './encoder-decoder'
import { logitsToMask } from './logits'
import type { OutlineSettings } from './outline-settings'

export interface OutlineModels {
  decoder: Sam2Decoder
  before: Embedding
  after: Embedding
}

/** The before frame, and where it lies in the after frame. */
export interface MovedFrame {
  readonly before: Raster
  readonly registration: Pick<Registration, 'homography'>
}

/** The mask of a cluster's object in one frame. */
export interface ClusterMask {
  mask: Bitmap
  bounds: Rect
  /** IoU with the cluster, in the after frame. */
  iou: number
  rank: number
}

export async function maskInAfter(
  { after }: Pick<DifferenceResult, 'after'>,
  { decoder, after: embedding }: Pick<OutlineModels, 'decoder' | 'after'>,
  clusters: Clusters,
  extent: ComponentExtent,
  { iouWeight: agreementWeight }: Pick<OutlineSettings, 'iouWeight'>,
): Promise<ClusterMask> {
  const isIn = memberOf(clusters, extent.label)
  const point = innermost(clusters, extent)
  const candidates = await decoder.decode(embedding, after, {
    points: [{ ...point, isInside: true }],
    box: extent.bounds,
    mask: null,
  })
  return bestOf(
    candidates.map(({ logits, side, quality }) => {
      const { mask, bounds } = logitsToMask(logits, side, after.width, after.height)
      const iou = iouWithCluster(mask, bounds, extent, (x, y) => ({ x, y }), isIn)
      return { mask, bounds, iou, rank: quality + agreementWeight * iou }
    }),
  )
}

export async function maskInBefore(
  { before, registration }: MovedFrame,
  { decoder, before: embedding }: Pick<OutlineModels, 'decoder' | 'before'>,
  clusters: Clusters,
  extent: ComponentExtent,
  { iouWeight: agreementWeight }: Pick<OutlineSettings, 'iouWeight'>,
): Promise<ClusterMask> {
  const { homography } = registration
  const back = homography === null ? null : invert(homography)
  const carry = (x: number, y: number) => (back === null ? { x, y } : project(back, { x, y }))
  const isIn = memberOf(clusters, extent.label)
  const { x, y } = innermost(clusters, extent)
  const candidates = await decoder.decode(embedding, before, {
    points: [{ ...carry(x, y), isInside: true }],
    box: carried(extent.bounds, carry),
    mask: null,
  })
  const forth = (px: number, py: number) =>
    homography === null ? { x: px, y: py } : project(homography, { x: px, y: py })
  return bestOf(
    candidates.map(({ logits, side, quality }) => {
      const { mask, bounds } = logitsToMask(logits, side, before.width, before.height)
      const iou = iouWithCluster(mask, bounds, extent, forth, isIn)
      return { mask, bounds, iou, rank: quality + agreementWeight * iou }
    }),
  )
}

/** IoU of a mask, carried to the after frame pixel by pixel, with a cluster. */
function iouWithCluster(
  mask: Bitmap,
  bounds: Rect,
  { area }: ComponentExtent,
  forth: (x: number, y: number) => { x: number; y: number },
  isIn: (x: number, y: number) => boolean,
): number {
  let [both, count] = [0, 0]
  eachPixel(bounds, (x, y) => {
    if (mask.data[y * mask.width + x] === 1) {
      count += 1
      const at = forth(x, y)
      both += isIn(Math.round(at.x), Math.round(at.y)) ? 1 : 0
    }
  })
  return count + area - both === 0 ? 0 : both / (count + area - both)
}

function bestOf(clusterMask: readonly ClusterMask[]): ClusterMask {
  return clusterMask.reduce((best, next) => (next.rank > best.rank ? next : best))
}

/** A pixel of the cluster near the middle of its widest row: inside also where the cluster is bent. */
function innermost(
  { width, labels }: Clusters,
  { label, bounds }: ComponentExtent,
): { x: number; y: number } {
  let best = { x: bounds.x, y: bounds.y, run: 0, off: Infinity }
  const middle = bounds.y + bounds.height / 2
  for (let y = bounds.y; y < bounds.y + bounds.height; y += 1) {
    let run = 0
    for (let x = bounds.x; x <= bounds.x + bounds.width; x += 1) {
      const isSet = x < bounds.x + bounds.width && labels[y * width + x] === label
      if (isSet) {
        run += 1
      } else if (run > 0) {
        const off = Math.abs(y + 0.5 - middle)
        if (run > best.run || (run === best.run && off < best.off)) {
          best = { x: x - run / 2, y: y + 0.5, run, off }
        }
        run = 0
      }
    }
  }
  return { x: best.x, y: best.y }
}

export function memberOf(
  { width, height, labels }: Clusters,
  label: number,
): (x: number, y: number) => boolean {
  return (x, y) => x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label
}

export function carried(rect: Rect, carry: (x: number, y: number) => { x: number; y: number }): Rect {
  const corners = [rect.x, rect.x + rect.width].flatMap((x) =>
    [rect.y, rect.y + rect.height].map((y) => carry(x, y)),
  )
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(1, Math.max(...xs) - x), height: Math.max(1, Math.max(...ys) - y) }
}

export function eachPixel({ x, y, width, height }: Rect, visit: (x: number, y: number) => void): void {
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      visit(column, row)
    }
  }
}
