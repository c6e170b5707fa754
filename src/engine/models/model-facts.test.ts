import { expect, test } from 'vitest'
import { readScores } from './model-facts'

test('scores of a package are read whether they are numbers or comparisons with a parent', () => {
  const written = {
    verdict: 'better',
    heldOutPairs: 12,
    'mask-iou': { before: 0.2, after: 0.5, difference: { low: 0.1, high: 0.4 } },
    'cider-d': 1.2,
    'rouge-l': 'much',
  }
  expect(readScores(written)).toEqual([
    { name: 'mask-iou', value: 0.5, low: null, high: null, parent: 0.2 },
    { name: 'cider-d', value: 1.2, low: null, high: null, parent: null },
  ])
  expect([null, [], 'x', {}].map(readScores)).toEqual([[], [], [], []])
})
