import { describe, expect, test } from 'vitest'
import { buildModel } from './build-model'
import { flatLayout, packValues } from './flat-layout'
import { gradients } from './gradients'
import { filled, fromValues } from './initializers'
import { Parameters } from './parameters'
import { gelu, softplus } from './ops/activation'
import { add, exp, mul, neg } from './ops/arithmetic'
import { concat, expand, reshape, squeeze, sumTo } from './ops/layout'
import { mean, sum } from './ops/reduce'
import { resizeBilinear } from './ops/resize'
import { slice } from './ops/slicing'
import { ShapeError, sizeProduct, sizeQuotient, sizeSum } from './shape'
import { constant, input, integers, makeParameter, requireShape, sizeTensor } from './tensor'
import type { Tensor } from './tensor'
import { runGraph } from './testing.node'

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

  test('given first values of another length', () => {
    const message = '3 given values do not fill [2, 2]'
    expect(() => fromValues([1, 2, 3])([2, 2], 1)).toThrow(new RangeError(message))
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

describe('sizes known only at run time', () => {
  test('are multiplied, divided and added as far as that is known', () => {
    expect(sizeProduct('test', [2, 'batch', 3])).toBe('6*batch')
    expect(sizeProduct('test', [0, 'batch'])).toBe(0)
    expect(sizeQuotient('6*batch', 'batch')).toBe(6)
    expect(sizeQuotient('6*batch', 3)).toBe('2*batch')
    expect(sizeQuotient('6*batch', 4)).toBeNull()
    expect(sizeQuotient(6, 'batch')).toBeNull()
    expect(sizeSum('test', ['batch', '2*batch'])).toBe('3*batch')
  })

  test('are counted when the model runs', async () => {
    const outputs = { twice: sizeTensor('2*batch'), once: sizeTensor('batch'), y: rows }
    const { twice, once } = await runGraph(
      { ...outputs, y: add(rows, 1) },
      {
        rows: { values: [1, 2, 3, 4, 5, 6], shape: [3, 2] },
      },
    )
    expect([once.values, twice.values]).toEqual([[3], [6]])
  })
})

describe('what changes nothing adds no node', () => {
  const x = input('x', [1, 2, 4, 4])
  test.each([
    ['a resize to the same size', resizeBilinear(x, 4, 4)],
    ['a mean over no axis', mean(x, { axes: [] })],
    ['an expansion to the same shape', expand(x, [1, 2, 4, 4])],
    ['one part alone', concat([x], 1)],
  ])('%s', (_, y) => {
    expect(y).toBe(x)
  })
})

/** The gradient of the sum of `y`, at these values. */
async function slopeOf(y: (x: Tensor) => Tensor, values: readonly number[]): Promise<number[]> {
  const x = input('x', [values.length])
  const [slope] = gradients(sum(y(x)), [x])
  const { found } = await runGraph({ found: slope }, { x: { values, shape: [values.length] } })
  return found.values
}

/** Of the normal distribution. */
const density = (at: number): number => Math.exp(-(at * at) / 2) / Math.sqrt(2 * Math.PI)
const secondAndFifth = (x: Tensor): Tensor => slice(x, { 0: { start: 1, end: 6, step: 3 } })
const firstAndLast = (x: Tensor): Tensor => slice(x, { 0: { start: 0, end: 5, step: 4 } })

describe('gradients', () => {
  test('of minus x is minus 1, also a second time', async () => {
    expect(await slopeOf(neg, [3, -4])).toEqual([-1, -1])
    const x = input('x', [2])
    const [first] = gradients(sum(exp(neg(x))), [x])
    const [second] = gradients(sum(first), [x])
    const { found } = await runGraph({ found: second }, { x: { values: [0, Math.log(2)], shape: [2] } })
    expect(found.values[0]).toBeCloseTo(1, 5)
    expect(found.values[1]).toBeCloseTo(0.5, 5)
  })

  test('of the slope of gelu is 2 phi - x^2 phi, by its error function', async () => {
    const values = [-1, 0, 0.5, 2]
    const x = input('x', [4])
    const [first] = gradients(sum(gelu(x)), [x])
    const [second] = gradients(sum(first), [x])
    const { found } = await runGraph({ found: second }, { x: { values, shape: [4] } })
    found.values.forEach((value, at) =>
      expect(value).toBeCloseTo((2 - values[at] ** 2) * density(values[at]), 5),
    )
  })

  test('of log(1 + exp(x)) is the logistic function', async () => {
    const [low, middle] = await slopeOf(softplus, [-Math.log(3), 0])
    expect(low).toBeCloseTo(0.25, 5)
    expect(middle).toBeCloseTo(0.5, 5)
  })

  test('of a slice with steps reach the values that it read, and none behind them', async () => {
    expect(await slopeOf(secondAndFifth, [0, 1, 2, 3, 4, 5])).toEqual([0, 1, 0, 0, 1, 0])
    // the last value read is the last of all, so the step behind it is cut off
    expect(await slopeOf(firstAndLast, [0, 1, 2, 3, 4])).toEqual([1, 0, 0, 0, 1])
  })

  test('sum over what was repeated, and over nothing where axes of size 1 were added', async () => {
    const x = input('x', [2, 3])
    const { down, same } = await runGraph(
      { down: sumTo(x, [3]), same: sumTo(reshape(x, [1, 2, 3]), [2, 3]) },
      { x: { values: [1, 2, 3, 4, 5, 6], shape: [2, 3] } },
    )
    expect(down).toEqual({ shape: [3], values: [5, 7, 9] })
    expect(same).toEqual({ shape: [2, 3], values: [1, 2, 3, 4, 5, 6] })
  })
})
