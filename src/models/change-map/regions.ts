import type { ComponentExtent } from '../../mask/components'
import { groupPixels } from '../difference/clusters'
import type { Clusters } from '../difference/clusters'
import type { Calibration } from '../../packages/manifest'
import { DEFAULT_SETTINGS } from '../difference/settings'
import type { DifferenceSettings } from '../difference/settings'
import type { ChangeMap } from '../model-proposer'
import { sigmoid, logit } from '../../basics/numbers'

export type LeastRegion = Pick<DifferenceSettings, 'leastArea' | 'leastShare'>

/** Smallest region. A change of fewer is not in the pairs that `photo` was trained on. */
const PHOTO_LEAST: LeastRegion = { leastArea: 12, leastShare: DEFAULT_SETTINGS.leastShare }

/** Regions of the pixels that are at least so probable. */
export function mapRegions(map: ChangeMap, threshold: number, least = PHOTO_LEAST): Clusters {
  const { width, height, values } = map
  const data = new Uint8Array(values.length)
  values.forEach((value, at) => {
    data[at] = value >= threshold ? 1 : 0
  })
  return groupPixels({ width, height, data }, { ...DEFAULT_SETTINGS, ...least })
}

/** The probability with which it is right, as held-out pairs have shown; as it is where nothing was fitted. */
export function calibrated(probability: number, fit: Calibration | undefined): number {
  return fit === undefined ? probability : sigmoid(fit.scale * logit(probability) + fit.shift)
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

/**
 * IoU of the mask with the truth, as the map expects it: the expected overlap over the expected union. 0 to 1; null
 * without a mask.
 */
export function expectedIou({ values }: ChangeMap, { labels }: Clusters): number | null {
  let [overlap, union] = [0, 0]
  for (let at = 0; at < values.length; at += 1) {
    overlap += labels[at] > 0 ? values[at] : 0
    union += labels[at] > 0 ? 1 : values[at]
  }
  return overlap === 0 ? null : overlap / union
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
