import { expect, test } from 'vitest'
import type { RegionMasks } from '../../domain/region'
import type { Rect } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import { MASK_SIDE, TOKENS } from '../layers/sizes'
import { WHOLE_CHAIN } from './network/training'
import type { RegionGroup } from '../../views/region-views'
import { wholeOf, type CropView } from '../../views/crop-view'
import { captionMaskScoreOfGroups } from './region-groups'
import type { CcrcModel, SceneEncoding } from './model'

const image = { width: 512, height: 512 }

/** In a look, the words that are asked for point at all that it shows, others nowhere. */
interface Knowing extends SceneEncoding {
  readonly words: string
}

function pointing(heard: string[] = []): CcrcModel {
  let said = ''
  return {
    parts: { ...WHOLE_CHAIN, conditioned: false },
    manifest: { categories: ['change'] },
    tokenizer: { encode: (text: string) => ((said = text), []) },
    encodeContext: () => Promise.resolve({}),
    hiddenStates: () => Promise.resolve({}),
    ground: ({ words }: Knowing) => {
      heard.push(said)
      return Promise.resolve(new Float32Array(2 * TOKENS).fill(said === words ? 9 : -9))
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

function lookAt(after: Rect, words: string): CropView<SceneEncoding> {
  const encoding = { words, heat: new Float32Array(2 * TOKENS) } as unknown as SceneEncoding
  return { before: after, after, encoding, alignment: null }
}

/** Fills a window, in both frames. */
function filling({ x, y, width, height }: Rect): RegionMasks {
  const data = new Uint8Array(image.width * image.height)
  for (let row = y; row < y + height; row++)
    data.fill(1, row * image.width + x, row * image.width + x + width)
  const mask = encodeRle({ ...image, data })
  return { id: `${x}`, mask, beforeMask: mask }
}

const [left, right] = [
  { x: 0, y: 0, width: 128, height: 128 },
  { x: 384, y: 0, width: 128, height: 128 },
]
const regions = [filling(left), filling(right)]
const whole = lookAt(wholeOf(image), 'all')
const groups: RegionGroup<SceneEncoding>[] = [
  { view: lookAt(left, 'a car is gone'), members: [0] },
  { view: lookAt(right, 'a tree grew'), members: [1] },
]

const agree = (caption: string) => captionMaskScoreOfGroups(pointing(), groups, whole, regions, caption)

test('of regions in several windows each needs a clause that points at it, without its place in the whole', async () => {
  expect((await agree('a car is gone on the left and a tree grew at the top right')).score).toBeGreaterThan(
    0.99,
  )
  const half = await agree('a car is gone and a house is built')
  expect(half.score).toBeLessThan(0.01)
  expect(half.remark).not.toBeNull()
  expect((await agree('nothing has changed')).remark).toContain('2 regions are marked')
})

test('one window hears the caption as it knows it, the whole as it is', async () => {
  const heard: string[] = []
  const caption = 'a car is gone, at the top left'
  const window = { view: lookAt(left, 'a car is gone'), members: [0] }
  await captionMaskScoreOfGroups(pointing(heard), [window], whole, regions.slice(0, 1), caption)
  await captionMaskScoreOfGroups(pointing(heard), [{ view: whole, members: [0] }], whole, regions, caption)
  expect(heard).toEqual(['a car is gone', caption])
})
