import { expect, test } from 'vitest'
import { PairIndex } from './pair-index'
import type { ItemNames } from './pair-index'

function place(id: number, key: string, before: string, after: string, split: string | null = null) {
  return { id, key, split, before, after, width: 8, height: 8 }
}

const index = new PairIndex([
  place(1, 'train/1', 'images/A/1.png', 'images/B/1.png', 'train'),
  place(2, 'train/2', 'images/A/2.png', 'images/B/2.png', 'train'),
  place(3, 'val/2', 'val/A/2.png', 'val/B/2.png', 'val'),
  place(4, 'shared-a', 'clevr/base.png', 'clevr/a.png'),
  place(5, 'shared-b', 'clevr/base.png', 'clevr/b.png'),
  place(6, 'street/before-after', 'street/before.png', 'street/after.png'),
  place(7, 'park/before-after', 'park/before.png', 'park/after.png'),
])

/** The pair and how it was found, or why it was not. */
function found(names: Partial<ItemNames>): [number, string] | string {
  const match = index.find({ keys: [], before: '', after: '', split: null, ...names })
  return 'reason' in match ? match.reason : [match.pair.id, match.by]
}

const NONE = 'No pair of the project has this name.'
const SEVERAL = 'Several pairs of the project have this name.'

test('a key comes before all else, with or without the ending of a file', () => {
  expect(found({ keys: ['train/2'], after: 'images/B/1.png' })).toEqual([2, 'key'])
  expect(found({ keys: ['train/2.png'] })).toEqual([2, 'key'])
})

test('a path fits where it is the same, or one of both has more folders before it', () => {
  expect(found({ after: 'images/B/1.png' })).toEqual([1, 'path'])
  expect(found({ after: 'B/1.png' })).toEqual([1, 'path'])
  expect(found({ after: 'my/data/images/B/1.png' })).toEqual([1, 'path'])
  expect(found({ after: 'other.png', before: 'images/A/1.png' })).toEqual([1, 'path'])
})

test('an image of two pairs names none of them', () => {
  expect(found({ before: 'clevr/base.png' })).toBe(SEVERAL)
  expect(found({ after: 'clevr/b.png', before: 'clevr/base.png' })).toEqual([5, 'path'])
})

test('a file name fits where one pair has it, also with what tools add', () => {
  expect(found({ keys: ['out/1'] })).toEqual([1, 'name'])
  expect(found({ keys: ['1_mask'] })).toEqual([1, 'name'])
  expect(found({ keys: ['2'] })).toBe(SEVERAL)
  expect(found({ after: 'x/after.png' })).toBe(SEVERAL)
  expect(found({ keys: ['9'] })).toBe(NONE)
})

test('a file name in another split is another pair', () => {
  expect(found({ keys: ['1'], split: 'val' })).toBe(NONE)
  expect(found({ keys: ['1'], split: 'train' })).toEqual([1, 'name'])
  expect(found({ keys: ['test/1'] })).toBe(NONE)
  expect(found({ keys: ['training/1_mask'] })).toEqual([1, 'name'])
})
