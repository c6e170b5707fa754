import { expect, test } from 'vitest'
import type { Rect } from '../../mask/bitmap'
import { CAPTION_LENGTH, GRID_SIDE, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { WHOLE_CHAIN } from '../../systems/ccrc/training'
import { trainTokenizer } from '../../text/bpe/train'
import { wholeOf, type Look } from '../closer/look'
import { TOLD_REGIONS, type CcrcModel, type Described, type Seen, type Telling } from './model'
import { linksSaid, regionsSaid } from './said-regions'

const image = { width: 512, height: 512, data: new Uint8Array(3 * 512 * 512) }
const PIXELS = MASK_SIDE * MASK_SIDE
const KEYS = TOLD_REGIONS + 1 + (TOKENS * 5) / 4
const words = ['car', 'tree', 'house']
const captions = ['a car is gone', 'a tree is gone', 'a house is built', 'on the left', 'and the']
const tokenizer = trainTokenizer(captions, 400).addWords(captions.flatMap((caption) => caption.split(' ')))

/** A thing that covers two tokens a side from this one on, in the after frame of its look. */
interface Thing {
  readonly token: readonly [column: number, row: number]
  /** Logit of "the words are about this token". */
  readonly heat: number
  /** Words that speak of it. */
  readonly word: string
  /** Words point at it whatever they speak of. */
  readonly isPointedAt?: boolean
}

interface Showing extends Seen {
  readonly things: readonly Thing[]
  readonly heard: string[]
}

const anchorOf = ({ token: [column, row] }: Thing): number => TOKENS + row * GRID_SIDE + column

function lookAt(after: Rect, things: readonly Thing[]): Look<Seen> {
  const heat = new Float32Array(2 * TOKENS).fill(-9)
  for (const thing of things) {
    for (const step of [0, 1, GRID_SIDE, GRID_SIDE + 1]) heat[anchorOf(thing) + step] = thing.heat
  }
  const seen = { things, heat, heard: [] } as unknown as Seen
  return { before: after, after, seen, alignment: null }
}

/** A region at each of these tokens, its vector begins with the token; at none an empty one. */
const describeAt = (anchors: readonly number[]): Described => ({
  vectors: Float32Array.from({ length: 128 * anchors.length }, (_, at) =>
    at % 128 === 0 ? anchors[at / 128] : 0,
  ),
  categories: Float32Array.from({ length: 2 * anchors.length }, (_, at) => (at % 2 === 0 ? -9 : 9)),
  attributes: new Float32Array(40 * anchors.length),
  masks: Float32Array.from({ length: 2 * PIXELS * anchors.length }, (_, at) => {
    const token = anchors[Math.floor(at / (2 * PIXELS))] - TOKENS
    const pixel = (at % (2 * PIXELS)) - PIXELS
    const across = Math.floor((pixel % MASK_SIDE) / 8) - (token % GRID_SIDE)
    const down = Math.floor(pixel / MASK_SIDE / 8) - Math.floor(token / GRID_SIDE)
    return pixel >= 0 && across >= 0 && across < 2 && down >= 0 && down < 2 ? 9 : -9
  }),
})
const anchorsOf = ({ vectors, count }: Telling): number[] =>
  Array.from({ length: count }, (_, at) => vectors[128 * at])

const NONE = 4 * TOKENS

/** Points at what each look shows, looks at the region of which it reads the word, and would say no other. */
function reading(): CcrcModel {
  let said = ''
  let told: { seen: Showing; anchors: number[] } | null = null
  return {
    parts: WHOLE_CHAIN,
    manifest: { categories: ['change'] },
    tokenizer: {
      encode: (text: string) => {
        said = text
        return tokenizer.encode(text)
      },
      words: (ids: readonly number[]) => tokenizer.words(ids),
      piece: (id: number) => tokenizer.piece(id),
      decode: () => 'bird',
    },
    tell: (seen: Showing, telling: Telling) => {
      if (!telling.isBlind) told = { seen, anchors: anchorsOf(telling) }
      return Promise.resolve({})
    },
    read: () => Promise.resolve({}),
    looked: (_: unknown, captions: readonly (readonly number[])[]) =>
      Promise.resolve(
        captions.map((ids) => {
          const looked = new Float32Array(CAPTION_LENGTH * KEYS)
          ids.slice(1).forEach((id, at) => {
            const thing = told?.seen.things.find(({ word }) => tokenizer.piece(id).trim() === word)
            const region = thing === undefined ? -1 : told!.anchors.indexOf(anchorOf(thing))
            if (region >= 0) looked[at * KEYS + region] = 1
          })
          return looked
        }),
      ),
    nextWords: (_: unknown, prefixes: readonly (readonly number[])[]) => {
      const shown = told?.seen.things.map(({ word }) => word) ?? []
      const next = Float32Array.from({ length: tokenizer.size }, (_unused, id) => {
        const word = tokenizer.piece(id).trim()
        return words.includes(word) && !shown.includes(word) ? -9 : 0
      })
      return Promise.resolve(prefixes.map(() => next))
    },
    point: (seen: Showing) => {
      seen.heard.push(said)
      return Promise.resolve(
        seen.things.some(({ word, isPointedAt }) => isPointedAt === true || said.includes(word))
          ? seen.heat
          : seen.heat.map(() => -9),
      )
    },
    propose: ({ things }: Showing, anchors: readonly number[]) => {
      const known = new Set(things.map(anchorOf))
      return Promise.resolve(describeAt(anchors.map((anchor) => (known.has(anchor) ? anchor : NONE))))
    },
    refine: (_: Seen, telling: Telling) => Promise.resolve(describeAt(anchorsOf(telling))),
  } as unknown as CcrcModel
}

const corner = { x: 0, y: 0, width: 128, height: 128 }
const farCorner = { x: 384, y: 0, width: 128, height: 128 }
const [car, tree, house] = words.map((word): Thing => ({ token: [2, 2], heat: 9, word }))

async function placesOf(looks: readonly Look<Seen>[], caption: string): Promise<[number, Rect][]> {
  const placed = await regionsSaid(reading(), looks, caption, image)
  return placed.map(({ look, box }) => [looks.indexOf(look), box])
}

test('a caption has the regions of all looks: the whole’s own, or better ones of a window', async () => {
  const whole = lookAt(wholeOf(image), [
    { ...car, token: [1, 1] },
    { ...house, token: [8, 8] },
  ])
  const quarter = { x: 0, y: 0, width: 256, height: 256 }
  const looks = [whole, lookAt(quarter, [{ ...car, token: [3, 3] }]), lookAt(farCorner, [tree])]
  expect(await placesOf(looks, 'a car is gone and a tree is gone and a house is built')).toEqual([
    [0, { x: 256, y: 256, width: 64, height: 64 }],
    [1, { x: 48, y: 48, width: 32, height: 32 }],
    [2, { x: 400, y: 16, width: 16, height: 16 }],
  ])
})

test('windows hear no places of the whole, and add nothing where the caption does not say', async () => {
  const looks = [lookAt(wholeOf(image), []), lookAt(corner, [car]), lookAt(farCorner, [car])]
  const caption = 'a car is gone on the left'
  expect((await placesOf(looks, caption)).map(([look]) => look)).toEqual([1])
  expect(looks.map(({ seen }) => (seen as Showing).heard[0])).toEqual([
    caption,
    'a car is gone',
    'a car is gone',
  ])
  expect((await placesOf(looks, 'a car is gone')).map(([look]) => look)).toEqual([1, 2])
})

test('where the whole shows all that a caption speaks of, windows show that better and add nothing', async () => {
  const quarter = { x: 0, y: 0, width: 256, height: 256 }
  const looks = (shown: Thing): Look<Seen>[] => [
    lookAt(wholeOf(image), [{ ...shown, token: [1, 1] }]),
    lookAt(quarter, [{ ...car, token: [3, 3] }]),
    lookAt(farCorner, [car]),
  ]
  const from = async (shown: Thing, caption: string): Promise<number[]> =>
    (await placesOf(looks(shown), caption)).map(([look]) => look)
  expect(await from(car, 'a car is gone')).toEqual([1])
  expect(await from(car, 'a car is gone, at the top of the image')).toEqual([1])
  // of more things, or where the words do not fit what the whole shows, windows may add some
  expect(await from(car, 'a car is gone and a car is gone')).toEqual([1, 2])
  expect(await from(car, 'cars and a car')).toEqual([1, 2])
  expect(await from({ ...tree, isPointedAt: true }, 'a car is gone')).toEqual([1, 2])
})

test('a region that is not likely is taken only where no look is sure of one, and where it is said', async () => {
  const [sure, faint] = [lookAt(corner, [car]), lookAt(farCorner, [{ ...car, heat: 0 }])]
  const whole = lookAt(wholeOf(image), [])
  expect((await placesOf([whole, sure, faint], 'a car is gone')).map(([look]) => look)).toEqual([1])
  expect((await placesOf([whole, faint], 'a car is gone')).map(([look]) => look)).toEqual([1])
  expect(await placesOf([whole, faint], 'a tree is gone')).toEqual([])
  const fainter = lookAt(corner, [{ ...car, heat: -0.1 }])
  const places = await placesOf([whole, faint, fainter], 'a car is gone on the left')
  expect(places.map(([look]) => look)).toEqual([2])
  expect(await placesOf([whole, faint], 'a car is gone on the left')).toEqual([])
  // each look answers once, and keeps what the words mean there
  expect((faint.seen as Showing).heard).toEqual(['a car is gone', 'a tree is gone'])
})

test.each([
  ['a car is gone on the left and a tree is gone', 'a house is built at the bottom'],
  ['  a car is gone and a tree is gone, at the top right', 'a house is built'],
])('the words of "%s" light the regions that they speak of, look by look', async (begin, end) => {
  const caption = `${begin} and ${end}`
  const looks = [
    lookAt(wholeOf(image), [{ ...house, token: [8, 13] }]),
    lookAt(corner, [car]),
    lookAt(farCorner, [tree]),
  ]
  const model = reading()
  const placed = await regionsSaid(model, looks, caption, image)
  const links = await linksSaid(model, placed, looks[0], caption, image)
  expect(
    links.map(({ start, end: last, region }) => [
      caption.slice(start, last),
      looks.indexOf(placed[region].look),
    ]),
  ).toEqual([
    ['house', 0],
    ['car', 1],
    ['tree', 2],
  ])
})

test.each([
  ['a car is gone, at the top left and a car is gone, at the top right', [1, 2]],
  ['a tree is gone at the bottom, a car is gone, at the top right, a car is gone, at the top left', [2, 1]],
])('of the same words in "%s" each light the window that lies where they say', async (caption, order) => {
  const looks = [lookAt(wholeOf(image), []), lookAt(corner, [car]), lookAt(farCorner, [car])]
  const model = reading()
  const placed = await regionsSaid(model, looks, caption, image)
  const links = await linksSaid(model, placed, looks[0], caption, image)
  const inOrder = links.toSorted((a, b) => a.start - b.start)
  expect(inOrder.map(({ region }) => looks.indexOf(placed[region].look))).toEqual(order)
  expect(inOrder.map(({ start, end }) => [start, caption.slice(start, end)])).toEqual([
    [caption.indexOf('car'), 'car'],
    [caption.lastIndexOf('car'), 'car'],
  ])
})

test('a part that is longer than can be read at once has links within it alone', async () => {
  const long = Array.from({ length: 8 }, () => 'a tree is gone').join(' ')
  const caption = `${long} and a car is gone and a tree is gone`
  const looks = [lookAt(wholeOf(image), []), lookAt(corner, [tree]), lookAt(farCorner, [car])]
  const model = reading()
  const placed = await regionsSaid(model, looks, caption, image)
  const links = await linksSaid(model, placed, looks[0], caption, image)
  const inCar = links.filter(({ region }) => placed[region].look === looks[2])
  expect(inCar.map(({ start, end }) => caption.slice(start, end))).toEqual(['car'])
  const inTree = links.filter((link) => !inCar.includes(link))
  expect(inTree).not.toHaveLength(0)
  expect(Math.max(...inTree.map(({ end }) => end))).toBeLessThan(long.length)
})

test('the links of a caption that is longer than can be read at once lie on its words', async () => {
  const caption = `${'a car is gone and '.repeat(9)}a tree is gone`
  const whole = lookAt(wholeOf(image), [tree])
  const model = reading()
  const placed = await regionsSaid(model, [whole], caption, image)
  const links = await linksSaid(model, placed, whole, caption, image)
  expect(links.map(({ start, end }) => [start, caption.slice(start, end)])).toEqual([
    [caption.lastIndexOf('tree'), 'tree'],
  ])
})
