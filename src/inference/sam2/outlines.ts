import { invert, project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'
import type { ComponentExtent } from '../../mask/components'
import { measureCluster } from '../difference/measure'
import type { ChangeKind } from '../difference/measure'
import { keepClusters } from '../difference/regions'
import type { Clusters } from '../difference/regions'
import type { Found, Knowledge, Refined } from '../difference/refine'
import type { Sam2Decoder } from './decoder'
import type { Embedding } from './embedding'
import { distanceWithin, dot, embeddingDistance, meanEmbedding } from './embedding-distance'
import { logitsToMask } from './logits'
import type { OutlineSettings } from './outline-settings'

export interface OutlineModels {
  decoder: Sam2Decoder
  before: Embedding
  after: Embedding
}

/** The mask of a cluster's thing in one frame. */
interface Seen {
  mask: Bitmap
  bounds: Rect
  /** IoU with the cluster, in the after frame. */
  agreement: number
  worth: number
}

/**
 * DAVIR section 3.1, equation 3: clusters are prompts, the masks that agree with them take their place. Faint
 * clusters that the embeddings do not see are left out, and which frame holds the thing is told by the frame
 * whose mask agrees better.
 */
export async function followOutlines(
  found: Found,
  models: OutlineModels,
  settings: OutlineSettings,
): Promise<Refined> {
  const clusters = withoutFaint(found, models, settings)
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
      replace(labels, extent, toAfter(best, best === before ? found : null, width, height))
    }
  }
  const refined = relabelled({ width, height, count: clusters.count, labels }, clusters)
  return { clusters: refined, known: withMoved(found, models, refined, known, settings) }
}

function withoutFaint(found: Found, models: OutlineModels, settings: OutlineSettings): Clusters {
  const { clusters, evidence, threshold, registration, before, after } = found
  const distance = embeddingDistance(
    { embedding: models.before, size: before },
    { embedding: models.after, size: after },
    registration.homography,
  )
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

async function lookAfter(
  { after }: Found,
  { decoder, after: embedding }: OutlineModels,
  clusters: Clusters,
  extent: ComponentExtent,
  { agreementWeight }: OutlineSettings,
): Promise<Seen> {
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
      const agreement = agreementOf(mask, bounds, extent, (x, y) => ({ x, y }), isIn)
      return { mask, bounds, agreement, worth: quality + agreementWeight * agreement }
    }),
  )
}

async function lookBefore(
  { before, registration }: Found,
  { decoder, before: embedding }: OutlineModels,
  clusters: Clusters,
  extent: ComponentExtent,
  { agreementWeight }: OutlineSettings,
): Promise<Seen> {
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
      const agreement = agreementOf(mask, bounds, extent, forth, isIn)
      return { mask, bounds, agreement, worth: quality + agreementWeight * agreement }
    }),
  )
}

function memberOf({ width, height, labels }: Clusters, label: number): (x: number, y: number) => boolean {
  return (x, y) => x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label
}

/** IoU of a mask, carried to the after frame pixel by pixel, with a cluster. */
function agreementOf(
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

function bestOf(seen: readonly Seen[]): Seen {
  return seen.reduce((best, next) => (next.worth > best.worth ? next : best))
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

function carried(rect: Rect, carry: (x: number, y: number) => { x: number; y: number }): Rect {
  const corners = [rect.x, rect.x + rect.width].flatMap((x) =>
    [rect.y, rect.y + rect.height].map((y) => carry(x, y)),
  )
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(1, Math.max(...xs) - x), height: Math.max(1, Math.max(...ys) - y) }
}

/** The mask in the after frame; `moved` is what it was found in where that is the before frame. */
function toAfter({ mask, bounds }: Seen, moved: Found | null, width: number, height: number): Bitmap {
  const homography: Homography | null = moved?.registration.homography ?? null
  const back = homography === null ? null : invert(homography)
  if (homography === null || back === null) {
    return mask
  }
  const result = emptyBitmap(width, height)
  const within = carried(bounds, (x, y) => project(homography, { x, y }))
  const left = Math.max(0, Math.floor(within.x))
  const top = Math.max(0, Math.floor(within.y))
  const rect = {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil(within.x + within.width)) - left,
    height: Math.min(height, Math.ceil(within.y + within.height)) - top,
  }
  eachPixel(rect, (x, y) => {
    const at = project(back, { x, y })
    const [column, row] = [Math.round(at.x), Math.round(at.y)]
    const isInside = column >= 0 && row >= 0 && column < mask.width && row < mask.height
    result.data[y * width + x] = isInside ? mask.data[row * mask.width + column] : 0
  })
  return result
}

/** The mask takes the cluster's place; what other clusters hold stays theirs. */
function replace(labels: Int32Array, { label }: ComponentExtent, mask: Bitmap): void {
  for (let at = 0; at < labels.length; at += 1) {
    if (labels[at] === label) {
      labels[at] = mask.data[at] === 1 ? label : 0
    } else if (labels[at] === 0 && mask.data[at] === 1) {
      labels[at] = label
    }
  }
}

/** Extents anew; a cluster of which nothing is left keeps its label and has none. */
function relabelled(components: Omit<Clusters, 'extents'>, before: Clusters): Clusters {
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

/** A thing that vanished here and appeared there, with the same look and about the same size, moved. */
function withMoved(
  { before, after, registration }: Found,
  models: OutlineModels,
  clusters: Clusters,
  known: ReadonlyMap<number, Knowledge>,
  { movedCosine, movedArea }: OutlineSettings,
): Map<number, Knowledge> {
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

function eachPixel({ x, y, width, height }: Rect, visit: (x: number, y: number) => void): void {
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      visit(column, row)
    }
  }
}
