import { expect, test } from 'vitest'
import { trainingOptionsSchema, type TrainingPlan } from '../../contract/training'
import { emptyRle } from '../../mask/rle'
import type { TuneItem } from './item'
import { planOf } from './plan'

const region = { category: 'spot', mask: emptyRle(8, 8), beforeMask: null }

function planFor(captions: readonly string[], regions: TuneItem['regions']): TrainingPlan {
  const items = captions.map((caption, index): TuneItem => {
    const own = index === 0 ? regions : []
    const frames = { before: '', after: '' }
    return {
      pairId: index,
      key: String(index),
      ...frames,
      regions: own,
      captions: [caption],
      links: [],
      isHeldOut: index === 1,
    }
  })
  const sides = items.map(({ isHeldOut }) => (isHeldOut ? ('held-out' as const) : ('train' as const)))
  return planOf({
    items,
    states: items.map(() => 'accepted' as const),
    split: { sides, groupCount: items.length, isByPair: false },
    heldOutBefore: 0,
    leftOut: [],
    model: { reason: 'none is there' },
    options: trainingOptionsSchema.parse({}),
    secondsPerStep: null,
  })
}

const codes = ({ shortages }: TrainingPlan): string[] => shortages.map(({ code }) => code)

test('a pair without a region whose caption tells of a change is not counted as without one', () => {
  const words = ['a spot has appeared', 'a car is gone', 'there is no difference']
  const plan = planFor(words, [region])
  expect(plan.unchangedCount).toBe(1)
  expect(codes(plan)).toContain('unmarked')
  const bare = planFor(words.slice(0, 2), [])
  expect(bare.unchangedCount).toBe(0)
  expect(codes(bare)).toEqual(expect.arrayContaining(['no-change', 'no-unchanged']))
  expect(codes(bare)).not.toContain('unmarked')
})
