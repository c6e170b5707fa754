import { describe, expect, test } from 'vitest'
import type { CaptionLanguage } from '../../contract/project'
import type { Source } from '../../domain/document'
import type { RegionChange } from '../claim'
import { maskOf, place } from '../testing'
import { measuredCaptions } from './named-captions'

const SOURCE: Source = { kind: 'proposal', proposalId: 0 }
const mask = maskOf(place)

const appeared: RegionChange = {
  kind: 'appeared',
  share: 0.02,
  x: 0.1,
  y: 0.9,
  before: [120, 120, 120],
  after: [240, 240, 240],
}
const inTheCentre = { ...appeared, x: 0.5, y: 0.5 }

function captionsOf(
  changes: readonly RegionChange[],
  { language, category = 'change' }: { language?: CaptionLanguage; category?: string } = {},
): ReturnType<typeof measuredCaptions> {
  const regions = changes.map((_, at) => ({ id: `r${at}`, category, mask, beforeMask: null, score: 0.9 }))
  return measuredCaptions(regions, changes, SOURCE, language)
}

function textsOf(...asked: Parameters<typeof captionsOf>): string[] {
  return captionsOf(...asked).captions.map(({ text }) => text)
}

describe('captions of regions that were only measured', () => {
  test.each([
    ['en', 'A white object appeared in the lower left.', 'A white object appeared.', ' (2 % of the image)'],
    [
      'de',
      'Ein weißes Objekt ist unten links erschienen.',
      'Ein weißes Objekt ist erschienen.',
      ' (2 % des Bildes)',
    ],
    ['zh-Hans', '左下方出现了一个白色物体。', '出现了一个白色物体。', '（占图像的 2%）'],
  ] as const)('have three lengths, in %s', (language, full, short, share) => {
    const texts = textsOf([appeared], { language })
    expect(texts).toHaveLength(3)
    expect(texts.slice(0, 2)).toEqual([full, short])
    expect(texts[2].replace(share, '')).toBe(full)
    expect(texts[2]).toContain(share)
  })

  test('share a verb, and say "another" of equal ones', () => {
    expect(textsOf([appeared, inTheCentre, { ...appeared, x: 0.9, after: [10, 10, 10] }])[0]).toBe(
      'A white object appeared in the lower left, another in the centre and a black one in the lower right.',
    )
  })

  test('have no share of what covers less than a thousandth of the image', () => {
    expect(textsOf([{ ...appeared, share: 0.0002 }])).toEqual([
      'A white object appeared in the lower left.',
      'A white object appeared.',
    ])
  })

  test.each([
    ['en', 'Most of the view turned from green to dark green.'],
    ['de', 'Der größte Teil des Bildes hat die Farbe von Grün zu Dunkelgrün gewechselt.'],
    ['zh-Hans', '画面的大部分区域由绿色变成了深绿色。'],
  ] as const)('in short tell of most of the view alone, with its new colour, in %s', (language, text) => {
    const most = {
      ...appeared,
      kind: 'vanished',
      share: 0.8,
      before: [90, 140, 90],
      after: [20, 60, 20],
    } as const
    const [full, short] = textsOf([most, inTheCentre], { language })
    expect(short).toBe(text)
    expect(full.length).toBeGreaterThan(text.length)
  })

  test('have the name that a network gives its regions', () => {
    expect(textsOf([appeared], { category: 'building' })[0]).toBe(
      'A white building appeared in the lower left.',
    )
  })

  test.each([
    ['building', 'A building on the left looks different.'],
    ['low vegetation to building', 'Low vegetation was replaced by a grey building on the left.'],
    ['road to ', 'A road to on the left looks different.'],
  ])('tell of the classes before and after: %s', (category, text) => {
    const changed = { ...appeared, kind: 'changed', y: 0.5, after: [122, 122, 122] } as const
    expect(textsOf([changed], { category })[0]).toBe(text)
  })

  test('have links from the words to the regions', () => {
    const { captions, links } = captionsOf([appeared, { ...inTheCentre, kind: 'vanished' }])
    const linked = links
      .filter(({ captionId }) => captionId === captions[0].id)
      .map(({ start, end, regionId }) => [captions[0].text.slice(start, end), regionId])
    expect(linked).toEqual([
      ['A white object', 'r0'],
      ['a grey object', 'r1'],
    ])
  })

  test('say so where nothing was found', () => {
    expect(captionsOf([])).toMatchObject({ captions: [{ text: 'No change was found.', rank: 0 }], links: [] })
  })
})
