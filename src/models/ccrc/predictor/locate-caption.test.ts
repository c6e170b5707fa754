import { expect, test } from 'vitest'
import type { Rect } from '../../../mask/bitmap'
import { CAPTION_LENGTH, GRID_SIDE, MASK_SIDE, TOKENS } from '../../layers/sizes'
import { ALL_CCRC_PARTS } from '../network/training'
import { trainTokenizer } from '../../../text/bpe/train'
import { wholeOf } from '../../../mask/rect'
import type { CropView } from '../../../views/crop-view'
import { MAX_CONTEXT_REGIONS } from './model'
import type { CcrcModel, SceneEncoding, RegionContext } from './model'
import type { RegionPredictions } from './stage-tensors'
import { linkCaption, locateCaption } from './locate-caption'

const image = { width: 512, height: 512, data: new Uint8Array(3 * 512 * 512) }
const PIXELS = MASK_SIDE * MASK_SIDE
const KEYS = MAX_CONTEXT_REGIONS + 1 + (TOKENS * 5) / 4
const words = ['car', 'tree', 'house']
const captions = ['a car is gone', 'a tree is gone', 'a house is built', 'on the left', 'and the']
const tokenizer = trainTokenizer(captions, 400).addWords(captions.flatMap((caption) => caption.split(' ')))

/** An object that covers two tokens a side from this one on, in the after frame of its view. */
interface ShownObject {
  readonly token: readonly [column: number, row: number]
  /** Logit of "the words are about this token". */
  readonly heat: number
  /** Words that describe it. */
  readonly word: string
  /** It is grounded by any words. */
  readonly isGrounded?: boolean
}

interface FakeEncoding extends SceneEncoding {
  readonly objects: readonly ShownObject[]
  readonly captions: string[]
}

const anchorOf = ({ token: [column, row] }: ShownObject): number => TOKENS + row * GRID_SIDE + column

function viewOf(after: Rect, objects: readonly ShownObject[]): CropView<SceneEncoding> {
  const heat = new Float32Array(2 * TOKENS).fill(-9)
  for (const object of objects) {
    for (const step of [0, 1, GRID_SIDE, GRID_SIDE + 1]) {
      heat[anchorOf(object) + step] = object.heat
    }
  }
  const encoding = { objects, heat, captions: [] } as unknown as SceneEncoding
  return { before: after, after, encoding, alignment: null }
}

/** A region at each of these tokens, its vector begins with the token; at none an empty one. */
const describeAt = (anchors: readonly number[]): RegionPredictions => ({
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
const anchorsOf = ({ vectors, count }: RegionContext): number[] =>
  Array.from({ length: count }, (_, at) => vectors[128 * at])

const NONE = 4 * TOKENS

/** Grounds words at the objects of each view, attends to the region that a word names, and decodes no other word. */
function groundingModel(): CcrcModel {
  let caption = ''
  let contextRegions: { encoding: FakeEncoding; anchors: number[] } | null = null
  return {
    parts: ALL_CCRC_PARTS,
    manifest: { categories: ['change'] },
    tokenizer: {
      encode: (text: string) => {
        caption = text
        return tokenizer.encode(text)
      },
      words: (ids: readonly number[]) => tokenizer.words(ids),
      piece: (id: number) => tokenizer.piece(id),
      decode: () => 'bird',
    },
    encodeContext: (encoding: FakeEncoding, context: RegionContext) => {
      if (!context.isUnconditioned) {
        contextRegions = { encoding, anchors: anchorsOf(context) }
      }
      return Promise.resolve({})
    },
    hiddenStates: () => Promise.resolve({}),
    contextAttention: (_: unknown, captions: readonly (readonly number[])[]) =>
      Promise.resolve(
        captions.map((ids) => {
          const attention = new Float32Array(CAPTION_LENGTH * KEYS)
          ids.slice(1).forEach((id, at) => {
            const object = contextRegions?.encoding.objects.find(
              ({ word }) => tokenizer.piece(id).trim() === word,
            )
            const region = object === undefined ? -1 : contextRegions!.anchors.indexOf(anchorOf(object))
            if (region >= 0) {
              attention[at * KEYS + region] = 1
            }
          })
          return attention
        }),
      ),
    nextTokenLogits: (_: unknown, prefixes: readonly (readonly number[])[]) => {
      const shown = contextRegions?.encoding.objects.map(({ word }) => word) ?? []
      const next = Float32Array.from({ length: tokenizer.size }, (_unused, id) => {
        const word = tokenizer.piece(id).trim()
        return words.includes(word) && !shown.includes(word) ? -9 : 0
      })
      return Promise.resolve(prefixes.map(() => next))
    },
    ground: (encoding: FakeEncoding) => {
      encoding.captions.push(caption)
      return Promise.resolve(
        encoding.objects.some(({ word, isGrounded }) => isGrounded === true || caption.includes(word))
          ? encoding.heat
          : encoding.heat.map(() => -9),
      )
    },
    propose: ({ objects }: FakeEncoding, anchors: readonly number[]) => {
      const present = new Set(objects.map(anchorOf))
      return Promise.resolve(describeAt(anchors.map((anchor) => (present.has(anchor) ? anchor : NONE))))
    },
    refine: (_: SceneEncoding, context: RegionContext) => Promise.resolve(describeAt(anchorsOf(context))),
  } as unknown as CcrcModel
}

const corner = { x: 0, y: 0, width: 128, height: 128 }
const farCorner = { x: 384, y: 0, width: 128, height: 128 }
const [car, tree, house] = words.map((word): ShownObject => ({ token: [2, 2], heat: 9, word }))

async function placesOf(
  views: readonly CropView<SceneEncoding>[],
  caption: string,
): Promise<[number, Rect][]> {
  const located = await locateCaption(groundingModel(), views, caption, image)
  return located.map(({ view, box }) => [views.indexOf(view), box])
}

test('a caption has the regions of all views: the whole’s own, or better ones of a window', async () => {
  const whole = viewOf(wholeOf(image), [
    { ...car, token: [1, 1] },
    { ...house, token: [8, 8] },
  ])
  const quarter = { x: 0, y: 0, width: 256, height: 256 }
  const views = [whole, viewOf(quarter, [{ ...car, token: [3, 3] }]), viewOf(farCorner, [tree])]
  expect(await placesOf(views, 'a car is gone and a tree is gone and a house is built')).toEqual([
    [0, { x: 256, y: 256, width: 64, height: 64 }],
    [1, { x: 48, y: 48, width: 32, height: 32 }],
    [2, { x: 400, y: 16, width: 16, height: 16 }],
  ])
})

test('windows get the caption without places of the whole, and add nothing where the caption does not name their place', async () => {
  const views = [viewOf(wholeOf(image), []), viewOf(corner, [car]), viewOf(farCorner, [car])]
  const caption = 'a car is gone on the left'
  expect((await placesOf(views, caption)).map(([view]) => view)).toEqual([1])
  expect(views.map(({ encoding }) => (encoding as FakeEncoding).captions[0])).toEqual([
    caption,
    'a car is gone',
    'a car is gone',
  ])
  expect((await placesOf(views, 'a car is gone')).map(([view]) => view)).toEqual([1, 2])
})

test('where the whole shows all that a caption describes, windows refine that and add nothing', async () => {
  const quarter = { x: 0, y: 0, width: 256, height: 256 }
  const views = (shown: ShownObject): CropView<SceneEncoding>[] => [
    viewOf(wholeOf(image), [{ ...shown, token: [1, 1] }]),
    viewOf(quarter, [{ ...car, token: [3, 3] }]),
    viewOf(farCorner, [car]),
  ]
  const from = async (shown: ShownObject, caption: string): Promise<number[]> =>
    (await placesOf(views(shown), caption)).map(([view]) => view)
  expect(await from(car, 'a car is gone')).toEqual([1])
  expect(await from(car, 'a car is gone, at the top of the image')).toEqual([1])
  // of more objects, or where the words do not fit what the whole shows, windows may add some
  expect(await from(car, 'a car is gone and a car is gone')).toEqual([1, 2])
  expect(await from(car, 'cars and a car')).toEqual([1, 2])
  expect(await from({ ...tree, isGrounded: true }, 'a car is gone')).toEqual([1, 2])
})

test('an unlikely region counts only where no view has a likely one, and where the caption names its place', async () => {
  const [confident, faint] = [viewOf(corner, [car]), viewOf(farCorner, [{ ...car, heat: 0 }])]
  const whole = viewOf(wholeOf(image), [])
  expect((await placesOf([whole, confident, faint], 'a car is gone')).map(([view]) => view)).toEqual([1])
  expect((await placesOf([whole, faint], 'a car is gone')).map(([view]) => view)).toEqual([1])
  expect(await placesOf([whole, faint], 'a tree is gone')).toEqual([])
  const fainter = viewOf(corner, [{ ...car, heat: -0.1 }])
  const places = await placesOf([whole, faint, fainter], 'a car is gone on the left')
  expect(places.map(([view]) => view)).toEqual([2])
  expect(await placesOf([whole, faint], 'a car is gone on the left')).toEqual([])
  // each view grounds the caption once, and caches the result
  expect((faint.encoding as FakeEncoding).captions).toEqual(['a car is gone', 'a tree is gone'])
})

test.each([
  ['a car is gone on the left and a tree is gone', 'a house is built at the bottom'],
  ['  a car is gone and a tree is gone, at the top right', 'a house is built'],
])('the words of "%s" are linked to the regions that they describe, view by view', async (begin, end) => {
  const caption = `${begin} and ${end}`
  const views = [
    viewOf(wholeOf(image), [{ ...house, token: [8, 13] }]),
    viewOf(corner, [car]),
    viewOf(farCorner, [tree]),
  ]
  const model = groundingModel()
  const located = await locateCaption(model, views, caption, image)
  const links = await linkCaption(model, located, views[0], caption, image)
  expect(
    links.map(({ start, end: last, region }) => [
      caption.slice(start, last),
      views.indexOf(located[region].view),
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
])(
  'of the same words in "%s" each is linked to the window at the place that it names',
  async (caption, order) => {
    const views = [viewOf(wholeOf(image), []), viewOf(corner, [car]), viewOf(farCorner, [car])]
    const model = groundingModel()
    const located = await locateCaption(model, views, caption, image)
    const links = await linkCaption(model, located, views[0], caption, image)
    const inOrder = links.toSorted((a, b) => a.start - b.start)
    expect(inOrder.map(({ region }) => views.indexOf(located[region].view))).toEqual(order)
    expect(inOrder.map(({ start, end }) => [start, caption.slice(start, end)])).toEqual([
      [caption.indexOf('car'), 'car'],
      [caption.lastIndexOf('car'), 'car'],
    ])
  },
)

test('a part that is longer than can be read at once has links within it alone', async () => {
  const long = Array.from({ length: 8 }, () => 'a tree is gone').join(' ')
  const caption = `${long} and a car is gone and a tree is gone`
  const views = [viewOf(wholeOf(image), []), viewOf(corner, [tree]), viewOf(farCorner, [car])]
  const model = groundingModel()
  const located = await locateCaption(model, views, caption, image)
  const links = await linkCaption(model, located, views[0], caption, image)
  const inCar = links.filter(({ region }) => located[region].view === views[2])
  expect(inCar.map(({ start, end }) => caption.slice(start, end))).toEqual(['car'])
  const inTree = links.filter((link) => !inCar.includes(link))
  expect(inTree).not.toHaveLength(0)
  expect(Math.max(...inTree.map(({ end }) => end))).toBeLessThan(long.length)
})

test('the links of a caption that is longer than can be read at once lie on its words', async () => {
  const caption = `${'a car is gone and '.repeat(9)}a tree is gone`
  const whole = viewOf(wholeOf(image), [tree])
  const model = groundingModel()
  const located = await locateCaption(model, [whole], caption, image)
  const links = await linkCaption(model, located, whole, caption, image)
  expect(links.map(({ start, end }) => [start, caption.slice(start, end)])).toEqual([
    [caption.lastIndexOf('tree'), 'tree'],
  ])
})
