import { describe, expect, test } from 'vitest'
import type { CaptionLanguage } from '../../contract/project'
import { COCO_NAMES } from '../coco-names'
import type { CaptionQuery, QueriedThing } from './caption-query'
import { readCaption } from './read-caption'

const project = COCO_NAMES.map((kind) => ({ word: kind, kinds: [kind] }))

function thingText({ kinds, isAny, colours, size }: QueriedThing): string {
  const kind = isAny ? 'anything' : kinds.length === 0 ? 'unknown' : kinds.join('|')
  return [size, colours.at(0), kind].filter((part) => part !== null && part !== undefined).join(' ')
}

/** What was read in short: count, thing, change, and where. */
function short(query: CaptionQuery): string {
  const { thing, count, change, place, from, near, former, light, turned, formerColours, isCourse } = query
  const at = (one: typeof place): string => [one?.row, one?.column].filter(Boolean).join('-')
  return [
    `${count ?? 'several'} ${thingText(thing)} ${light ?? change ?? '-'}`,
    place === null ? null : `${isCourse ? 'towards' : 'at'} ${at(place)}`,
    from === null ? null : `from ${at(from)}`,
    near === null ? null : `near ${thingText(near)}`,
    former === null ? null : `for ${thingText(former)}`,
    formerColours.length === 0 ? null : `was ${formerColours[0]}`,
    turned.length === 0 ? null : `is ${turned[0]}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

const read = (caption: string, language: CaptionLanguage = 'en'): string[] =>
  readCaption(caption, project, language).map(short)

describe('everyday English', () => {
  test.each<[string, string[]]>([
    ['a man walked in on the right', ['1 person appeared, at right']],
    ['the parked car is gone', ['1 car gone']],
    ['there is a new car next to the white van', ['1 car appeared, near white car|truck|bus']],
    ['someone left', ['1 person gone']],
    ['a dog sits on the left', ['1 dog appeared, at left']],
    ['several cars have disappeared from the parking lot', ['several car gone']],
    ['the small dog at the top left was removed', ['1 small dog gone, at upper-left']],
    ['On the left, a lorry appeared', ['1 truck appeared, at left']],
    ['in the image a car appeared to the right of the van', ['1 car appeared, near car|truck|bus']],
    ['the traffic light turned green', ['1 traffic light recoloured, is green']],
    ['an orange on the table is gone', ['1 orange gone, near dining table']],
    ['the windmill is gone', ['1 unknown gone']],
    ['a green balloon appeared', ['1 green unknown appeared']],
    ['something changed in the middle', ['1 anything changed, at centre-centre']],
    ['three people', ['3 person -']],
  ])('%s', (caption, expected) => {
    expect(read(caption)).toEqual(expected)
  })

  test('a clause takes the verb and the place of the one that it belongs to', () => {
    expect(read('A person and a dog appeared on the right')).toEqual([
      '1 person appeared, at right',
      '1 dog appeared, at right',
    ])
    expect(read('A person appeared on the right and another on the left')).toEqual([
      '1 person appeared, at right',
      '1 person appeared, at left',
    ])
    expect(read('A red car appeared and a blue one is gone.')).toEqual([
      '1 red car appeared',
      '1 blue car gone',
    ])
  })

  test('what did not change is not asked for', () => {
    expect(read('the house is unchanged but a truck is parked at the bottom left')).toEqual([
      '1 truck appeared, at lower-left',
    ])
  })
})

describe('captions as the grammar writes them', () => {
  test.each<[english: string, german: string, chinese: string, expected: string[]]>([
    [
      'A red car appeared next to a blue bus.',
      'Ein rotes Auto ist neben einem blauen Bus erschienen.',
      '一辆蓝色公交车旁边出现了一辆红色汽车。',
      ['1 red car appeared, near blue bus'],
    ],
    [
      'A red car is no longer visible on the left.',
      'Ein rotes Auto ist links nicht mehr zu sehen.',
      '左侧的一辆红色汽车不再可见。',
      ['1 red car gone, at left'],
    ],
    [
      'A dog moved from the left to the right.',
      'Ein Hund hat sich von links nach rechts bewegt.',
      '一只狗从左侧移到了右侧。',
      ['1 dog moved, at right, from left'],
    ],
    [
      'A dog next to a blue bus moved down.',
      'Ein Hund neben einem blauen Bus hat sich nach unten bewegt.',
      '一辆蓝色公交车旁边的一只狗向下移动了。',
      ['1 dog moved, towards lower, near blue bus'],
    ],
    [
      'A bicycle was replaced by a motorcycle in the centre.',
      'Ein Fahrrad wurde in der Mitte durch ein Motorrad ersetzt.',
      '中央的一辆自行车被一辆摩托车取代了。',
      ['1 motorcycle replaced, at centre-centre, for bicycle'],
    ],
    [
      'A car on the left changed from red to dark blue.',
      'Ein Auto links hat die Farbe von Rot zu Dunkelblau gewechselt.',
      '左侧的一辆汽车由红色变成了深蓝色。',
      ['1 car recoloured, at left, was red, is dark blue'],
    ],
    [
      'An area in the centre became brighter.',
      'Ein Bereich in der Mitte ist heller geworden.',
      '中央的一处区域变亮了。',
      ['1 anything brighter, at centre-centre'],
    ],
    [
      'Two people appeared on the right.',
      'Zwei Personen sind rechts erschienen.',
      '右侧出现了两个人。',
      ['2 person appeared, at right'],
    ],
    [
      'A person appeared in the upper right, a kite is no longer visible on the left, and there are two smaller changes.',
      'Eine Person ist oben rechts erschienen, ein Drachen ist links nicht mehr zu sehen und es gibt zwei kleinere Veränderungen.',
      '右上方出现了一个人，左侧的一只风筝不再可见，另有两处较小的变化。',
      ['1 person appeared, at upper-right', '1 kite gone, at left'],
    ],
  ])('%s', (english, german, chinese, expected) => {
    expect(read(english)).toEqual(expected)
    expect(read(german, 'de')).toEqual(expected)
    expect(read(chinese, 'zh-Hans')).toEqual(expected)
    // whatever the project's language is
    expect(read(german)).toEqual(expected)
    expect(read(english, 'zh-Hans')).toEqual(expected)
  })
})

test('everyday German and Chinese', () => {
  expect(read('Der Müllwagen ist weg', 'de')).toEqual(['1 car gone'])
  expect(read('Ein Mann ist oben links aufgetaucht', 'de')).toEqual(['1 person appeared, at upper-left'])
  expect(read('左上角的车不见了', 'zh-Hans')).toEqual(['1 car|truck|bus|motorcycle gone, at upper-left'])
  expect(read('桌子上出现了一个杯子', 'zh-Hans')).toEqual(['1 cup appeared, near dining table'])
})

test('the project’s own words come first, in any form', () => {
  const own = [
    { word: 'HGV', kinds: ['truck'] },
    { word: 'missing resistor', kinds: [] },
    { word: 'vehicle', kinds: ['car'] },
    { word: 'vehicle', kinds: ['bus'] },
  ]
  const words = (caption: string): (string | null)[] =>
    readCaption(caption, own).map(({ thing }) => thing.word)
  expect(words('two HGVs came')).toEqual(['HGV'])
  expect(words('a missing resistor on the left')).toEqual(['missing resistor'])
  const [query] = readCaption('the vehicle is gone', own)
  expect(query.thing).toMatchObject({ word: 'vehicle', kinds: ['car', 'bus'] })
  expect(readCaption('the car is gone', own)[0].thing).toMatchObject({ word: null, kinds: ['car'] })
})

test('spans are the words of the things', () => {
  const caption = 'The parked red car is gone, and two people sit next to it.'
  const spans = readCaption(caption, project).map(({ start, end }) => caption.slice(start, end))
  expect(spans).toEqual(['The parked red car', 'two people'])
})

describe('odd input', () => {
  test.each(['', '   ', 'xyzzy plugh', '🚗🚗 👍', '.,;:!?', 'the the the', '的的的', '12 34'])(
    '%j asks for nothing',
    (caption) => {
      expect(read(caption)).toEqual([])
    },
  )

  test('2,000 characters are read, and a bounded number of things', () => {
    const long = 'a car appeared on the left, '.repeat(80).slice(0, 2000)
    expect(read(long).length).toBe(40)
    expect(read('和'.repeat(2000))).toEqual([])
    expect(read(`${'x'.repeat(1990)} is gone`)).toEqual(['1 unknown gone'])
    expect(read('car '.repeat(500))).toHaveLength(1)
  })

  test('emoji and capitals between known words change nothing', () => {
    expect(read('🚗 A CAR 🚗 APPEARED 👍 ON THE LEFT')).toEqual(['1 car appeared, at left'])
  })
})
