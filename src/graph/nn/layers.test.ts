import { describe, expect, test } from 'vitest'
import { filled } from '../initializers'
import { inference } from '../mode'
import { initialValues, Parameters } from '../parameters'
import type { Tensor } from '../tensor'
import { input } from '../tensor'
import { runGraph } from '../testing.node'
import { conv2d, convTranspose2d, groupNorm } from './layers'

async function outputOf(parameters: Parameters, y: Tensor, values: readonly number[]): Promise<number[]> {
  const shape = [1, 2, 2, 2]
  const given = initialValues(parameters.list(), 1)
  const results = await runGraph({ y }, { x: { values, shape } }, { values: given })
  return results.y.values
}

const x = input('x', [1, 2, 2, 2])
const VALUES = [1, 2, 3, 4, 5, 6, 7, 8]

describe('a transposed convolution', () => {
  test('puts each value times the kernel into cells of its own where kernel and stride are alike', async () => {
    const p = Parameters.create()
    // first channel times 1 2 3 4, second channel times 0 0 0 10
    const layer = convTranspose2d(p, 2, 1, 2, {
      stride: 2,
      initializer: () => Float32Array.of(1, 2, 3, 4, 0, 0, 0, 10),
    })
    expect(p.list().map(({ source, shape }) => [source.name, shape])).toEqual([
      ['weight', [2, 1, 2, 2]],
      ['bias', [1]],
    ])
    const rows = [
      [1, 2, 2, 4],
      [3, 54, 6, 68],
      [3, 6, 4, 8],
      [9, 82, 12, 96],
    ]
    expect(await outputOf(p, layer(x), VALUES)).toEqual(rows.flat())
  })

  test('has one kernel a channel where each channel is a group, and no bias where none is wanted', async () => {
    const p = Parameters.create()
    const layer = convTranspose2d(p, 2, 2, 1, {
      groups: 2,
      bias: false,
      initializer: () => Float32Array.of(3, -1),
    })
    expect(p.list().map(({ source, shape }) => [source.name, shape])).toEqual([['weight', [2, 1, 1, 1]]])
    expect(await outputOf(p, layer(x), VALUES)).toEqual([3, 6, 9, 12, -5, -6, -7, -8])
  })

  test('begins as He et al. do, by its inputs', () => {
    const p = Parameters.create()
    convTranspose2d(p, 200, 50, 2)
    const [weight, bias] = [...initialValues(p.list(), 3).values()]
    const variance = weight.reduce((sum, value) => sum + value * value, 0) / weight.length
    // 2 / inputs, from 40,000 draws
    expect(variance).toBeCloseTo(2 / 200, 3)
    expect(new Set(bias)).toEqual(new Set([0]))
  })
})

test('a convolution keeps the size at stride 1, with a dilated kernel too, and starts its bias where it is told', async () => {
  const p = Parameters.create()
  const options = { dilation: 2, start: 0.5, initializer: filled(1) }
  // with kernel 3 and dilation 2 a value of a 2 x 2 image meets no other one of its channel
  expect(await outputOf(p, conv2d(p, 2, 1, 3, options)(x), VALUES)).toEqual([6.5, 8.5, 10.5, 12.5])
})

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length + 1e-5)
}

describe('group normalisation', () => {
  test.each([
    ['all channels of one group', 1, VALUES.map((value) => (value - 4.5) / deviation(VALUES))],
    [
      'each channel of its own group',
      2,
      VALUES.map((value, at) => (value - (at < 4 ? 2.5 : 6.5)) / deviation([1, 2, 3, 4])),
    ],
  ])('has mean 0 and variance 1 over %s', async (_, groups, expected) => {
    const p = Parameters.create()
    const found = await outputOf(p, groupNorm(p, 2, groups)(x), VALUES)
    found.forEach((value, at) => expect(value).toBeCloseTo(expected[at], 5))
  })
})

test('at inference nothing is dropped and no figure is kept', () => {
  expect(inference.dropout(x, 0.9, 'here')).toBe(x)
  const buffer = Parameters.create().buffer('mean', [1], filled(0))
  inference.update({ buffer, value: x })
  expect(inference.current(buffer)).toBe(buffer)
})
