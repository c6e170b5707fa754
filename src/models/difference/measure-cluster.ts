import type { Raster } from '../../images/raster'
import type { ComponentExtent } from '../../mask/components'
import { luma } from '../../names/colour'
import type { Colour } from '../../names/colour'
import type { RegionChange } from '../../names/claim'
import type { Evidence } from './evidence'
import type { Clusters } from './clusters'

export type ChangeKind = RegionChange['kind']

/** Places are 0 to 1 from the left and from the top; colours are of the before image after alignment. */
export interface Measurement extends RegionChange {
  label: number
  area: number
  /** Mean plain evidence, grey levels. */
  strength: number
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
 * What the images show where a label lies.
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
  /** Of pixels, row-major. */
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

/** On the region's border, and not on the image's: there the region is only cut off. */
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
