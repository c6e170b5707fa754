import { describe, expect, test } from 'vitest'
import type { CaptionLanguage } from '../../../contract/project'
import type { ChangeFact, Place } from '../change-fact'
import { madeFact, randomFacts } from '../testing'
import { captionGrammars } from './caption-grammars'

const LEFT: Place = { x: 0.1, y: 0.5 }
const RIGHT: Place = { x: 0.9, y: 0.5 }
const TOP: Place = { x: 0.5, y: 0.1 }
const CENTRE: Place = { x: 0.5, y: 0.5 }
const UPPER_RIGHT: Place = { x: 0.9, y: 0.1 }

type Fields = Partial<ChangeFact>
const person: Fields = { word: 'person', place: RIGHT }
const car: Fields = { word: 'car', colour: 'red' }
const gone: Fields = { kind: 'no longer visible', place: LEFT }
const near = { word: 'bus', colour: 'blue' }

function caption(language: CaptionLanguage, length: string, fields: readonly Fields[]): string {
  const facts = fields.map((one, at) => madeFact({ regionId: `r${at}`, share: 0.03 - at / 1000, ...one }))
  const captions = captionGrammars[language].describeChanges(facts)
  return captions.find((one) => one.length === length)?.text ?? ''
}

type Case = readonly [fields: readonly Fields[], english: string, german: string, chinese: string]

const ONE: readonly Case[] = [
  [[person], 'A person appeared on the right.', 'Eine Person ist rechts erschienen.', '右侧出现了一个人。'],
  [
    [{ ...car, near }],
    'A red car appeared next to a blue bus.',
    'Ein rotes Auto ist neben einem blauen Bus erschienen.',
    '一辆蓝色公交车旁边出现了一辆红色汽车。',
  ],
  [
    [{ ...car, near: { word: 'car', colour: 'red' } }],
    'A red car appeared next to another red car.',
    'Ein rotes Auto ist neben einem anderen roten Auto erschienen.',
    '一辆红色汽车旁边出现了另一辆红色汽车。',
  ],
  [
    [{ ...car, ...gone }],
    'A red car is no longer visible on the left.',
    'Ein rotes Auto ist links nicht mehr zu sehen.',
    '左侧的一辆红色汽车不再可见。',
  ],
  [
    [{ ...car, kind: 'vanished', place: TOP }],
    'A red car vanished from the top.',
    'Ein rotes Auto ist oben verschwunden.',
    '上方的一辆红色汽车消失了。',
  ],
  [
    [{ ...car, kind: 'vanished', near }],
    'A red car next to a blue bus vanished.',
    'Ein rotes Auto neben einem blauen Bus ist verschwunden.',
    '一辆蓝色公交车旁边的一辆红色汽车消失了。',
  ],
  [
    [{ word: 'dog', kind: 'moved', from: LEFT, place: RIGHT }],
    'A dog moved from the left to the right.',
    'Ein Hund hat sich von links nach rechts bewegt.',
    '一只狗从左侧移到了右侧。',
  ],
  [
    [{ word: 'dog', kind: 'moved', from: CENTRE, place: { x: 0.5, y: 0.6 }, near }],
    'A dog next to a blue bus moved down.',
    'Ein Hund neben einem blauen Bus hat sich nach unten bewegt.',
    '一辆蓝色公交车旁边的一只狗向下移动了。',
  ],
  [[{ word: 'dog', kind: 'moved' }], 'A dog moved.', 'Ein Hund hat sich bewegt.', '一只狗移动了。'],
  [
    [{ word: 'motorcycle', colour: null, kind: 'replaced', former: 'bicycle' }],
    'A bicycle was replaced by a motorcycle in the centre.',
    'Ein Fahrrad wurde in der Mitte durch ein Motorrad ersetzt.',
    '中央的一辆自行车被一辆摩托车取代了。',
  ],
  [
    [{ word: 'bus', colour: 'red', kind: 'replaced', former: 'bus', formerColour: 'blue' }],
    'A blue bus was replaced by a red bus in the centre.',
    'Ein blauer Bus wurde in der Mitte durch einen roten Bus ersetzt.',
    '中央的一辆蓝色公交车被一辆红色公交车取代了。',
  ],
  [
    [{ ...car, kind: 'replaced', former: 'car', colour: null }],
    'A car was replaced by another car in the centre.',
    'Ein Auto wurde in der Mitte durch ein anderes Auto ersetzt.',
    '中央的一辆汽车被另一辆汽车取代了。',
  ],
  [
    [{ word: 'car', kind: 'changed colour', formerColour: 'red', colour: 'dark blue', place: LEFT }],
    'A car on the left changed from red to dark blue.',
    'Ein Auto links hat die Farbe von Rot zu Dunkelblau gewechselt.',
    '左侧的一辆汽车由红色变成了深蓝色。',
  ],
  [
    [{ ...person, kind: 'changed colour', formerColour: 'red', place: LEFT }],
    'A person on the left looks different.',
    'Eine Person links sieht anders aus.',
    '左侧的一个人的外观发生了变化。',
  ],
  [[{ ...car, share: 0.6 }], 'A red car appeared.', 'Ein rotes Auto ist erschienen.', '出现了一辆红色汽车。'],
  [
    [{ word: 'scissors', colour: null, place: UPPER_RIGHT }],
    'A pair of scissors appeared in the upper right.',
    'Eine Schere ist oben rechts erschienen.',
    '右上方出现了一把剪刀。',
  ],
  [
    [{ word: 'skis', colour: null, place: { x: 0.1, y: 0.9 } }],
    'A pair of skis appeared in the lower left.',
    'Ein Paar Ski ist unten links erschienen.',
    '左下方出现了一副双板滑雪板。',
  ],
  [
    [{ word: 'bear', kind: 'replaced', former: 'elephant', colour: null }],
    'An elephant was replaced by a bear in the centre.',
    'Ein Elefant wurde in der Mitte durch einen Bären ersetzt.',
    '中央的一头大象被一头熊取代了。',
  ],
  [
    [{ word: 'missing resistor', place: UPPER_RIGHT }],
    'A resistor is missing in the upper right.',
    'Ein Objekt der Art „resistor“ fehlt oben rechts.',
    '右上方缺少一个 resistor。',
  ],
]

const UNNAMED: readonly Case[] = [
  [
    [{ place: LEFT }],
    'A grey object appeared on the left.',
    'Ein graues Objekt ist links erschienen.',
    '左侧出现了一个灰色物体。',
  ],
  [
    [{ kind: 'changed', formerColour: 'grey', colour: 'white', place: UPPER_RIGHT }],
    'An area in the upper right turned from grey to white.',
    'Ein Bereich oben rechts hat die Farbe von Grau zu Weiß gewechselt.',
    '右上方的一处区域由灰色变成了白色。',
  ],
  [
    [{ kind: 'changed', turn: 'brighter' }],
    'An area in the centre became brighter.',
    'Ein Bereich in der Mitte ist heller geworden.',
    '中央的一处区域变亮了。',
  ],
  [
    [{ kind: 'changed', turn: 'detail' }],
    'An area in the centre changed its detail.',
    'Ein Bereich in der Mitte hat sich im Detail verändert.',
    '中央的一处区域的细节发生了变化。',
  ],
  [
    [{ kind: 'changed', formerColour: 'grey', colour: 'white', share: 0.6 }],
    'Most of the view turned from grey to white.',
    'Der größte Teil des Bildes hat die Farbe von Grau zu Weiß gewechselt.',
    '画面的大部分区域由灰色变成了白色。',
  ],
  [[], 'No change was found.', 'Es wurde keine Veränderung gefunden.', '未发现变化。'],
]

const SEVERAL: readonly Case[] = [
  [
    [person, person],
    'Two people appeared on the right.',
    'Zwei Personen sind rechts erschienen.',
    '右侧出现了两个人。',
  ],
  [
    Array.from({ length: 11 }, () => person),
    '11 people appeared on the right.',
    '11 Personen sind rechts erschienen.',
    '右侧出现了 11 个人。',
  ],
  [
    [person, { ...person, place: LEFT }],
    'A person appeared on the right and another on the left.',
    'Eine Person ist rechts erschienen und eine weitere Person ist links erschienen.',
    '右侧出现了一个人，左侧出现了另一个人。',
  ],
  [
    [person, { ...person, place: LEFT }, { ...person, place: TOP }],
    'Three people appeared.',
    'Drei Personen sind erschienen.',
    '出现了三个人。',
  ],
  [
    [car, { ...car, colour: 'blue' }],
    'Two cars appeared in the centre.',
    'Zwei Autos sind in der Mitte erschienen.',
    '中央出现了两辆汽车。',
  ],
  [
    [person, { word: 'dog', place: RIGHT }],
    'A person and a dog appeared on the right.',
    'Eine Person und ein Hund sind rechts erschienen.',
    '右侧出现了一个人和一只狗。',
  ],
  [
    [person, { ...car, ...gone }],
    'A person appeared on the right, and a red car is no longer visible on the left.',
    'Eine Person ist rechts erschienen und ein rotes Auto ist links nicht mehr zu sehen.',
    '右侧出现了一个人，左侧的一辆红色汽车不再可见。',
  ],
  [
    [
      { word: 'cat' },
      { word: 'kite', colour: null, ...gone },
      { word: 'bench', colour: null, kind: 'vanished' },
      { word: 'bowl', colour: null, kind: 'moved' },
      { word: 'vase', colour: null },
    ],
    'A cat appeared in the centre, a kite is no longer visible on the left, a bench vanished from the centre, and there are two smaller changes.',
    'Eine Katze ist in der Mitte erschienen, ein Drachen ist links nicht mehr zu sehen, eine Sitzbank ist in der Mitte verschwunden und es gibt zwei kleinere Veränderungen.',
    '中央出现了一只猫，左侧的一只风筝不再可见，中央的一张长椅消失了，另有两处较小的变化。',
  ],
]

describe.each(['en', 'de', 'zh-Hans'] as const)('the full caption in %s', (language) => {
  const at = { en: 1, de: 2, 'zh-Hans': 3 } as const
  test.each([...ONE, ...UNNAMED, ...SEVERAL])('%j', (...told) => {
    expect(caption(language, 'full', told[0])).toBe(told[at[language]])
  })
})

test.each([
  [
    'en',
    'A person appeared on the right (0.8 % of the image), and a red car is no longer visible on the left.',
  ],
  [
    'de',
    'Eine Person ist rechts erschienen (0,8 % des Bildes) und ein rotes Auto ist links nicht mehr zu sehen.',
  ],
  ['zh-Hans', '右侧出现了一个人（占图像的 0.8%），左侧的一辆红色汽车不再可见。'],
] as const)('the measured caption in %s', (language, text) => {
  expect(
    caption(language, 'measured', [
      { ...person, share: 0.008 },
      { ...car, ...gone, share: 0.0003 },
    ]),
  ).toBe(text)
})

test.each([
  ['en', 'A person appeared and a car is gone.', 'A red car appeared and a blue one is gone.'],
  [
    'de',
    'Eine Person ist erschienen und ein Auto ist nicht mehr da.',
    'Ein rotes Auto ist erschienen und ein blaues Auto ist nicht mehr da.',
  ],
  ['zh-Hans', '出现了一个人，一辆汽车不见了。', '出现了一辆红色汽车，一辆蓝色汽车不见了。'],
] as const)('short captions in %s', (language, two, sameWord) => {
  expect(caption(language, 'short', [person, { ...car, ...gone }])).toBe(two)
  expect(caption(language, 'short', [car, { ...car, ...gone, colour: 'blue' }])).toBe(sameWord)
})

describe('words as people typed them', () => {
  test.each<[string, string, string]>([
    [
      'road sign',
      'Ein graues Objekt der Art „road sign“ ist in der Mitte erschienen.',
      '中央出现了一个灰色 road sign。',
    ],
    ['Riss', 'Ein grauer Riss ist in der Mitte erschienen.', '中央出现了一个灰色 Riss。'],
    ['Bebauung', 'Eine graue Bebauung ist in der Mitte erschienen.', '中央出现了一个灰色 Bebauung。'],
    ['Auto', 'Ein graues Auto ist in der Mitte erschienen.', '中央出现了一个灰色 Auto。'],
    [
      'Bauarbeiter',
      'Ein Objekt der Art „Bauarbeiter“ ist in der Mitte erschienen.',
      '中央出现了一个灰色 Bauarbeiter。',
    ],
    [
      'rotes Auto',
      'Ein Objekt der Art „rotes Auto“ ist in der Mitte erschienen.',
      '中央出现了一个灰色 rotes Auto。',
    ],
    ['路牌', 'Ein graues Objekt der Art „路牌“ ist in der Mitte erschienen.', '中央出现了一个灰色路牌。'],
    ['fehlende Schraube', 'Eine Schraube fehlt in der Mitte.', '中央出现了一个灰色 fehlende Schraube。'],
    ['Schnee', 'Schnee ist in der Mitte erschienen.', '中央出现了一个灰色 Schnee。'],
  ])('%s', (word, german, chinese) => {
    expect(caption('de', 'full', [{ word }])).toBe(german)
    expect(caption('zh-Hans', 'full', [{ word }])).toBe(chinese)
  })
})

describe.each(['de', 'zh-Hans'] as const)('any changes in %s', (language) => {
  const made = Array.from({ length: 2000 }, (_, seed) => {
    const facts = randomFacts(seed)
    return { facts, captions: captionGrammars[language].describeChanges(facts) }
  })

  test('are one sentence, with no English in it but what people typed', () => {
    const texts = made.flatMap(({ captions }) => captions.map(({ text }) => text))
    const end = language === 'de' ? /^[\p{Lu}\d].*[^.]\.$/u : /^\S.*[^。]。$/u
    expect(texts.filter((text) => !end.test(text) || /undefined|null| {2}|„“/.test(text))).toEqual([])
    expect(
      texts.filter((text) => /\b(?:the|and|appeared|person|traffic light|dark|grey)\b/.test(text)),
    ).toEqual([])
  })

  test('have links of the regions that they tell of', () => {
    for (const { facts, captions } of made) {
      const ids = new Set(facts.map(({ regionId }) => regionId))
      for (const { text, links } of captions) {
        expect(links.length).toBeGreaterThan(0)
        expect(links.every(({ regionId }) => ids.has(regionId))).toBe(true)
        const phrases = links.map(({ start, end }) => text.slice(start, end))
        expect(phrases.filter((phrase) => phrase === '' || phrase !== phrase.trim())).toEqual([])
      }
    }
  })
})
