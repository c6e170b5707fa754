import { expect, test } from 'vitest'
import { CHANNELS, GRID_SIDE, MASK_SIDE, TOKENS } from '../../layers/sizes'
import { ALL_CCRC_PARTS } from '../network/training'
import { groundCaption } from './predict-scene'
import { MAX_CONTEXT_REGIONS } from './model'
import type { CcrcModel, SceneEncoding } from './model'
import type { RegionPredictions } from './stage-tensors'

const PIXELS = MASK_SIDE ** 2
const SIDE = MASK_SIDE / GRID_SIDE

/** Tokens of the after frame that lie apart. */
const changedTokens = [0, 5, 10, 80, 85, 90].map((token) => TOKENS + token)

/** Confident regions, each of the one token that it is queried at. */
function described(tokens: readonly number[]): RegionPredictions {
  const masks = new Float32Array(tokens.length * 2 * PIXELS).fill(-9)
  tokens.forEach((token, row) => {
    const top = Math.floor(token / GRID_SIDE) * SIDE
    const left = (token % GRID_SIDE) * SIDE
    for (let y = top; y < top + SIDE; y++) {
      const start = row * 2 * PIXELS + y * MASK_SIDE + left
      masks.fill(9, start, start + SIDE)
    }
  })
  return {
    vectors: new Float32Array(tokens.length * CHANNELS.model),
    categories: Float32Array.from({ length: 2 * tokens.length }, (_, at) => (at % 2 === 0 ? -9 : 9)),
    attributes: new Float32Array(40 * tokens.length),
    masks,
  }
}

/** Words are grounded at all objects; what is refined is the first region over and over. */
const model = {
  parts: ALL_CCRC_PARTS,
  manifest: { categories: ['move'] },
  tokenizer: { encode: () => [] },
  encodeContext: () => Promise.resolve({}),
  hiddenStates: () => Promise.resolve({}),
  ground: () =>
    Promise.resolve(
      Float32Array.from({ length: 2 * TOKENS }, (_, token) =>
        changedTokens.includes(token) ? 9 - token / 1e3 : -9,
      ),
    ),
  propose: (_: SceneEncoding, anchors: readonly number[]) => Promise.resolve(described(anchors)),
  refine: () => Promise.resolve(described(changedTokens.slice(0, MAX_CONTEXT_REGIONS))),
} as unknown as CcrcModel

test('with more objects than context regions, every object that a caption describes gets its region', async () => {
  const { regions } = await groundCaption(model, {} as SceneEncoding, 'six things moved')
  expect(regions).toHaveLength(changedTokens.length)
  const places = regions.map(({ mask }) => mask.indexOf(9))
  expect(new Set(places).size).toBe(changedTokens.length)
})

test("of several clauses the scene's own heat counts where the words are weakly grounded, and not elsewhere", async () => {
  const encoding = { heat: await model.ground({} as SceneEncoding, {} as never, 0) } as SceneEncoding
  const faint = Object.assign(Object.create(null) as object, model, {
    ground: () =>
      Promise.resolve(
        Float32Array.from(encoding.heat, (_, token) => (token === changedTokens[5] ? -9 : -1.5)),
      ),
  }) as CcrcModel
  const { regions, isSure } = await groundCaption(faint, encoding, 'five things moved and one is gone')
  expect(isSure).toBe(true)
  expect(regions.map(({ mask }) => mask.indexOf(9))).toHaveLength(changedTokens.length - 1)
  const alone = await groundCaption(faint, encoding, 'six things moved')
  expect(alone.isSure).toBe(false)
})
