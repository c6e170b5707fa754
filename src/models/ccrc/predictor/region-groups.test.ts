import { expect, test } from 'vitest'
import { englishOf } from '../../../messages/message'
import type { RegionMasks } from '../../../domain/document'
import type { Rect } from '../../../mask/bitmap'
import { encodeRle } from '../../../mask/rle'
import { MASK_SIDE, TOKENS, CHANNELS, GRID_SIDE } from '../../layers/sizes'
import { ALL_CCRC_PARTS } from '../network/training'
import type { RegionGroup } from '../../../views/region-views'
import { CERTAIN_LOGIT } from '../../../views/crop-view'
import { wholeOf } from '../../../mask/rect'
import type { CropView } from '../../../views/crop-view'
import { captionMaskScoreOfGroups, encodeRegions } from './region-groups'
import type { MaskLogits } from './region-groups'
import { MAX_ANCHORS } from '../network/training-inputs'
import type { CcrcModel, SceneEncoding } from './model'

const image = { width: 512, height: 512 }

/** An encoding in which the caption `words` is grounded everywhere, others nowhere. */
interface WordEncoding extends SceneEncoding {
  readonly words: string
}

function groundingModel(captions: string[] = []): CcrcModel {
  let caption = ''
  return {
    parts: { ...ALL_CCRC_PARTS, conditioned: false },
    manifest: { categories: ['change'] },
    tokenizer: { encode: (text: string) => ((caption = text), []) },
    encodeContext: () => Promise.resolve({}),
    hiddenStates: () => Promise.resolve({}),
    ground: ({ words }: WordEncoding) => {
      captions.push(caption)
      return Promise.resolve(new Float32Array(2 * TOKENS).fill(caption === words ? 9 : -9))
    },
    propose: (_: SceneEncoding, anchors: readonly number[]) =>
      Promise.resolve({
        vectors: new Float32Array(128 * anchors.length),
        categories: new Float32Array(2 * anchors.length),
        attributes: new Float32Array(40 * anchors.length),
        masks: new Float32Array(2 * MASK_SIDE * MASK_SIDE * anchors.length),
      }),
  } as unknown as CcrcModel
}

function viewOf(after: Rect, words: string): CropView<SceneEncoding> {
  const encoding = { words, heat: new Float32Array(2 * TOKENS) } as unknown as SceneEncoding
  return { before: after, after, encoding, alignment: null }
}

/** Fills a window, in both frames. */
function filling({ x, y, width, height }: Rect): RegionMasks {
  const data = new Uint8Array(image.width * image.height)
  for (let row = y; row < y + height; row++) {
    data.fill(1, row * image.width + x, row * image.width + x + width)
  }
  const mask = encodeRle({ ...image, data })
  return { id: `${x}`, mask, beforeMask: mask }
}

const [left, right] = [
  { x: 0, y: 0, width: 128, height: 128 },
  { x: 384, y: 0, width: 128, height: 128 },
]
const regions = [filling(left), filling(right)]
const whole = viewOf(wholeOf(image), 'all')
const groups: RegionGroup<SceneEncoding>[] = [
  { view: viewOf(left, 'a car is gone'), members: [0] },
  { view: viewOf(right, 'a tree grew'), members: [1] },
]

const agree = (caption: string) => captionMaskScoreOfGroups(groundingModel(), groups, whole, regions, caption)

test('of regions in several windows each needs a clause that is grounded at it, without its place in the whole', async () => {
  expect((await agree('a car is gone on the left and a tree grew at the top right')).score).toBeGreaterThan(
    0.99,
  )
  const half = await agree('a car is gone and a house is built')
  expect(half.score).toBeLessThan(0.01)
  expect(half.remark).not.toBeNull()
  expect(englishOf((await agree('nothing has changed')).remark ?? '')).toContain('2 regions are marked')
})

test('a window gets the caption without its places, the whole gets the caption unchanged', async () => {
  const captions: string[] = []
  const caption = 'a car is gone, at the top left'
  const window = { view: viewOf(left, 'a car is gone'), members: [0] }
  await captionMaskScoreOfGroups(groundingModel(captions), [window], whole, regions.slice(0, 1), caption)
  await captionMaskScoreOfGroups(
    groundingModel(captions),
    [{ view: whole, members: [0] }],
    whole,
    regions,
    caption,
  )
  expect(captions).toEqual(['a car is gone', caption])
})

const PIXELS = MASK_SIDE ** 2
const SIDE = MASK_SIDE / GRID_SIDE

/** Records the queried tokens; a vector is full of its token's number. */
function recordingModel(queriedTokens: number[][]): CcrcModel {
  return {
    manifest: { categories: ['move'] },
    propose: (_: SceneEncoding, anchors: readonly number[]) => {
      queriedTokens.push([...anchors])
      return Promise.resolve({
        vectors: Float32Array.from({ length: anchors.length * CHANNELS.model }, (_unused, at) => {
          return anchors[Math.floor(at / CHANNELS.model)]
        }),
        categories: new Float32Array(2 * anchors.length),
        attributes: new Float32Array(40 * anchors.length),
        masks: new Float32Array(anchors.length * 2 * PIXELS).fill(-3),
      })
    },
  } as unknown as CcrcModel
}

function viewWithHeat(heat: Readonly<Record<number, number>>): CropView<SceneEncoding> {
  const whole = wholeOf({ width: 128, height: 128 })
  const logits = Float32Array.from({ length: 2 * TOKENS }, (_, token) => heat[token] ?? -5)
  return { before: whole, after: whole, alignment: null, encoding: { heat: logits } as SceneEncoding }
}

/** A rectangle of the after frame. */
function withPixels(left: number, top: number, width: number, height: number): MaskLogits {
  const after = new Float32Array(PIXELS).fill(-CERTAIN_LOGIT)
  for (let y = top; y < top + height; y++) {
    after.fill(CERTAIN_LOGIT, y * MASK_SIDE + left, y * MASK_SIDE + left + width)
  }
  return { after, before: null }
}

async function tokensFor(masks: readonly MaskLogits[], heat: Readonly<Record<number, number>>) {
  const queriedTokens: number[][] = []
  const regions = await encodeRegions(recordingModel(queriedTokens), viewWithHeat(heat), masks)
  expect(regions.map(({ vector }) => vector[0])).toEqual(queriedTokens.flat())
  return queriedTokens
}

test('a small region is queried at its own token, however hot another one is', async () => {
  const own = TOKENS + GRID_SIDE + 1
  // 4 x 4 of the token's 8 x 8 pixels, and a column of the next token's
  const mask = withPixels(SIDE + 4, SIDE + 2, 5, 4)
  expect(await tokensFor([mask], { 300: 9, 7: 9, [own + 1]: 9 })).toEqual([[own]])
})

test('of the tokens that show much of a region the hottest is queried', async () => {
  expect(await tokensFor([withPixels(0, 0, 3 * SIDE, SIDE)], { [TOKENS + 1]: 2 })).toEqual([[TOKENS + 1]])
})

test('an empty region is queried at the hottest token', async () => {
  expect(await tokensFor([withPixels(0, 0, 0, 0)], { 77: 4 })).toEqual([[77]])
})

test('of several regions each is queried at a token that it covers most, all in one call', async () => {
  const [large, small] = [withPixels(0, 0, 2 * SIDE, SIDE), withPixels(SIDE, 0, SIDE, SIDE)]
  const half = withPixels(0, 0, SIDE + SIDE / 2, SIDE)
  const heat = { [TOKENS + 1]: 4 }
  expect(await tokensFor([half, small], heat)).toEqual([[TOKENS, TOKENS + 1]])
  expect(await tokensFor([large], heat)).toEqual([[TOKENS + 1]])
})

test('more regions than fit one call keep their order; the before mask is predicted where it is missing', async () => {
  const masks = Array.from({ length: MAX_ANCHORS + 2 }, (_, at) => withPixels(SIDE * at, 0, SIDE, SIDE))
  const withBefore = { ...masks[1], before: masks[1].after }
  const queriedTokens: number[][] = []
  const regions = await encodeRegions(recordingModel(queriedTokens), viewWithHeat({}), [
    masks[0],
    withBefore,
    ...masks.slice(2),
  ])
  expect(queriedTokens.map(({ length }) => length)).toEqual([MAX_ANCHORS, 2])
  regions.forEach(({ mask, vector }, at) => {
    const frame = mask.subarray(PIXELS)
    expect(frame.indexOf(CERTAIN_LOGIT)).toBe(SIDE * at)
    expect(mask[0]).toBe(at === 1 ? -CERTAIN_LOGIT : -3)
    expect([at, TOKENS + at]).toContain(vector[0])
  })
})
