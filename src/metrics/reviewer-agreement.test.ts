import { describe, expect, test } from 'vitest'
import { cohenKappa, fleissKappa, krippendorffAlpha } from './reviewer-agreement'
import type { LabelPair } from './reviewer-agreement'
import { bootstrapIntervals } from './set-score'

/** As many times each as said. */
function repeated<T>(counts: readonly (readonly [T, number])[]): T[] {
  return counts.flatMap(([value, count]) => Array.from({ length: count }, () => value))
}

describe('Cohen’s kappa', () => {
  test('of 50 decisions, 35 of them the same, is .4', () => {
    const items = repeated<LabelPair>([
      [['yes', 'yes'], 20],
      [['yes', 'no'], 5],
      [['no', 'yes'], 10],
      [['no', 'no'], 15],
    ])
    // observed .7; by chance .5 * .6 + .5 * .4 = .5
    expect(cohenKappa([items]).corpus).toBeCloseTo(0.4, 12)
  })

  test('of three labels equals the fraction by hand', () => {
    const items = repeated<LabelPair>([
      [['a', 'a'], 88],
      [['a', 'b'], 14],
      [['a', 'c'], 18],
      [['b', 'a'], 10],
      [['b', 'b'], 40],
      [['b', 'c'], 10],
      [['c', 'a'], 2],
      [['c', 'b'], 6],
      [['c', 'c'], 12],
    ])
    // observed 140 of 200; by chance (120 * 100 + 60 * 60 + 20 * 40) / 200 ** 2 = .41
    expect(cohenKappa([items]).corpus).toBeCloseTo((0.7 - 0.41) / (1 - 0.41), 12)
  })

  test('has an interval around it, and none where all gave one label', () => {
    const items = repeated<LabelPair>([
      [['yes', 'yes'], 40],
      [['no', 'no'], 40],
      [['yes', 'no'], 20],
    ])
    const score = cohenKappa(items.map((labels) => [labels]))
    const [{ low, high }] = bootstrapIntervals([score])
    expect(low).toBeLessThan(score.corpus)
    expect(high).toBeGreaterThan(score.corpus)
    expect(cohenKappa([[['yes', 'yes']]]).corpus).toBeNaN()
    expect(cohenKappa([]).corpus).toBeNaN()
  })
})

describe('Fleiss’ kappa', () => {
  test('of ten items, fourteen people and five labels is that of the published example', () => {
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ]
    const items = counts.map((row) => repeated(row.map((count, label) => [String(label), count] as const)))
    // by hand: mean agreement 3.78021978 / 10, by chance (20, 28, 39, 21, 32 of 140)
    const byChance = [20, 28, 39, 21, 32].reduce((total, count) => total + (count / 140) ** 2, 0)
    const pairs = counts.map((row) => row.reduce((total, count) => total + count * (count - 1), 0))
    const observed = pairs.reduce((total, count) => total + count / (14 * 13), 0) / 10
    const kappa = fleissKappa(items).corpus
    expect(kappa).toBeCloseTo((observed - byChance) / (1 - byChance), 12)
    expect(kappa).toBeCloseTo(0.21, 3)
  })

  test('refuses items with other numbers of labels', () => {
    expect(() => fleissKappa([['a', 'b'], ['a']])).toThrow(RangeError)
  })
})

describe('Krippendorff’s alpha', () => {
  /** Four people, twelve items; rows are people. */
  const published = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ]
  const items = published[0].map((_, item) =>
    published.map((row) => (row[item] === null ? null : String(row[item]))),
  )

  test('of the published example with missing labels is .743', () => {
    // 40 labels: 9, 13, 10, 5 and 3 of each kind; 32 of the ordered pairs are alike
    const byChance = 9 * 8 + 13 * 12 + 10 * 9 + 5 * 4 + 3 * 2
    expect(krippendorffAlpha(items).corpus).toBeCloseTo((39 * 32 - byChance) / (40 * 39 - byChance), 12)
    expect(krippendorffAlpha(items).corpus).toBeCloseTo(0.743, 3)
  })

  test('of two people without missing labels equals the fraction by hand', () => {
    const labels = repeated<(string | null)[]>([
      [['yes', 'yes'], 4],
      [['no', 'no'], 3],
      [['yes', 'no'], 3],
    ])
    // 20 labels, 11 yes and 9 no; 6 of 20 ordered pairs differ, by chance 2 * 11 * 9 of 20 * 19
    expect(krippendorffAlpha(labels).corpus).toBeCloseTo(1 - (6 / 20) * ((20 * 19) / (2 * 11 * 9)), 12)
  })

  test('does not hear items with one label', () => {
    const labels = [
      ['yes', 'yes'],
      ['no', 'no'],
      ['yes', null],
      [null, null],
    ]
    expect(krippendorffAlpha(labels).corpus).toBe(1)
  })
})
