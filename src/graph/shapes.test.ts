import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gradients } from './gradients'
import { add, div, maximum, mul, sub, where, greater } from './ops/arithmetic'
import { attention } from './ops/attention'
import { conv2d, convTranspose2d } from './ops/convolution'
import { concat, reshape, split, transpose } from './ops/layout'
import { pad, slice } from './ops/slicing'
import { crossEntropy, diceLoss } from './ops/losses'
import { matmul } from './ops/matmul'
import { batchNorm, groupNorm, layerNorm } from './ops/normalize'
import { maxPool } from './ops/pooling'
import { max, mean, sum } from './ops/reduce'
import { dropout } from './mode'
import { resizeBilinear } from './ops/resize'
import { softmax } from './ops/activation'
import { normalAt } from './random'
import { broadcastShapes, ShapeError } from './shape'
import { constant, input } from './tensor'
import type { Tensor } from './tensor'
import { runGraph } from './testing.node'
import type { Feed } from './testing.node'

const runs = { numRuns: 25 }
const sizes = fc.integer({ min: 1, max: 4 })

function count(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}

function feed(shape: readonly number[], seed: number): Feed {
  return { shape, values: Float32Array.from({ length: count(shape) }, (_, index) => normalAt(seed, index)) }
}

/** A loss through most of what must work for a batch of unknown size. */
function mixedLoss(batch: string | number) {
  const x = input('x', [batch, 4, 6, 6])
  const w = input('w', [4, 4, 3, 3])
  const table = input('table', [36, 5])
  const one = constant(new Float32Array(4).fill(1), [4])
  const features = batchNorm(conv2d(x, w, null, { padding: 1, stride: 2 }), { scale: one, bias: one }).y
  const tokens = transpose(reshape(resizeBilinear(features, 6, 6), [batch, 4, 36]), [0, 2, 1])
  const attended = attention(tokens, tokens, tokens, 2).output
  const both = concat([attended, tokens], 0)
  const [first, second] = split(both, 0, [batch, batch])
  const pooled = mean(add(first, mul(second, 2)), { axes: [1] })
  const logits = matmul(reshape(pooled, [-1, 4]), reshape(slice(table, { 0: { start: 0, end: 4 } }), [4, 5]))
  const dropped = dropout(logits, 0.2, input('seed', []), 'logits')
  const targets = input('targets', [batch], 'int64')
  const loss = add(
    add(crossEntropy(dropped, targets), diceLoss(pooled, mean(tokens, { axes: [1] }))),
    mean(maxPool(x, { kernel: 2 })),
  )
  const [gx, gw] = gradients(loss, [x, w])
  return { loss, gx, gw }
}

function vector(size: number) {
  return { scale: input('s', [size]), bias: input('b', [size]) }
}

/** Two shapes that broadcast: some axes of a common shape become 1, some leading ones go. */
const broadcastable = fc
  .tuple(
    fc.array(sizes, { minLength: 1, maxLength: 4 }),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
    fc.nat(2),
  )
  .map(([shape, choices, dropped]) => {
    const a = shape.map((size, axis) => (choices[axis] === 1 ? 1 : size))
    const b = shape.map((size, axis) => (choices[axis] === 2 ? 1 : size)).slice(dropped)
    return { a, b }
  })

/** Element `index` of `shape` read with NumPy's broadcasting from `values` of shape `from`. */
function broadcastRead(
  values: ArrayLike<number>,
  from: readonly number[],
  shape: readonly number[],
  index: number,
) {
  let rest = index
  let offset = 0
  let stride = 1
  for (let back = 1; back <= shape.length; back++) {
    const size = shape[shape.length - back]
    const position = rest % size
    rest = Math.floor(rest / size)
    const own = from[from.length - back] ?? 1
    offset += own === 1 ? 0 : position * stride
    stride *= own
  }
  return values[offset]
}

describe('broadcasting', () => {
  const operations: Record<string, [(a: Tensor, b: Tensor) => Tensor, (a: number, b: number) => number]> = {
    add: [add, (a, b) => a + b],
    sub: [sub, (a, b) => a - b],
    mul: [mul, (a, b) => a * b],
    div: [(a, b) => div(a, add(mul(b, b), 1)), (a, b) => a / (b * b + 1)],
    maximum: [maximum, Math.max],
    where: [(a, b) => where(greater(a, b), a, mul(b, 2)), (a, b) => (a > b ? a : 2 * b)],
  }

  test.each(Object.entries(operations))(
    "%s follows NumPy, and gradients have the operands' shapes",
    async (_, [op, plain]) => {
      await fc.assert(
        fc.asyncProperty(broadcastable, fc.nat(1000), async ({ a, b }, seed) => {
          const [x, y] = [input('a', a), input('b', b)]
          const feeds = { a: feed(a, seed), b: feed(b, seed + 1) }
          const result = op(x, y)
          const shape = broadcastShapes('test', a, b).map(Number)
          const [ga, gb] = gradients(sum(mul(result, result)), [x, y])
          const actual = await runGraph({ result, ga, gb }, feeds)
          expect(actual.result.shape).toEqual(shape)
          for (const [index, value] of actual.result.values.entries()) {
            const left = broadcastRead(feeds.a.values, a, shape, index)
            const right = broadcastRead(feeds.b.values, b, shape, index)
            expect(value).toBeCloseTo(plain(left, right), 4)
          }
          expect([actual.ga.shape, actual.gb.shape]).toEqual([a, b])
        }),
        runs,
      )
    },
  )

  test('the gradient of a sum is one for each time a value was read', async () => {
    await fc.assert(
      fc.asyncProperty(broadcastable, async ({ a, b }) => {
        const [x, y] = [input('a', a), input('b', b)]
        const [ga, gb] = gradients(sum(add(x, y)), [x, y])
        const actual = await runGraph({ ga, gb }, { a: feed(a, 1), b: feed(b, 2) })
        const whole = count(broadcastShapes('test', a, b).map(Number))
        expect(new Set(actual.ga.values)).toEqual(new Set([whole / count(a)]))
        expect(new Set(actual.gb.values)).toEqual(new Set([whole / count(b)]))
      }),
      runs,
    )
  })
})

describe('shapes known before the run', () => {
  test("are the runtime's own, for convolutions of any geometry and their gradients", async () => {
    const geometry = fc.record({
      height: fc.integer({ min: 5, max: 9 }),
      width: fc.integer({ min: 5, max: 9 }),
      kernel: fc.integer({ min: 1, max: 3 }),
      stride: fc.integer({ min: 1, max: 3 }),
      padding: fc.integer({ min: 0, max: 3 }),
      dilation: fc.integer({ min: 1, max: 2 }),
      groups: fc.constantFrom(1, 2, 4),
    })
    await fc.assert(
      fc.asyncProperty(geometry, async ({ height, width, kernel, groups, ...options }) => {
        const x = input('x', [2, 4, height, width])
        const w = input('w', [8, 4 / groups, kernel, kernel])
        const y = conv2d(x, w, null, { ...options, groups })
        const t = convTranspose2d(y, input('v', [8, 4 / groups, kernel, kernel]), null, {
          ...options,
          groups,
        })
        const [gx, gw] = gradients(sum(mul(t, t)), [x, w])
        const feeds = {
          x: feed([2, 4, height, width], 1),
          w: feed([8, 4 / groups, kernel, kernel], 2),
          v: feed([8, 4 / groups, kernel, kernel], 3),
        }
        const actual = await runGraph({ y, t, gx, gw }, feeds)
        expect(actual.y.shape).toEqual(y.shape)
        expect(actual.t.shape).toEqual(t.shape)
        expect(actual.gx.shape).toEqual(x.shape)
        expect(actual.gw.shape).toEqual(w.shape)
      }),
      { ...runs, examples: [] },
    )
  })

  test('hold for a batch known only at run time, with the values of a fixed one', async () => {
    const feeds = {
      x: feed([3, 4, 6, 6], 1),
      w: feed([4, 4, 3, 3], 2),
      table: feed([36, 5], 3),
      targets: { values: [1, 4, 0], shape: [3] },
      seed: { values: [5], shape: [] },
    }
    const open = await runGraph(mixedLoss('batch'), feeds)
    const bound = await runGraph(mixedLoss('batch'), feeds, { sizes: { batch: 3 } })
    const fixed = await runGraph(mixedLoss(3), feeds)
    for (const [name, { values, shape }] of Object.entries(fixed)) {
      expect(open[name].shape).toEqual(shape)
      for (const [at, value] of values.entries()) {
        expect(open[name].values[at]).toBeCloseTo(value, 5)
        expect(bound[name].values[at]).toBeCloseTo(value, 5)
      }
    }
  })
})

describe('an operation on shapes that do not fit', () => {
  const x = input('x', ['batch', 3, 8, 8])
  const rows = input('rows', [4, 5])
  test.each<[string, () => unknown, RegExp]>([
    ['add', () => add(input('a', [2, 3]), rows), /add: shapes do not broadcast \(\[2, 3\] and \[4, 5\]\)/],
    ['matmul', () => matmul(rows, rows), /matmul: the inner sizes differ \(\[4, 5\] and \[4, 5\]\)/],
    [
      'conv2d',
      () => conv2d(x, input('w', [8, 4, 3, 3])),
      /conv2d: channels do not fit.*\[batch, 3, 8, 8\] and \[8, 4, 3, 3\]/,
    ],
    ['conv2d', () => conv2d(x, input('w', [8, 3, 9, 9])), /conv2d: the kernel is larger/],
    [
      'convTranspose2d',
      () => convTranspose2d(x, input('w', [8, 4, 3, 3])),
      /convTranspose2d: the channels differ/,
    ],
    [
      'reshape',
      () => reshape(rows, [3, -1]),
      /reshape: the number of values differs \(\[4, 5\] and \[3, -1\]\)/,
    ],
    ['reshape', () => reshape(x, [-1, 5]), /reshape.*\[batch, 3, 8, 8\]/],
    ['transpose', () => transpose(rows, [0, 0]), /transpose: axes \[0, 0\] are no permutation/],
    ['concat', () => concat([rows, input('a', [4, 6])], 0), /concat: only axis 0 may differ/],
    ['slice', () => slice(rows, { 1: { start: 2, end: 9 } }), /slice: range 2..9 step 1 leaves axis 1/],
    ['slice', () => slice(x, { 0: { start: 0, end: 1 } }), /size batch must be known/],
    ['split', () => split(rows, 1, [2, 2]), /split: parts \[2, 2\] do not add up/],
    ['pad', () => pad(input('i', [2], 'int64'), [1], [1]), /pad: expected float32, not int64/],
    ['softmax', () => softmax(rows, 2), /softmax: there is no axis 2/],
    ['max', () => max(rows, { axes: [0, 0] }), /reduce: axes \[0, 0\] repeat/],
    ['layerNorm', () => layerNorm(rows, vector(4)), /layerNorm: expected \[5\]/],
    ['groupNorm', () => groupNorm(x, 2, vector(3)), /groupNorm: 3 channels do not make 2 groups/],
    [
      'attention',
      () => attention(input('q', [1, 2, 6]), input('k', [1, 2, 6]), input('v', [1, 2, 6]), 4),
      /do not make 4 heads/,
    ],
    ['crossEntropy', () => crossEntropy(rows, input('t', [5], 'int64')), /crossEntropy: expected \[4\]/],
    ['maxPool', () => maxPool(x, { kernel: 2, padding: 2 }), /padding 2 is not below kernel 2/],
    ['gradients', () => gradients(rows, []), /gradients: the loss must be one float32 value \(\[4, 5\]\)/],
  ])('the error of %s names the problem and the shapes', (_, build, message) => {
    expect(build).toThrow(ShapeError)
    expect(build).toThrow(message)
  })
})
