import { expect, test } from 'vitest'
import { Tokenizer } from '../../../text/bpe/tokenizer'
import { CAPTION_LENGTH, IMAGE_SIDE, TOKENS } from '../../layers/sizes'
import type { Sample } from '../../pair-data'
import { fillProcedure, interpolateFrames, tokenDisplacement } from './procedure-inputs'
import { PROCEDURE_FRAMES } from './network'
import type { PlaneFrame } from './procedure-inputs'

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

const [width, height, side] = [32, 32, 4]

/** A bright square of 8 pixels with its corner at (x, 8) on black. */
function square(x: number): PlaneFrame {
  const data = new Float32Array(3 * width * height)
  for (let plane = 0; plane < 3; plane++) {
    for (let py = 8; py < 16; py++) {
      const row = (plane * height + py) * width
      data.fill(200, row + x, row + x + 8)
    }
  }
  return { width, height, data }
}

function bright({ data }: PlaneFrame): number[] {
  return Array.from({ length: width }, (_, x) => x).filter((x) => data[12 * width + x] > 100)
}

/** Every token's counterpart lies so many tokens to the right. */
function shifted(by: number): number[] {
  return Array.from({ length: side * side }, (_, token) => {
    const column = (token % side) + by
    return column >= 0 && column < side ? token + by : side * side
  })
}

const grid = (tokens: number[]) => tokenDisplacement(tokens, side, width, height)
const still = grid(shifted(0))

test('a displacement is counted in pixels, and missing where a token has no counterpart', () => {
  const { values } = grid(shifted(1))
  expect([values[0], values[1]]).toEqual([8, 0])
  expect(values[2 * 3]).toBeNaN()
})

test('half way the square is half way', () => {
  const frame = interpolateFrames(square(8), square(16), grid(shifted(1)), grid(shifted(-1)))(0.5)
  expect(bright(frame)).toEqual([12, 13, 14, 15, 16, 17, 18, 19])
})

test('at its ends the procedure is the pair', () => {
  const [first, last] = [square(8), square(16)]
  const [there, back] = [grid(shifted(1)), grid(shifted(-1))]
  expect(interpolateFrames(first, last, there, back)(0)).toEqual(first)
  expect(interpolateFrames(first, last, there, back)(1)).toEqual(last)
})

test('what does not move fades, and what has no counterpart does so in its place', () => {
  const none = grid(Array.from({ length: side * side }, () => side * side))
  for (const flow of [still, none]) {
    const { data } = interpolateFrames(square(8), square(16), flow, flow)(0.25)
    expect([data[12 * width + 10], data[12 * width + 20]]).toEqual([150, 50])
  }
})

test('frames of different sizes are refused', () => {
  const small = { width: 16, height: 16, data: new Float32Array(768) }
  expect(() => interpolateFrames(square(0), small, still, still)).toThrow('make them one size')
})
