import { expect, test } from 'vitest'
import { emptyRle } from '../../mask/rle'
import { captionsOfPart, mirrorCaption, turnCaption } from './caption-words'
import type { TuneItem } from './item'

test('a mirrored pair exchanges left and right, and keeps the case', () => {
  expect(mirrorCaption('The Left car moved to the right side, left of the tree')).toBe(
    'The Right car moved to the left side, right of the tree',
  )
  expect(mirrorCaption('a short at the top left')).toBe('a short at the top right')
  expect(mirrorCaption('no change')).toBe('no change')
})

test('where left is a verb or right means correct, the pair is not mirrored', () => {
  expect(mirrorCaption('the man left the street')).toBeNull()
  expect(mirrorCaption('cars turn right there')).toBeNull()
  expect(mirrorCaption('the sign says STOP')).toBeNull()
})

test.each([
  'nothing left of the old house',
  'the man is gone and left the bag',
  'what was left of the shed is gone',
  'a wall at a right angle to the road',
])('"%s" names no side, and the pair is not mirrored', (caption) => {
  expect(mirrorCaption(caption)).toBeNull()
})

test('ways of turning and parts of the compass change with the picture', () => {
  expect(mirrorCaption('rotated counter-clockwise, then Clockwise')).toBe(
    'rotated clockwise, then Counterclockwise',
  )
  expect(turnCaption('the valve turned anti-clockwise')).toBe('the valve turned clockwise')
  expect(mirrorCaption('houses on the eastern bank')).toBe('houses on the western bank')
  expect(turnCaption('the northern field')).toBe('the southern field')
  expect(turnCaption('the northeastern field')).toBeNull()
})

test('mirroring twice gives the caption back', () => {
  const caption = 'the small cube on the left is right of the sphere at the bottom right'
  expect(mirrorCaption(mirrorCaption(caption)!)).toBe(caption)
})

test('a turned pair exchanges top and bottom', () => {
  expect(turnCaption('a spur at the top left above the hole')).toBe(
    'a spur at the bottom left below the hole',
  )
  expect(turnCaption('the box fell down')).toBeNull()
})

const mask = emptyRle(8, 8)
const region = (category: string) => ({ category, mask, beforeMask: null })
const text = 'a short at the top left, an open in the middle and a spur at the bottom right'
const item: TuneItem = {
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

test('a window is told the clauses of its regions, without their place in the whole', () => {
  expect(captionsOfPart(item, [1])).toEqual(['an open'])
  expect(captionsOfPart(item, [0, 2])).toEqual(['a short and a spur'])
})

test('without links the words of one region among several are not guessed', () => {
  expect(captionsOfPart({ ...item, links: [] }, [1])).toEqual([])
  expect(captionsOfPart({ ...item, links: [], regions: [region('short')] }, [0])[0]).toContain('a short')
})
