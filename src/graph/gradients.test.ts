import { describe, expect, test } from 'vitest'
import { gradients } from './gradients'
import { gelu, softplus } from './ops/activation'
import { exp, neg } from './ops/arithmetic'
import { reshape, sumTo } from './ops/layout'
import { sum } from './ops/reduce'
import { slice } from './ops/slicing'
import { input } from './tensor'
import type { Tensor } from './tensor'
import { runGraph } from './testing.node'

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
