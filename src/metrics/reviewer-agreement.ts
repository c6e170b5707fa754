import { pooledScore } from './set-score'
import type { SetScore } from './set-score'

/** Agreement between people beyond chance: 1 is perfect, 0 is that of chance. NaN where only one label was given. */

/** Of one thing, by the first and by the second person. */
export type LabelPair = readonly [first: string, second: string]

/**
 * Cohen's kappa of two people who labelled the same things.
 * Source: Cohen 1960, "A coefficient of agreement for nominal scales".
 * @param items the things of each item: an image pair has one decision, and any number of regions
 */
export function cohenKappa(items: readonly (readonly LabelPair[])[]): SetScore {
  const { count, numberOf } = numbered(items.flat(2))
  const rows = items.map((things) => {
    const row = new Float64Array(count * count)
    for (const [first, second] of things) {
      row[numberOf(first) * count + numberOf(second)] += 1
    }
    return row
  })
  return pooledScore(rows, (table) => {
    const { total, firsts, seconds, same } = margins(table, count)
    const byChance = sum(firsts.map((value, label) => value * seconds[label])) / total ** 2
    return (same / total - byChance) / (1 - byChance)
  })
}

/**
 * Fleiss' kappa of any people, as many for each item.
 * Source: Fleiss 1971, "Measuring nominal scale agreement among many raters".
 * @param items the labels of each item, by whomever
 * @throws RangeError where items have different numbers of labels, or one has less than two
 */
export function fleissKappa(items: readonly (readonly string[])[]): SetScore {
  const raters = items[0]?.length ?? 2
  if (raters < 2 || items.some(({ length }) => length !== raters)) {
    throw new RangeError('Each item needs as many labels as the others, and two at least.')
  }
  const { count, numberOf } = numbered(items.flat())
  const rows = items.map((labels) => {
    const row = new Float64Array(count)
    labels.forEach((label) => (row[numberOf(label)] += 1))
    const pairs = sum(row.map((value) => value * (value - 1)))
    return Float64Array.of(...row, pairs / (raters * (raters - 1)), 1)
  })
  return pooledScore(rows, (total) => {
    const [agreement, itemCount] = total.slice(count)
    const byChance = sum(total.slice(0, count).map((value) => (value / (itemCount * raters)) ** 2))
    return (agreement / itemCount - byChance) / (1 - byChance)
  })
}

/**
 * Krippendorff's alpha for nominal labels, of any people, some of whom left items out.
 * Source: Krippendorff 2011, "Computing Krippendorff's alpha-reliability".
 * @param items the labels of each item, null where a person gave none; an item with one label says nothing
 */
export function krippendorffAlpha(items: readonly (readonly (string | null)[])[]): SetScore {
  const given = items.map((labels) => labels.filter((label) => label !== null))
  const { count, numberOf } = numbered(given.flat())
  const rows = given.map((labels) => {
    const row = new Float64Array(count * count)
    for (const [at, first] of labels.entries()) {
      for (const [other, second] of labels.entries()) {
        if (at !== other) {
          row[numberOf(first) * count + numberOf(second)] += 1 / (labels.length - 1)
        }
      }
    }
    return row
  })
  return pooledScore(rows, (table) => {
    const { total, firsts, same } = margins(table, count)
    const byChance = sum(firsts.map((value) => value * (total - value))) / (total * (total - 1))
    return 1 - (total - same) / total / byChance
  })
}

function numbered(labels: readonly string[]): { count: number; numberOf: (label: string) => number } {
  const numbers = new Map([...new Set(labels)].map((label, index) => [label, index]))
  return { count: numbers.size, numberOf: (label) => numbers.get(label) ?? 0 }
}

/** Of a square table of counts, [count x count]. */
function margins(
  table: Float64Array,
  count: number,
): { total: number; firsts: Float64Array; seconds: Float64Array; same: number } {
  const firsts = new Float64Array(count)
  const seconds = new Float64Array(count)
  let same = 0
  for (let first = 0; first < count; first++) {
    for (let second = 0; second < count; second++) {
      const value = table[first * count + second]
      firsts[first] += value
      seconds[second] += value
      same += first === second ? value : 0
    }
  }
  return { total: sum(firsts), firsts, seconds, same }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
