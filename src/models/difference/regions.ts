import type { Raster } from '../../images/raster'
import type { ComponentExtent } from '../../mask/components'
import { luma } from '../../names/colour'
import type { Colour } from '../../names/colour'
import type { RegionChange } from '../../names/claim'
import type { Evidence } from './evidence'
import type { Clusters } from './clusters'
import type { Homography } from '../../domain/pair'
import { invert, project } from '../../domain/homography'
import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect, Size } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'

export type ChangeKind = RegionChange['kind']

/** Places are 0 to 1 from the left and from the top; colours are of the before image after alignment. */
export interface Measurement extends RegionChange {
  label: number
  area: number
  /** Mean plain evidence, grey levels. */
  strength: number
}

/** The change of a region, without its pixels. */
export function toChange({ kind, before, after, x, y, from, share }: RegionChange): RegionChange {
  return { kind, before, after, x, y, share, ...(from === undefined ? {} : { from }) }
}

/** One image's edges along the outline must be this many times the other's to count as appeared or vanished. */
const DECISIVE_RATIO = 1.4

export function measureCluster(
  clusters: Clusters,
  extent: ComponentExtent,
  before: Raster,
  after: Raster,
  evidence: Evidence,
): Measurement {
  const { label, area } = extent
  let strength = 0
  eachPixel(clusters, extent, (at) => {
    strength += evidence.plain[at]
  })
  return { label, area, ...measureChange(clusters, extent, before, after), strength: strength / area }
}

/**
 * Measures the change in both images at a label.
 * @param before in the after frame and of its size
 * @param extent with at least one pixel
 */
export function measureChange(
  labelled: Labelled,
  extent: ComponentExtent,
  before: Raster,
  after: Raster,
): RegionChange {
  const { width, height, labels } = labelled
  const sums = { x: 0, y: 0, before: [0, 0, 0], after: [0, 0, 0] }
  let edgesBefore = 0
  let edgesAfter = 0
  const { area } = extent
  eachPixel(labelled, extent, (at, x, y) => {
    sums.x += x
    sums.y += y
    for (let channel = 0; channel < 3; channel += 1) {
      sums.before[channel] += before.data[3 * at + channel]
      sums.after[channel] += after.data[3 * at + channel]
    }
    if (isOutline(labels, width, height, x, y)) {
      edgesBefore += gradientAt(before, x, y)
      edgesAfter += gradientAt(after, x, y)
    }
  })
  return {
    kind: kindOf(edgesBefore, edgesAfter),
    share: area / (width * height),
    x: (sums.x / area + 0.5) / width,
    y: (sums.y / area + 0.5) / height,
    before: meanColour(sums.before, area),
    after: meanColour(sums.after, area),
  }
}

interface Labelled {
  readonly width: number
  readonly height: number
  /** Label of each pixel, row-major. */
  readonly labels: Int32Array | Uint8Array
}

function eachPixel(
  { width, labels }: Labelled,
  { label, bounds }: ComponentExtent,
  use: (at: number, x: number, y: number) => void,
): void {
  for (let y = bounds.y; y < bounds.y + bounds.height; y += 1) {
    for (let x = bounds.x; x < bounds.x + bounds.width; x += 1) {
      const at = y * width + x
      if (labels[at] === label) {
        use(at, x, y)
      }
    }
  }
}

function kindOf(edgesBefore: number, edgesAfter: number): ChangeKind {
  if (edgesAfter > DECISIVE_RATIO * edgesBefore) {
    return 'appeared'
  }
  return edgesBefore > DECISIVE_RATIO * edgesAfter ? 'vanished' : 'changed'
}

function meanColour(sums: readonly number[], area: number): Colour {
  return [sums[0] / area, sums[1] / area, sums[2] / area]
}

/** On the region's border, but not on the image's: there the region is only cut off. */
function isOutline(labels: Labelled['labels'], width: number, height: number, x: number, y: number): boolean {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) {
    return false
  }
  const at = y * width + x
  const label = labels[at]
  return (
    labels[at - 1] !== label ||
    labels[at + 1] !== label ||
    labels[at - width] !== label ||
    labels[at + width] !== label
  )
}

/** Luma differences over two pixels across and down, as a blurred mask's outline is not pixel-exact. */
function gradientAt(image: Raster, x: number, y: number): number {
  const left = Math.max(0, x - 2)
  const right = Math.min(image.width - 1, x + 2)
  const top = Math.max(0, y - 2)
  const bottom = Math.min(image.height - 1, y + 2)
  const across = lumaAt(image, right, y) - lumaAt(image, left, y)
  const down = lumaAt(image, x, bottom) - lumaAt(image, x, top)
  return Math.abs(across) + Math.abs(down)
}

function lumaAt(image: Raster, x: number, y: number): number {
  const at = 3 * (y * image.width + x)
  return luma([image.data[at], image.data[at + 1], image.data[at + 2]])
}

/**
 * Masks of clusters in the after frame, and in the before frame if a thing there is gone or changed. One scratch
 * bitmap a frame is shared by all clusters.
 */
export function createMaskMaker(
  clusters: Clusters,
  homography: Homography | null,
  beforeSize: Size,
): (measurement: Pick<Measurement, 'label' | 'kind'>) => { mask: Rle; beforeMask: Rle | null } {
  const scratch = emptyBitmap(clusters.width, clusters.height)
  const back = homography === null ? null : invert(homography)
  const beforeScratch = back === null ? null : emptyBitmap(beforeSize.width, beforeSize.height)
  return ({ label, kind }) => {
    const { bounds } = clusters.extents[label - 1]
    paint(scratch, bounds, (x, y) => clusters.labels[y * clusters.width + x] === label)
    const mask = encodeRle(scratch, bounds)
    if (kind === 'appeared') {
      return { mask, beforeMask: null }
    }
    if (homography === null || back === null || beforeScratch === null) {
      return { mask, beforeMask: mask }
    }
    const within = carriedBounds(bounds, back, beforeSize)
    const hasAny = paint(beforeScratch, within, (x, y) => labelAt(clusters, homography, x, y) === label)
    return { mask, beforeMask: hasAny ? encodeRle(beforeScratch, within) : null }
  }
}

/** Sets every pixel of the rectangle anew. Returns whether any is set. */
function paint(bitmap: Bitmap, rect: Rect, isSet: (x: number, y: number) => boolean): boolean {
  let hasAny = false
  for (let y = rect.y; y < rect.y + rect.height; y += 1) {
    for (let x = rect.x; x < rect.x + rect.width; x += 1) {
      const value = isSet(x, y)
      bitmap.data[y * bitmap.width + x] = value ? 1 : 0
      hasAny ||= value
    }
  }
  return hasAny
}

/** The label at which a before pixel lies in the after frame; 0 outside. */
function labelAt({ width, height, labels }: Clusters, homography: Homography, x: number, y: number): number {
  const at = project(homography, { x, y })
  const [column, row] = [Math.round(at.x), Math.round(at.y)]
  return column >= 0 && row >= 0 && column < width && row < height ? labels[row * width + column] : 0
}

/** A plausible homography keeps convex objects convex, so the corners bound the rectangle. */
function carriedBounds(rect: Rect, back: Homography, size: Size): Rect {
  const corners = [rect.x - 1, rect.x + rect.width].flatMap((x) =>
    [rect.y - 1, rect.y + rect.height].map((y) => project(back, { x, y })),
  )
  const x = Math.max(0, Math.floor(Math.min(...corners.map((corner) => corner.x))))
  const y = Math.max(0, Math.floor(Math.min(...corners.map((corner) => corner.y))))
  const right = Math.min(size.width, Math.ceil(Math.max(...corners.map((corner) => corner.x))) + 1)
  const bottom = Math.min(size.height, Math.ceil(Math.max(...corners.map((corner) => corner.y))) + 1)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}
