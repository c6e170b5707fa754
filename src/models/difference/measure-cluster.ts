import type { Raster } from '../../images/raster'
import type { ComponentExtent } from '../../mask/components'
import { luma } from '../../names/colour'
import type { Colour } from '../../names/colour'
import type { Evidence } from './evidence'
import type { Clusters } from './clusters'

/**
 * The kind of a change, by whose edges run along the region's outline: after's, before's, or both alike. A move is
 * detected only by a model that matches objects.
 */
export type ChangeKind = 'appeared' | 'vanished' | 'changed' | 'moved'

export interface Measurement {
  label: number
  kind: ChangeKind
  area: number
  /** Of the image's pixels, 0 to 1. */
  share: number
  /** Mean position, 0 to 1 from the left and from the top. */
  x: number
  y: number
  /** Mean colours inside the region; before after alignment. */
  before: Colour
  after: Colour
  /** Mean plain evidence, grey levels. */
  strength: number
  /** Mean position before, of what moved. */
  from?: { x: number; y: number }
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
  const { width, height, labels } = clusters
  const sums = { x: 0, y: 0, strength: 0, before: [0, 0, 0], after: [0, 0, 0] }
  let edgesBefore = 0
  let edgesAfter = 0
  const { bounds, label, area } = extent
  for (let y = bounds.y; y < bounds.y + bounds.height; y += 1) {
    for (let x = bounds.x; x < bounds.x + bounds.width; x += 1) {
      const at = y * width + x
      if (labels[at] !== label) {
        continue
      }
      sums.x += x
      sums.y += y
      sums.strength += evidence.plain[at]
      for (let channel = 0; channel < 3; channel += 1) {
        sums.before[channel] += before.data[3 * at + channel]
        sums.after[channel] += after.data[3 * at + channel]
      }
      if (isOutline(labels, width, height, x, y)) {
        edgesBefore += gradientAt(before, x, y)
        edgesAfter += gradientAt(after, x, y)
      }
    }
  }
  return {
    label,
    area,
    kind: kindOf(edgesBefore, edgesAfter),
    share: area / (width * height),
    x: (sums.x / area + 0.5) / width,
    y: (sums.y / area + 0.5) / height,
    before: meanColour(sums.before, area),
    after: meanColour(sums.after, area),
    strength: sums.strength / area,
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
function isOutline(labels: Int32Array, width: number, height: number, x: number, y: number): boolean {
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
