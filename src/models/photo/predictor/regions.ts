import type { Bitmap } from '../../../mask/bitmap'
import { componentExtents } from '../../../mask/components'
import type { ComponentExtent } from '../../../mask/components'
import { fillHoles } from '../../../mask/morphology'
import { dbscan, filterClusters } from '../../difference/clusters'
import type { Clusters } from '../../difference/clusters'
import type { ChangeMap } from './change-map'

/** Half the reach of a region's parts to each other, as a share of the image's diagonal. */
const REACH_SHARE = 0.003
/** Smallest region in pixels, and as a share of the image's. */
const LEAST_AREA = 12
const LEAST_SHARE = 1e-5

/** Regions of the pixels that are at least so probable; parts that lie near each other are one. */
export function mapRegions(map: ChangeMap, threshold: number): Clusters {
  const { width, height, values } = map
  const data = new Uint8Array(values.length)
  values.forEach((value, at) => {
    data[at] = value >= threshold ? 1 : 0
  })
  const changed: Bitmap = fillHoles({ width, height, data })
  const leastArea = Math.max(LEAST_AREA, LEAST_SHARE * width * height)
  const reach = Math.max(1, Math.round(REACH_SHARE * Math.hypot(width, height)))
  const parts = dbscan(changed, reach, Math.ceil(leastArea / 2))
  return filterClusters(parts, componentExtents(parts), ({ area }) => area >= leastArea)
}

/** Mean probability of a region's pixels. */
export function regionProbability(
  { values }: ChangeMap,
  { labels, width }: Clusters,
  { label, area, bounds }: ComponentExtent,
): number {
  let sum = 0
  for (let y = bounds.y; y < bounds.y + bounds.height; y += 1) {
    for (let at = y * width + bounds.x; at < y * width + bounds.x + bounds.width; at += 1) {
      sum += labels[at] === label ? values[at] : 0
    }
  }
  return sum / area
}

/** Side of the squares that the pair's probability looks at, in pixels. */
const WINDOW = 5

/** That anything changed: the most probable of all small squares. */
export function pairProbability({ width, height, values }: ChangeMap): number {
  const columns = new Float64Array(width)
  let best = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      columns[x] += values[y * width + x] - (y < WINDOW ? 0 : values[(y - WINDOW) * width + x])
    }
    let sum = 0
    for (let x = 0; x < width; x += 1) {
      sum += columns[x] - (x < WINDOW ? 0 : columns[x - WINDOW])
      best = Math.max(best, sum)
    }
  }
  return Math.min(1, best / WINDOW ** 2)
}
