import type { ClassMask } from './segmentation'
import { IGNORED_PIXEL } from './segmentation'

/**
 * Scores of regions: connected parts of changed pixels (of one class, 8 neighbours), matched one to one.
 */

export interface RegionCounts {
  truth: number
  predicted: number
  matched: number
  /** Sum of the IoU of the matched pairs. */
  matchedIou: number
  /** Of the true regions, by area: index into `sizeLimits`, and one more for the largest. */
  bySize: { truth: number; matched: number; pixels: number; hitPixels: number }[]
}

/** Areas in pixels below which a region is tiny (LEVIR-MCI's small buildings), small and medium (COCO). */
export const SIZE_LIMITS = [400, 1024, 9216] as const

/**
 * Pairs true and predicted regions by falling IoU, each used once, down to `minimumIou`. Ignored pixels belong
 * to no region on either side.
 */
export function compareRegions(truth: ClassMask, prediction: ClassMask, minimumIou = 0.5): RegionCounts {
  const ignored = (pixel: number) =>
    truth.data[pixel] === IGNORED_PIXEL || prediction.data[pixel] === IGNORED_PIXEL
  const truthRegions = labelRegions(truth, ignored)
  const predictedRegions = labelRegions(prediction, ignored)
  const counts: RegionCounts = {
    ...noRegions(),
    truth: truthRegions.areas.length,
    predicted: predictedRegions.areas.length,
  }
  const hits = truthRegions.areas.map(() => 0)
  for (const [pixel, label] of truthRegions.labels.entries()) {
    if (label > 0 && prediction.data[pixel] === truth.data[pixel]) {
      hits[label - 1]++
    }
  }
  for (const [region, area] of truthRegions.areas.entries()) {
    const bin = counts.bySize[sizeBin(area)]
    bin.truth++
    bin.pixels += area
    bin.hitPixels += hits[region]
  }
  for (const { region, iou } of matchRegions(truthRegions, predictedRegions, minimumIou)) {
    counts.matched++
    counts.matchedIou += iou
    counts.bySize[sizeBin(truthRegions.areas[region])].matched++
  }
  return counts
}

export function addRegionCounts(total: RegionCounts, counts: RegionCounts): void {
  total.truth += counts.truth
  total.predicted += counts.predicted
  total.matched += counts.matched
  total.matchedIou += counts.matchedIou
  for (const [index, bin] of counts.bySize.entries()) {
    const sum = total.bySize[index]
    sum.truth += bin.truth
    sum.matched += bin.matched
    sum.pixels += bin.pixels
    sum.hitPixels += bin.hitPixels
  }
}

export function noRegions(): RegionCounts {
  const bySize = Array.from({ length: SIZE_LIMITS.length + 1 }, () => ({
    truth: 0,
    matched: 0,
    pixels: 0,
    hitPixels: 0,
  }))
  return { truth: 0, predicted: 0, matched: 0, matchedIou: 0, bySize }
}

function sizeBin(area: number): number {
  const bin = SIZE_LIMITS.findIndex((limit) => area < limit)
  return bin === -1 ? SIZE_LIMITS.length : bin
}

interface Regions {
  /** 0, or the number of the pixel's region from 1. */
  labels: Int32Array
  areas: number[]
  classes: number[]
}

function labelRegions(mask: ClassMask, isIgnored: (pixel: number) => boolean): Regions {
  const { width, height, data } = mask
  const labels = new Int32Array(width * height)
  const areas: number[] = []
  const classes: number[] = []
  const stack: number[] = []
  for (let seed = 0; seed < data.length; seed++) {
    if (data[seed] === 0 || labels[seed] > 0 || isIgnored(seed)) {
      continue
    }
    const label = areas.length + 1
    let area = 0
    labels[seed] = label
    stack.push(seed)
    for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
      area++
      for (const neighbour of neighbours(pixel, width, height)) {
        if (data[neighbour] === data[seed] && labels[neighbour] === 0 && !isIgnored(neighbour)) {
          labels[neighbour] = label
          stack.push(neighbour)
        }
      }
    }
    areas.push(area)
    classes.push(data[seed])
  }
  return { labels, areas, classes }
}

function neighbours(pixel: number, width: number, height: number): number[] {
  const x = pixel % width
  const y = (pixel - x) / width
  const found: number[] = []
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      found.push(row * width + column)
    }
  }
  return found
}

function matchRegions(
  truth: Regions,
  predicted: Regions,
  minimumIou: number,
): { region: number; iou: number }[] {
  const shared = new Map<number, number>()
  const stride = predicted.areas.length + 1
  for (const [pixel, label] of truth.labels.entries()) {
    const other = predicted.labels[pixel]
    if (label > 0 && other > 0) {
      shared.set(label * stride + other, (shared.get(label * stride + other) ?? 0) + 1)
    }
  }
  const pairs = [...shared].flatMap(([key, common]) => {
    const region = Math.floor(key / stride) - 1
    const other = (key % stride) - 1
    const iou = common / (truth.areas[region] + predicted.areas[other] - common)
    return iou >= minimumIou && truth.classes[region] === predicted.classes[other]
      ? [{ region, other, iou }]
      : []
  })
  pairs.sort((a, b) => b.iou - a.iou)
  const usedTruth = new Set<number>()
  const usedPredicted = new Set<number>()
  return pairs.filter(({ region, other }) => {
    if (usedTruth.has(region) || usedPredicted.has(other)) {
      return false
    }
    usedTruth.add(region)
    usedPredicted.add(other)
    return true
  })
}
