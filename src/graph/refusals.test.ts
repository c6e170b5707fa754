import { describe, expect, test } from 'vitest'
import { buildModel } from './build-model'
import { flatLayout, packValues } from './flat-layout'
import { filled } from './initializers'
import { Parameters } from './parameters'
import { add, mul } from './ops/arithmetic'
import { concat, squeeze } from './ops/layout'
import { sum } from './ops/reduce'
import { ShapeError, sizeProduct, sizeSum } from './shape'
import { constant, input, integers, makeParameter, requireShape, sizeTensor } from './tensor'
import type { Tensor } from './tensor'

const rows = input('rows', ['batch', 2])
const build = (outputs: Record<string, Tensor>, values?: ReadonlyMap<string, Float32Array>) =>
  buildModel(outputs, { name: 'test', ...(values && { values }) })

describe('a graph that cannot be is refused with its reason', () => {
  const weight = Parameters.create().weight('w', [2], filled(0))
  test.each<[string, () => unknown, string]>([
    [
      'a parameter without a size',
      () => makeParameter('w', [2, 0], filled(0), true),
      'w: a parameter needs whole sizes above 0 ([2, 0])',
    ],
    [
      'values that do not fill their shape',
      () => constant([1, 2, 3], [2, 2]),
      'constant: 3 values do not fill the shape ([2, 2])',
    ],
    [
      'another shape',
      () => requireShape('here', rows, ['batch', 3]),
      'here: expected [batch, 3] ([batch, 2])',
    ],
    [
      'two inputs of one name and different shapes',
      () => build({ y: add(sum(rows), sum(input('rows', [3, 3]))) }),
      'rows: two inputs of this name differ ([batch, 2] and [3, 3])',
    ],
    [
      'an output under the name of an input',
      () => build({ rows: add(rows, 1), y: rows }),
      'rows: an output has the name of an input or a parameter ([batch, 2])',
    ],
    [
      'a parameter without values',
      () => build({ y: mul(weight, 2) }),
      'w: no values were given for this parameter ([2])',
    ],
    [
      'too many values of a parameter',
      () => build({ y: mul(weight, 2) }, new Map([['w', new Float32Array(3)]])),
      'w: 3 values do not fill the parameter ([2])',
    ],
    [
      'a size that no input has',
      () => build({ y: sizeTensor('batch') }),
      'build: no input has an axis of size batch',
    ],
    ['an axis that is not 1', () => squeeze(input('x', [3, 2]), 0), 'squeeze: axis 0 is not 1 ([3, 2])'],
    [
      'a product of two open sizes',
      () => sizeProduct('reshape', ['batch', 'words']),
      'reshape: the product of two sizes known only at run time ([batch, words])',
    ],
    [
      'a sum of an open size and a known one',
      () => sizeSum('concat', ['batch', 3]),
      'concat: these sizes cannot be added before the model runs ([batch, 3])',
    ],
    [
      'parts of different types',
      () => concat([integers([1]), constant([1], [1])], 0),
      'concat: only axis 0 may differ ([1] and [1])',
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(ShapeError)
    expect(make).toThrow(new ShapeError(message.split(': ')[0], message.slice(message.indexOf(': ') + 2)))
  })
})

describe('values of the parameters of a group', () => {
  const p = Parameters.create()
  p.weight('a', [2], filled(0))
  p.weight('b', [1, 3], filled(0))
  const layout = flatLayout('all', p.list())
  const a = Float32Array.of(1, 2)
  const b = Float32Array.of(3, 4, 5)

  test('lie one behind the other', () => {
    const packed = packValues(layout, new Map(Object.entries({ b, a })))
    expect([...packed]).toEqual([1, 2, 3, 4, 5])
  })

  test('are refused where some are missing, or of another length', () => {
    expect(() => packValues(layout, new Map([['a', a]]))).toThrow(new RangeError('no values for parameter b'))
    expect(() => packValues(layout, new Map(Object.entries({ a: b, b })))).toThrow(
      new RangeError('a needs 2 values ([2]), not 3'),
    )
  })
})
