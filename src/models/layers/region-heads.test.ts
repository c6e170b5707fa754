import { expect, test } from 'vitest'
import { initialValues, input, Parameters } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import type { Feed } from '../../graph/testing.node'
import { regionHeads } from './region-heads'
import type { FramePixels } from './region-heads'
import { CHANNELS, MASK_SIDE, PIXEL_SIDE, TOKENS } from './sizes'
import { horizontalFlow } from './testing'

const AREA = MASK_SIDE * MASK_SIDE
/** In pixels of 128. */
const SHIFT = 16
/** Logit of "changed" of the pair as a whole. */
const HINT = 2

function pixels(frame: string): FramePixels {
  return {
    embedding: input(`embedding${frame}`, ['batch', CHANNELS.pixel, PIXEL_SIDE, PIXEL_SIDE]),
    detail: input(`detail${frame}`, ['batch', CHANNELS.detail, MASK_SIDE, MASK_SIDE]),
  }
}

function wave(shape: readonly number[]): Feed {
  const size = shape.reduce((product, side) => product * side, 1)
  return { values: Float32Array.from({ length: size }, (_, at) => 3 * Math.sin(at / 5 + at / 700)), shape }
}

/** Masks of one region [2, 16384] whose places are `SHIFT` farther right in the after frame. */
async function masksOf({ carry = 0, confirm = 0 }): Promise<{ before: number[]; after: number[] }> {
  const p = Parameters.create()
  const { masks } = regionHeads(p, 3).predict(
    input('regions', ['batch', 1, CHANNELS.model]),
    [pixels('Before'), pixels('After')],
    {
      backgroundFlow: input('moved', ['batch', 2 * TOKENS, 2]),
      changed: input('changed', ['batch', 2, MASK_SIDE, MASK_SIDE]),
    },
  )
  const values = new Map(initialValues(p.list(), 9))
  values.set('carry.bias', Float32Array.of(carry))
  values.set('confirm.bias', Float32Array.of(confirm, 0))
  const result = await runGraph(
    { masks },
    {
      regions: wave([1, 1, CHANNELS.model]),
      embeddingBefore: wave([1, CHANNELS.pixel, PIXEL_SIDE, PIXEL_SIDE]),
      embeddingAfter: wave([1, CHANNELS.pixel, PIXEL_SIDE, PIXEL_SIDE]),
      detailBefore: wave([1, CHANNELS.detail, MASK_SIDE, MASK_SIDE]),
      detailAfter: wave([1, CHANNELS.detail, MASK_SIDE, MASK_SIDE]),
      changed: { values: new Float32Array(2 * AREA).fill(HINT), shape: [1, 2, MASK_SIDE, MASK_SIDE] },
      moved: { values: horizontalFlow((2 * SHIFT) / MASK_SIDE), shape: [1, 2 * TOKENS, 2] },
    },
    { values },
  )
  return { before: result.masks.values.slice(0, AREA), after: result.masks.values.slice(AREA) }
}

test("the before mask is warped to its place in the after frame, as far as the region's gate opens", async () => {
  const [without, half] = [await masksOf({}), await masksOf({ carry: 0.5 })]
  expect(half.before).toEqual(without.before)
  let most = 0
  for (let at = 0; at < AREA; at++) {
    if (at % MASK_SIDE < SHIFT) {
      continue
    }
    const expected = 0.5 * Math.max(-6, Math.min(6, without.before[at - SHIFT]))
    most = Math.max(most, Math.abs(half.after[at] - without.after[at] - expected))
  }
  expect(most).toBeLessThan(1e-3)
})

test('what the pair as a whole calls changed counts where a region is unsure', async () => {
  const [without, half] = [await masksOf({}), await masksOf({ confirm: 0.5 })]
  expect(half.after).toEqual(without.after)
  let most = 0
  for (let at = 0; at < AREA; at++) {
    const probability = 1 / (1 + Math.exp(-without.before[at]))
    const expected = 0.5 * HINT * 4 * probability * (1 - probability)
    most = Math.max(most, Math.abs(half.before[at] - without.before[at] - expected))
  }
  expect(most).toBeLessThan(1e-3)
})
