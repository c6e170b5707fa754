/** One metric over a set of items. */
export interface SetScore {
  /** Over the whole set. */
  corpus: number
  /** Of each item by itself. */
  perItem: readonly number[]
  /**
   * Over the items with these numbers, repeats allowed: what resampling needs. Weights that come from the whole
   * set (CIDEr's document frequencies) are kept.
   */
  ofSample(items: ArrayLike<number>): number
}

/** A metric whose value over a set is the mean over its items. */
export function meanScore(perItem: readonly number[]): SetScore {
  function ofSample(items: ArrayLike<number>): number {
    let sum = 0
    for (let index = 0; index < items.length; index++) {
      sum += perItem[items[index]]
    }
    return sum / items.length
  }
  return { corpus: ofSample(perItem.map((_, index) => index)), perItem, ofSample }
}

/**
 * A metric that is a formula on statistics summed over the items, one row each. A row by itself gives the
 * value of its item.
 */
export function pooledScore(
  rows: readonly Float64Array[],
  formula: (total: Float64Array) => number,
): SetScore {
  const width = rows[0]?.length ?? 0
  // One block of memory: resampling reads the rows millions of times.
  const block = new Float64Array(rows.length * width)
  for (const [item, row] of rows.entries()) {
    block.set(row, item * width)
  }
  const total = new Float64Array(width)
  function ofSample(items: ArrayLike<number>): number {
    total.fill(0)
    for (let index = 0; index < items.length; index++) {
      const start = items[index] * width
      for (let column = 0; column < width; column++) {
        total[column] += block[start + column]
      }
    }
    return formula(total)
  }
  return { corpus: ofSample([...rows.keys()]), perItem: rows.map((row) => formula(row)), ofSample }
}

/**
 * Bootstrap over items: intervals by percentiles (Efron 1979), and the paired test for two systems on the same
 * items (Koehn 2004, "Statistical significance tests for machine translation evaluation").
 */

export interface Interval {
  low: number
  high: number
}

interface Resampling {
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

/** One interval for each of several scores over the same items. */
export function bootstrapIntervals(scores: readonly SetScore[], options: Resampling = {}): Interval[] {
  const functions = scores.map((score) => (items: Uint32Array) => score.ofSample(items))
  return resample(itemCount(scores), options, functions).map((values) =>
    percentiles(values, options.level ?? 0.95),
  )
}

/**
 * Compares two systems by each of several metrics. All scores must hold the same items in the same order; throws
 * where they differ in number.
 */
export function pairedBootstrap(
  pairs: readonly (readonly [first: SetScore, second: SetScore])[],
  options: Resampling = {},
): PairedTest[] {
  const functions = pairs.map(
    ([first, second]) =>
      (items: Uint32Array) =>
        second.ofSample(items) - first.ofSample(items),
  )
  const samples = resample(itemCount(pairs.flat()), options, functions)
  return samples.map((sampled, index) => {
    const [first, second] = pairs[index]
    const differences = sampled.filter((value) => Number.isFinite(value))
    const notAbove = differences.filter((value) => value <= 0).length
    const notBelow = differences.filter((value) => value >= 0).length
    return {
      difference: second.corpus - first.corpus,
      interval: percentiles(differences, options.level ?? 0.95),
      pValue: Math.min(1, Math.max(1, 2 * Math.min(notAbove, notBelow)) / Math.max(1, differences.length)),
    }
  })
}

/**
 * Interval of the mean of differences [runs][items]: runs are drawn anew, and in them the items, the same for all runs
 * of a draw. Few runs give a narrow interval: of two, half of the draws hold one run twice.
 */
export function runBootstrap(runs: readonly (readonly number[])[], options: Resampling = {}): Interval {
  const random = seededRandom((options.seed ?? 1) + 1)
  const scores = runs.map(meanScore)
  const [values] = resample(itemCount(scores), options, [
    (items) => {
      const drawn = runs.map(() => scores[Math.floor(random() * runs.length)].ofSample(items))
      return drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    },
  ])
  return percentiles(values, options.level ?? 0.95)
}

function itemCount(scores: readonly SetScore[]): number {
  const count = scores[0]?.perItem.length ?? 0
  for (const { perItem } of scores) {
    if (perItem.length !== count) {
      throw new Error(`Scores must be of the same items: ${count} and ${perItem.length} given.`)
    }
  }
  return count
}

/** The values of each function over the same resamples. */
function resample(
  count: number,
  options: Resampling,
  functions: readonly ((items: Uint32Array) => number)[],
): number[][] {
  const random = seededRandom(options.seed ?? 1)
  const items = new Uint32Array(count)
  const values = functions.map((): number[] => [])
  for (let index = 0; index < (options.resamples ?? 1000); index++) {
    for (let draw = 0; draw < count; draw++) {
      items[draw] = Math.floor(random() * count)
    }
    for (const [metric, score] of functions.entries()) {
      values[metric].push(score(items))
    }
  }
  return values
}

/**
 * The two order statistics that leave (1 - level) / 2 outside on each side, interpolated; NaN where there is none. A
 * resample without anything to score (masks of pairs that all show no change) has no value and does not count.
 */
function percentiles(values: readonly number[], level: number): Interval {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b)
  if (sorted.length === 0) {
    return { low: NaN, high: NaN }
  }
  const at = (share: number) => {
    const place = share * (sorted.length - 1)
    const below = Math.floor(place)
    const above = Math.min(below + 1, sorted.length - 1)
    return sorted[below] + (place - below) * (sorted[above] - sorted[below])
  }
  return { low: at((1 - level) / 2), high: at((1 + level) / 2) }
}

/** Uniform numbers in [0, 1) from a 32-bit seed (mulberry32, Tommy Ettinger, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
