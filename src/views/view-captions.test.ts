import { expect, test } from 'vitest'
import { MASK_SIDE } from '../models/layers/sizes'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { captionLocatedRegions, joinCaptions, captionsOfWhole, toCaptions } from './view-captions'
import { wholeOf } from '../mask/rect'
import type { CropView } from './crop-view'
import { locateRegions } from './located-region'
import type { DetectedRegion } from './located-region'

const image = { width: 256, height: 256, data: new Uint8Array(3 * 256 * 256) }

function viewOf(after: CropView<string>['after'], encoding: string): CropView<string> {
  return { before: after, after, encoding, alignment: null }
}

/** Present in the after frame alone, in pixels [left, left + 16) x [top, top + 16) of 128; empty without a corner. */
function detected(category: string, corner?: readonly [left: number, top: number]): DetectedRegion {
  const mask = new Float32Array(2 * MASK_SIDE * MASK_SIDE).fill(-8)
  if (corner !== undefined) {
    const [left, top] = corner
    for (let y = top; y < top + 16; y++) {
      const from = (MASK_SIDE + y) * MASK_SIDE + left
      mask.fill(8, from, from + 16)
    }
  }
  return { category, score: 0.9, mask }
}

const whole = viewOf(wholeOf(image), 'whole')
const captionOf = (text: string, links: readonly { start: number; end: number; region: number }[] = []) => ({
  ids: [],
  text,
  logProbability: -1,
  links,
})

test('words of the whole are linked to the same objects where windows have them in another order', async () => {
  // the first has its place from a window, the second has none, the third is where the whole saw it
  const [car, ghost, tree] = [detected('car', [8, 8]), detected('ghost'), detected('tree', [80, 80])]
  // the upper left quarter: 16 pixels there are 8 of the whole's
  const window = viewOf({ x: 0, y: 0, width: 128, height: 128 }, 'window')
  const located = [
    ...locateRegions([tree], whole),
    ...locateRegions([detected('house', [100, 100]), detected('car', [16, 16])], window),
  ]
  const links = [0, 1, 2, 3].map((region) => ({ start: 4 * region, end: 4 * region + 3, region }))
  const house = detected('house', [48, 48])
  const first = { regions: [car, ghost, tree, house], captions: [captionOf('car gho tre hou', links)] }
  const { captions, parts } = await captionLocatedRegions(located, whole, first, image, () =>
    Promise.resolve([captionOf('other')]),
  )
  expect(captions).toEqual([
    captionOf('car gho tre hou', [
      { start: 0, end: 3, region: 2 },
      { start: 8, end: 11, region: 0 },
      { start: 12, end: 15, region: 1 },
    ]),
  ])
  // the captions of the whole are scored against all its regions, wherever they are located
  expect(parts).toEqual([{ view: whole, regions: [car, tree, house], text: 'car gho tre hou' }])
})

test('each view has its own caption and regions, where the whole missed one', async () => {
  const tree = detected('tree', [80, 80])
  const car = detected('car', [16, 16])
  const window = viewOf({ x: 0, y: 0, width: 128, height: 128 }, 'window')
  const located = [...locateRegions([tree], whole), ...locateRegions([car], window)]
  const first = { regions: [tree], captions: [captionOf('a tree is gone')] }
  const { captions, parts } = await captionLocatedRegions(located, whole, first, image, (encoding) =>
    Promise.resolve([captionOf(encoding === 'whole' ? 'a tree is gone' : 'a car is gone on the right')]),
  )
  expect(captions.map(({ text }) => text)).toEqual([
    'a tree is gone and a car is gone, at the top left',
    'a tree is gone',
    'a car is gone, at the top left',
  ])
  expect(parts).toEqual([
    { view: whole, regions: [tree], text: 'a tree is gone' },
    { view: window, regions: [car], text: 'a car is gone on the right' },
  ])
})

test('words of crops link to their regions, in the joined caption and in each of its parts', async () => {
  const [tree, car, house] = [
    detected('tree', [80, 80]),
    detected('car', [16, 16]),
    detected('house', [100, 100]),
  ]
  const window = viewOf({ x: 0, y: 0, width: 128, height: 128 }, 'window')
  const located = [...locateRegions([car, house], window), ...locateRegions([tree], whole)]
  const linked = (text: string, words: readonly string[]) =>
    captionOf(
      text,
      words.map((word, region) => ({
        start: text.indexOf(word),
        end: text.indexOf(word) + word.length,
        region,
      })),
    )
  const first = { regions: [tree], captions: [captionOf('a tree is gone')] }
  const { captions } = await captionLocatedRegions(located, whole, first, image, (encoding) =>
    Promise.resolve([
      encoding === 'whole'
        ? linked('a tree is gone', ['a tree'])
        : linked('on the left a car on the right and a house is built in the middle', ['car', 'a house']),
    ]),
  )
  const words = captions.map(({ text, links }) =>
    links.map(({ start, end, region }) => [text.slice(start, end), located[region].region.category]),
  )
  expect(words).toEqual([
    [
      ['car', 'car'],
      ['a house', 'house'],
      ['a tree', 'tree'],
    ],
    [
      ['car', 'car'],
      ['a house', 'house'],
    ],
    [['a tree', 'tree']],
  ])
})

test('a full stop ends a joined caption, and none of its parts before the last', () => {
  const sentences = ['a tree is gone .', 'a car is gone.', 'a house is built.']
  const groups = sentences.map((text, member) => {
    const links = [
      { start: 2, end: text.length, region: 0 },
      { start: text.length - 1, end: text.length, region: 0 },
    ]
    return { captions: [captionOf(text, links)], box: null, members: [member] }
  })
  const [{ text, links }, ...alone] = joinCaptions(groups, image)
  expect(text).toBe('a tree is gone and a car is gone and a house is built.')
  expect(links.map(({ start, end, region }) => [text.slice(start, end), region])).toEqual([
    ['tree is gone', 0],
    ['car is gone', 1],
    ['house is built.', 2],
    ['.', 2],
  ])
  expect(alone.map((each) => each.text)).toEqual(sentences)
})

test('of one window all captions are used, with the place of all its regions', async () => {
  const window = viewOf({ x: 0, y: 0, width: 192, height: 192 }, 'window')
  // the first alone is at the top left
  const located = locateRegions([detected('car', [0, 0]), detected('house', [100, 0])], window)
  const first = { regions: [], captions: [captionOf('nothing changed')] }
  const all = ['a car is gone', 'a car and a house are gone', 'a house is gone'].map((text) =>
    captionOf(text),
  )
  const { captions } = await captionLocatedRegions(located, whole, first, image, () => Promise.resolve(all))
  expect(captions.map(({ text }) => text)).toEqual(all.map(({ text }) => `${text}, at the top`))
})

/** A square of 16 pixels; empty without a place. */
function square(corner?: readonly [left: number, top: number]): { mask: Rle } {
  const data = new Uint8Array(256 * 256)
  if (corner !== undefined) {
    const [left, top] = corner
    for (let y = top; y < top + 16; y++) {
      data.fill(1, y * 256 + left, y * 256 + left + 16)
    }
  }
  return { mask: encodeRle({ width: 256, height: 256, data }) }
}

const lowerRight = viewOf({ x: 128, y: 128, width: 128, height: 128 }, 'window')

test.each([
  ['', 'a cube is gone on the left', 'a cube is gone, at the bottom right'],
  ['a cube', 'a cube is gone on the left', 'a cube is gone, at the bottom right'],
  ['a cube ', 'a cube on the left', 'a cube at the bottom right'],
  ['a cube ', 'a cube on the left and a ball', 'a cube and a ball, at the bottom right'],
  // typed text is not changed, and may name a place
  ['on the left, a c', 'on the left, a cube is gone in the middle', 'on the left, a cube is gone'],
  ['a cube on the le', 'a cube on the left and a ball', 'a cube on the left and a ball'],
])('behind "%s" the caption "%s" of a window is restated for the whole', (begin, text, expected) => {
  const [caption] = captionsOfWhole([captionOf(text)], lowerRight, [square([200, 200])], image, begin)
  expect(caption.text).toBe(expected)
  expect(caption.text.startsWith(begin)).toBe(true)
})

test('links stay on their words where words of place go', () => {
  const text = 'a cube on the left and a ball in the middle'
  const linked = ['a cube', 'the left', 'left and a ball', 'ball in the middle'].map((words, region) => {
    const start = text.indexOf(words)
    return { start, end: start + words.length, region }
  })
  const [caption] = captionsOfWhole([captionOf(text, linked)], lowerRight, [square([200, 200])], image, '')
  expect(caption.text).toBe('a cube and a ball, at the bottom right')
  const words = caption.links.map(({ start, end, region }) => [region, caption.text.slice(start, end)])
  expect(words).toEqual([
    [0, 'a cube'],
    [2, 'and a ball'],
    [3, 'ball'],
  ])
})

test('a region without pixels in the after frame has no part in the place of a caption', () => {
  const [caption] = captionsOfWhole(
    [captionOf('a cube')],
    lowerRight,
    [square(), square([200, 200])],
    image,
    '',
  )
  expect(caption.text).toBe('a cube, at the bottom right')
  expect(captionsOfWhole([captionOf('a cube')], lowerRight, [square()], image, '')).toEqual([
    captionOf('a cube'),
  ])
})

test.each([2, 63, 64])('captions of a model with a name of %i characters have ids of their own', (length) => {
  const captionOf = Array.from({ length: 12 }, (_, rank) => ({
    ids: [],
    text: `caption ${rank}`,
    logProbability: -rank,
    links: [{ start: 0, end: 7, region: 0 }],
  }))
  const { captions, links } = toCaptions('m'.repeat(length), captionOf, [{ id: 'region' }])
  for (const ids of [captions.map(({ id }) => id), links.map(({ id }) => id)]) {
    expect(new Set(ids).size).toBe(12)
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(64)
  }
})
