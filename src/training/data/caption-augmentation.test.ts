import { expect, test } from 'vitest'
import { emptyRle } from '../../mask/rle'
import { captionsOfRegions, flipCaptionHorizontally, flipCaptionVertically } from './caption-augmentation'
import type { CorrectedPair } from './corrected-pair'

test('a horizontal flip exchanges left and right, and keeps the case', () => {
  expect(flipCaptionHorizontally('The Left car moved to the right side, left of the tree')).toBe(
    'The Right car moved to the left side, right of the tree',
  )
  expect(flipCaptionHorizontally('a short at the top left')).toBe('a short at the top right')
  expect(flipCaptionHorizontally('no change')).toBe('no change')
})

test('a pair is not flipped where left is a verb or right means correct', () => {
  expect(flipCaptionHorizontally('the man left the street')).toBeNull()
  expect(flipCaptionHorizontally('cars turn right there')).toBeNull()
  expect(flipCaptionHorizontally('the sign says STOP')).toBeNull()
})

test.each([
  'nothing left of the old house',
  'the man is gone and left the bag',
  'what was left of the shed is gone',
  'a wall at a right angle to the road',
])('"%s" names no side, and the pair is not flipped', (caption) => {
  expect(flipCaptionHorizontally(caption)).toBeNull()
})

test('rotations and compass points are exchanged', () => {
  expect(flipCaptionHorizontally('rotated counter-clockwise, then Clockwise')).toBe(
    'rotated clockwise, then Counterclockwise',
  )
  expect(flipCaptionVertically('the valve turned anti-clockwise')).toBe('the valve turned clockwise')
  expect(flipCaptionHorizontally('houses on the eastern bank')).toBe('houses on the western bank')
  expect(flipCaptionVertically('the northern field')).toBe('the southern field')
  expect(flipCaptionVertically('the northeastern field')).toBeNull()
})

test('flipping twice gives the caption back', () => {
  const caption = 'the small cube on the left is right of the sphere at the bottom right'
  expect(flipCaptionHorizontally(flipCaptionHorizontally(caption)!)).toBe(caption)
})

test('a vertical flip exchanges top and bottom', () => {
  expect(flipCaptionVertically('a spur at the top left above the hole')).toBe(
    'a spur at the bottom left below the hole',
  )
  expect(flipCaptionVertically('the box fell down')).toBeNull()
})

const mask = emptyRle(8, 8)
const region = (category: string) => ({ category, mask, beforeMask: null })
const text = 'a short at the top left, an open in the middle and a spur at the bottom right'
const item: CorrectedPair = {
  pairId: 1,
  key: 'a',
  before: '',
  after: '',
  regions: [region('short'), region('open'), region('spur')],
  isUnchanged: false,
  captions: [text],
  links: ['short', 'open', 'spur'].map((word, index) => ({
    caption: 0,
    start: text.indexOf(word),
    end: text.indexOf(word) + word.length,
    region: index,
  })),
  isHeldOut: false,
}

test('a window gets the clauses of its regions, without their place in the whole', () => {
  expect(captionsOfRegions(item, [1])).toEqual(['an open'])
  expect(captionsOfRegions(item, [0, 2])).toEqual(['a short and a spur'])
})

test('without links no words are assigned to one region among several', () => {
  expect(captionsOfRegions({ ...item, links: [] }, [1])).toEqual([])
  expect(captionsOfRegions({ ...item, links: [], regions: [region('short')] }, [0])[0]).toContain('a short')
})
