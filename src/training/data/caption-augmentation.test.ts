import { describe, expect, test } from 'vitest'
import { emptyRle } from '../../mask/rle'
import type { ChangeFact } from '../../names/captions/change-fact'
import { captionGrammars } from '../../names/captions/languages/caption-grammars'
import { madeFact } from '../../names/captions/testing'
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

const PLACES = [0.1, 0.5, 0.9].flatMap((y) => [0.1, 0.5, 0.9].map((x) => ({ x, y })))

describe.each(['de', 'zh-Hans'] as const)('captions of the program in %s', (language) => {
  const at = (place: { x: number; y: number }, more: Partial<ChangeFact> = {}): string[] =>
    captionGrammars[language]
      .describeChanges([madeFact({ word: 'car', colour: 'red', place, ...more })])
      .filter(({ length }) => length === 'full')
      .map((one) => one.text)

  test.each(PLACES)('are turned only where no word is false then: %j', (place) => {
    for (const caption of [...at(place), ...at(place, { kind: 'vanished' })]) {
      expect(flipCaptionHorizontally(caption)).toBe(place.x === 0.5 ? caption : null)
      expect(flipCaptionVertically(caption)).toBe(place.y === 0.5 ? caption : null)
    }
  })

  test('are not turned where a thing moved across or down', () => {
    const [left, right, top] = [PLACES[3], PLACES[5], PLACES[1]]
    const moved = (from: typeof left, place: typeof left): string[] => at(place, { kind: 'moved', from })
    moved(left, right).forEach((caption) => expect(flipCaptionHorizontally(caption)).toBeNull())
    moved(left, { ...left, x: 0.15 }).forEach((caption) =>
      expect(flipCaptionHorizontally(caption)).toBeNull(),
    )
    moved(top, PLACES[7]).forEach((caption) => expect(flipCaptionVertically(caption)).toBeNull())
    moved(top, { ...top, y: 0.15 }).forEach((caption) => expect(flipCaptionVertically(caption)).toBeNull())
  })

  test.each(PLACES)('are left out of a window where they tell a place in the whole: %j', (place) => {
    const captions = at(place)
    expect(captions).toHaveLength(1)
    const one = { ...item, captions, links: [], regions: [region('short')] }
    expect(captionsOfRegions(one, [0])).toEqual([])
    const near = at(place, { near: { word: 'bus', colour: null } })
    expect(captionsOfRegions({ ...one, captions: near }, [0])).toEqual(near)
  })
})

test.each([
  'Der linke Teil der Brücke fehlt.',
  'ein Haus am Westufer',
  'die Wiese im Nordosten ist bebaut',
  'das Ventil wurde im Uhrzeigersinn gedreht',
  'auf dem Schild steht „HALT“',
  '画面东侧新建了一栋楼',
  '阀门顺时针转动了',
  // a language whose words for a side are not known
  'La voiture rouge a disparu à gauche',
  'El coche de la derecha se ha ido',
  'Слева появилась машина',
])('"%s" is not turned across', (caption) => {
  expect(flipCaptionHorizontally(caption)).toBeNull()
})

test.each([
  'Ein rotes Auto ist erschienen.',
  'ein rechteckiges Haus fehlt',
  'ein Objekt der Art „road sign“ fehlt',
  '出现了一辆汽车。',
])('"%s" stays as it is when it is turned', (caption) => {
  expect(flipCaptionHorizontally(caption)).toBe(caption)
  expect(flipCaptionVertically(caption)).toBe(caption)
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
