import { expect, test } from 'vitest'
import { emptyRle } from '../mask/rle'
import type { Diff } from './diff'
import { areClashing, touchedBy } from './touched'

const stroke = (regionId: string): Diff => [
  { type: 'region.mask', regionId, frame: 'after', flip: emptyRle(4, 4) },
]
const category = (regionId: string, to: string): Diff => [
  { type: 'region.set', regionId, from: { category: 'change' }, to: { category: to } },
]
const region = {
  id: 'a',
  category: 'change',
  status: 'proposed',
  mask: emptyRle(4, 4),
  beforeMask: null,
  source: { kind: 'person' },
  score: null,
} as const
const removal: Diff = [{ type: 'region.remove', region, index: 0 }]
const caption = (captionId: string): Diff => [
  { type: 'caption.set', captionId, from: { text: '' }, to: { text: 'a house' } },
]
const link: Diff = [
  { type: 'link.add', link: { id: 'l', captionId: 'c', start: 0, end: 1, regionId: 'a' }, index: 0 },
]
const notes: Diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'x' } }]
const accepted: Diff = [
  {
    type: 'review.set',
    from: { state: 'unreviewed', reviewer: null },
    to: { state: 'accepted', reviewer: 'ann' },
  },
]
const corrected: Diff = [
  ...stroke('b'),
  { type: 'review.set', from: { state: 'accepted' }, to: { state: 'corrected' } },
]

const clash = (one: Diff, other: Diff): boolean => {
  const there = areClashing(touchedBy(one), touchedBy(other))
  expect(areClashing(touchedBy(other), touchedBy(one))).toBe(there)
  return there
}

test.each([
  ['strokes on one region', stroke('a'), stroke('a'), true],
  ['strokes on two regions', stroke('a'), stroke('b'), false],
  ['a stroke and a name of one region', stroke('a'), category('a', 'house'), false],
  ['two names of one region', category('a', 'house'), category('a', 'road'), true],
  ['a stroke on a region that is removed', stroke('a'), removal, true],
  ['texts of one caption', caption('c'), caption('c'), true],
  ['texts of two captions', caption('c'), caption('d'), false],
  ['a link in a text that is changed', link, caption('c'), true],
  ['a link to a region that is removed', link, removal, true],
  ['a link to a region that is painted', link, stroke('a'), false],
  ['notes and a stroke', notes, stroke('a'), false],
  ['notes and notes', notes, notes, true],
  ['a decision and notes', accepted, notes, false],
  ['a decision and any work that it is about', accepted, stroke('a'), true],
  ['two decisions', accepted, accepted, true],
  ['corrections of two regions of an accepted pair', corrected, corrected.slice(1), false],
])('%s', (_name, one, other, isClash) => expect(clash(one, other)).toBe(isClash))
