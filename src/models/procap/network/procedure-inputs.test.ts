import { expect, test } from 'vitest'
import { Tokenizer } from '../../../text/bpe/tokenizer'
import { CAPTION_LENGTH, IMAGE_SIDE, TOKENS } from '../../layers/sizes'
import type { Sample } from '../../pair-data'
import { fillProcedure } from './procedure-inputs'
import { PROCEDURE_FRAMES } from './network'

const FRAME = 3 * IMAGE_SIDE * IMAGE_SIDE

function flat(value: number): Float32Array {
  return new Float32Array(FRAME).fill(value)
}

function sampleWith(between: Sample['between']): Sample {
  const caption = { text: 'a cube is gone', spans: [] }
  const forward = Int16Array.from({ length: TOKENS }, (_, token) => token)
  return {
    captions: [caption],
    caption,
    isChanged: true,
    before: flat(0),
    after: flat(1),
    forward,
    backward: forward,
    between,
  }
}

/** The first value of each frame of an undisturbed sequence. */
function sequenceOf(sample: Sample, draws: () => number): number[] {
  const sequence = new Float32Array(PROCEDURE_FRAMES * FRAME)
  const own = {
    sequence,
    ordered: new Float32Array(1),
    belongs: new Float32Array(1),
    reading: new BigInt64Array(CAPTION_LENGTH),
  }
  fillProcedure(own, sample, sample, { tokenizer: new Tokenizer([]), random: draws })
  return Array.from({ length: PROCEDURE_FRAMES }, (_, frame) => sequence[frame * FRAME])
}

test('frames between are rendered ones where the data have them, in their order, and no others are made', () => {
  const rendered: number[] = []
  const between = [0.7, 0.8, 0.9].map((value) => () => {
    rendered.push(value)
    return flat(value)
  })
  const [first, second, third, last] = sequenceOf(sampleWith(between), () => 0.9)
  expect([first, last]).toEqual([0, 1])
  expect([second, third].map((value) => Number(value.toFixed(3)))).toEqual(rendered)
  expect(rendered).toHaveLength(2)
  expect(rendered).toEqual(rendered.toSorted((a, b) => a - b))
})

test('without rendered ones they fade from frame to frame', () => {
  const [, second, third] = sequenceOf(sampleWith([]), () => 0.5)
  expect(second).toBeGreaterThan(0)
  expect(third).toBeGreaterThan(second)
  expect(third).toBeLessThan(1)
})
