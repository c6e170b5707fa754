import { seededRandom } from './random'
import type { SetScore } from './set-score'

/**
 * Bootstrap over items: intervals by percentiles (Efron 1979), and the paired test for two systems on the same
 * items (Koehn 2004, "Statistical significance tests for machine translation evaluation").
 */

export interface Interval {
  low: number
  high: number
}

export interface Resampling {
  /** Number of resamples. Default 1000. */
  resamples?: number
  seed?: number
  /** Probability that the interval covers. Default 0.95. */
  level?: number
}

export interface PairedTest {
  /** Second minus first. */
  difference: number
  interval: Interval
  /** Two-sided: how often a resample contradicts the sign of the difference, doubled, at least 1 / resamples. */
  pValue: number
}

export function bootstrapInterval(score: SetScore, options: Resampling = {}): Interval {
  const values = resample(score.perItem.length, options, (items) => score.ofSample(items))
  return percentiles(values, options.level ?? 0.95)
}

/** Both scores must hold the same items in the same order. Throws where they differ in number. */
export function pairedBootstrap(first: SetScore, second: SetScore, options: Resampling = {}): PairedTest {
  if (first.perItem.length !== second.perItem.length) {
    throw new Error(
      `A paired test needs the same items: ${first.perItem.length} and ${second.perItem.length} given.`,
    )
  }
  const differences = resample(
    first.perItem.length,
    options,
    (items) => second.ofSample(items) - first.ofSample(items),
  )
  const notAbove = differences.filter((value) => value <= 0).length
  const notBelow = differences.filter((value) => value >= 0).length
  const count = differences.length
  return {
    difference: second.corpus - first.corpus,
    interval: percentiles(differences, options.level ?? 0.95),
    pValue: Math.min(1, Math.max(1, 2 * Math.min(notAbove, notBelow)) / count),
  }
}

function resample(count: number, options: Resampling, score: (items: Uint32Array) => number): number[] {
  const random = seededRandom(options.seed ?? 1)
  const items = new Uint32Array(count)
  const values: number[] = []
  for (let index = 0; index < (options.resamples ?? 1000); index++) {
    for (let draw = 0; draw < count; draw++) {
      items[draw] = Math.floor(random() * count)
    }
    values.push(score(items))
  }
  return values
}

/** The two order statistics that leave (1 - level) / 2 outside on each side, interpolated. */
function percentiles(values: readonly number[], level: number): Interval {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => {
    const place = share * (sorted.length - 1)
    const below = Math.floor(place)
    const above = Math.min(below + 1, sorted.length - 1)
    return sorted[below] + (place - below) * (sorted[above] - sorted[below])
  }
  return { low: at((1 - level) / 2), high: at((1 + level) / 2) }
}
