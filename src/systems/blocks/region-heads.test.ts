import { expect, test } from 'vitest'
import { initialValues, input, Parameters } from '../../graph'
import { runGraph, type Feed } from '../../graph/testing.node'
import { regionHeads, type FramePixels } from './region-heads'
import { CHANNELS, MASK_SIDE, PIXEL_SIDE, TOKENS } from './sizes'
import { toTheRight } from './testing'

const AREA = MASK_SIDE * MASK_SIDE
/** In pixels of 128. */
const SHIFT = 16

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
async function masksOf(carry: number): Promise<{ before: number[]; after: number[] }> {
  const p = Parameters.create()
  const { masks } = regionHeads(p, 3).describe(
    input('regions', ['batch', 1, CHANNELS.model]),
    [pixels('Before'), pixels('After')],
    input('moved', ['batch', 2 * TOKENS, 2]),
  )
  const values = new Map(initialValues(p.list(), 9))
  values.set('carry.bias', Float32Array.of(carry))
  const result = await runGraph(
    { masks },
    {
      regions: wave([1, 1, CHANNELS.model]),
      embeddingBefore: wave([1, CHANNELS.pixel, PIXEL_SIDE, PIXEL_SIDE]),
      embeddingAfter: wave([1, CHANNELS.pixel, PIXEL_SIDE, PIXEL_SIDE]),
      detailBefore: wave([1, CHANNELS.detail, MASK_SIDE, MASK_SIDE]),
      detailAfter: wave([1, CHANNELS.detail, MASK_SIDE, MASK_SIDE]),
      moved: { values: toTheRight((2 * SHIFT) / MASK_SIDE), shape: [1, 2 * TOKENS, 2] },
    },
    { values },
  )
  return { before: result.masks.values.slice(0, AREA), after: result.masks.values.slice(AREA) }
}

test('the before mask is carried to its place in the after frame, as far as a region asks for it', async () => {
  const [without, half] = [await masksOf(0), await masksOf(0.5)]
  expect(half.before).toEqual(without.before)
  let most = 0
  for (let at = 0; at < AREA; at++) {
    if (at % MASK_SIDE < SHIFT) continue
    const wanted = 0.5 * Math.max(-6, Math.min(6, without.before[at - SHIFT]))
    most = Math.max(most, Math.abs(half.after[at] - without.after[at] - wanted))
  }
  expect(most).toBeLessThan(1e-3)
})
