import { expect, test } from 'vitest'
import type { PairCounts } from '../accuracy/scoring'
import { effectOf } from './effect'
import { describeRule } from './way-results'

const pair = (...counts: number[]): PairCounts => ({ key: 'key', group: 'all', counts })
const iou = (before: number, after: number) => ({
  measure: 'iou' as const,
  before: [pair(before, 1000)],
  after: [pair(after, 1000)],
  note: '',
})

test('of boards the effect is one of F1, so that false regions cost what missed defects cost', () => {
  const effect = effectOf('boxes', [pair(8, 10, 2)], [pair(9, 10, 0)])
  expect(effect.before).toBeCloseTo(0.8, 6)
  expect(effect.after).toBeCloseTo(18 / 19, 6)
})

test('an effect is of the same pairs, and its interval holds it', () => {
  const before = Array.from({ length: 20 }, (_, at) => pair(50 + at, 100))
  const after = Array.from({ length: 20 }, (_, at) => pair(60 + at, 100))
  const { low, high } = effectOf('iou', before, after)
  expect(low).toBeCloseTo(0.1, 6)
  expect(high).toBeCloseTo(0.1, 6)
})

test('a way passes with .02 in the mean where no set loses more than .01', () => {
  expect(describeRule('way', [iou(500, 560), iou(500, 495)])).toMatch(/\| passes$/)
  expect(describeRule('way', [iou(500, 560), iou(500, 485)])).toMatch(/does not pass$/)
  expect(describeRule('way', [iou(500, 515), iou(500, 515)])).toMatch(/does not pass$/)
})
