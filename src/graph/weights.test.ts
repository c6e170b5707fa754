import { describe, expect, test } from 'vitest'
import { filled, normal } from './initializers'
import { initialValues, Parameters } from './parameters'
import { readWeights, writeWeights } from './weights'

function parameters(names: Record<string, number[]>) {
  const p = Parameters.create()
  for (const [name, shape] of Object.entries(names)) {
    p.weight(name, shape, normal(1))
  }
  return p.list()
}

describe('weights', () => {
  const model = parameters({ a: [2, 3], b: [4] })
  const values = initialValues(model, 1)
  const read = (names: Record<string, number[]>) => () =>
    readWeights(parameters(names), writeWeights(model, values), 'weights.safetensors')

  test('come back as they were in float32, and rounded in float16', () => {
    expect(readWeights(model, writeWeights(model, values))).toEqual(values)
    const rounded = readWeights(model, writeWeights(model, values, { precision: 'F16' }))
    for (const [name, exact] of values) {
      const far = exact.map(
        (value, at) => Math.abs(value - (rounded.get(name)?.[at] ?? NaN)) / Math.abs(value),
      )
      expect(Math.max(...far)).toBeLessThanOrEqual(2 ** -11)
    }
  })

  test('from before a part that came later get its first values', () => {
    const p = Parameters.create()
    p.weight('a', [2, 3], normal(1))
    p.weight('b', [4], normal(1))
    p.later().scope('part').weight('c', [2], filled(0))
    const now = readWeights(p.list(), writeWeights(model, values))
    expect(now.get('a')).toEqual(values.get('a'))
    expect(now.get('part.c')).toEqual(new Float32Array(2))
  })

  test('of another model are refused with what differs', () => {
    expect(read({ a: [2, 3], b: [4], c: [1] })).toThrow(
      'weights.safetensors is not usable: the model needs c as [1]',
    )
    expect(read({ a: [3, 2], b: [4] })).toThrow('the model needs a as [3, 2], not [2, 3]')
    expect(read({ a: [2, 3] })).toThrow('the model has no parameter b')
    expect(() => writeWeights(model, new Map())).toThrow('no values for parameter a')
  })
})
