import { expect, test } from 'vitest'
import { normal } from './initializers'
import { Parameters } from './parameters'
import { muon } from './muon'
import { adamW } from './optimizer'
import type { Optimizer } from './optimizer'
import { input } from './tensor'
import { runGraph } from './testing.node'
import { flatLayout } from './flat-layout'

const RATE = 0.1
const SIZE = 0.2

interface StepOptions {
  readonly matrices: boolean
  readonly gradient: ArrayLike<number>
  /** Of the steps before; default 0. */
  readonly momentum?: ArrayLike<number>
  readonly decay?: number
}

async function step(
  optimizer: Optimizer,
  shapes: readonly (readonly number[])[],
  { matrices, gradient, momentum, decay = 0 }: StepOptions,
) {
  const p = Parameters.create()
  shapes.forEach((shape, at) => p.weight(`w${at}`, [...shape], normal(1)))
  const { entries, length } = flatLayout('all', p.list())
  const values = normal(1)([length], 9)
  const vector = (name: string) => input(name, [length])
  const updated = optimizer.update({
    values: vector('values'),
    gradient: vector('gradient'),
    slots: optimizer.slots.map(vector),
    rate: input('rate', []),
    decay,
    entries,
    matrices,
  })
  const zeros = new Float32Array(length)
  const scalars = Object.entries({ rate: RATE, ...optimizer.scalars(1) })
  const result = await runGraph(
    { next: updated.values, square: updated.slots[1] },
    {
      values: { values, shape: [length] },
      gradient: { values: gradient, shape: [length] },
      first: { values: momentum ?? zeros, shape: [length] },
      second: { values: zeros, shape: [length] },
      ...Object.fromEntries(scalars.map(([name, value]) => [name, { values: [value], shape: [] }])),
    },
  )
  return {
    next: result.next,
    square: result.square,
    moved: result.next.values.map((value, at) => value - values[at]),
    values,
  }
}

/** Inner products of the rows of a matrix, row by row. */
function products(values: readonly number[], rows: number): number[][] {
  const width = values.length / rows
  const row = (at: number) => values.slice(at * width, (at + 1) * width)
  return Array.from({ length: rows }, (_, a) =>
    Array.from({ length: rows }, (__, b) => row(a).reduce((sum, value, at) => sum + value * row(b)[at], 0)),
  )
}

test.each([
  ['a wide matrix', [6, 40]],
  ['a tall matrix', [40, 6]],
  ['a kernel', [6, 4, 3, 3]],
])('%s is moved as far in every direction, whatever its gradient prefers', async (_, shape) => {
  const count = shape.reduce((a, b) => a * b)
  // the first row's gradient is a hundred times the others'
  const width = count / shape[0]
  const gradient = normal(1)([count], 3).map((value, at) => (at < width ? 100 * value : value))
  const { moved } = await step(muon(), [shape], { matrices: true, gradient })
  const columns = Math.max(shape[0], width)
  const own = moved.map((value) => value / (RATE * SIZE * Math.sqrt(columns)))
  const turned =
    shape[0] <= width
      ? own
      : Array.from({ length: count }, (__, at) => own[(at % shape[0]) * width + Math.floor(at / shape[0])])
  const squares = products(turned, 6)
  const lengths = squares.map((row, at) => Math.sqrt(row[at]))
  const others = squares.flatMap((row, a) => row.filter((_value, b) => a !== b))
  expect(Math.min(...lengths)).toBeGreaterThan(0.5)
  expect(Math.max(...others.map(Math.abs))).toBeLessThan(0.45)
  // about as far as AdamW would go
  const size = Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0) / count)
  expect(size / RATE).toBeGreaterThan(0.12)
  expect(size / RATE).toBeLessThan(0.28)
})

test('matrices that share a vector do not touch each other', async () => {
  const gradient = normal(1)([200], 4)
  const apart = await step(muon(), [[10, 12]], { matrices: true, gradient: gradient.slice(0, 120) })
  const { moved } = await step(
    muon(),
    [
      [10, 12],
      [8, 10],
    ],
    { matrices: true, gradient },
  )
  for (const [at, value] of apart.moved.entries()) {
    expect(moved[at]).toBeCloseTo(value, 5)
  }
})

test('other groups are moved as by AdamW, and decay is the same in both', async () => {
  const gradient = normal(1)([30], 4)
  const options = { matrices: false, gradient, decay: 0.1 }
  const [plain, own] = [await step(adamW(), [[5, 6]], options), await step(muon(), [[5, 6]], options)]
  expect(own.next).toEqual(plain.next)
  expect(own.square).toEqual(plain.square)
  const matrices = { matrices: true, gradient }
  const free = await step(muon(), [[5, 6]], matrices)
  const decayed = await step(muon(), [[5, 6]], { ...matrices, decay: 0.1 })
  for (const [at, value] of decayed.next.values.entries()) {
    expect(value).toBeCloseTo(free.next.values[at] - free.values[at] * 0.1 * RATE, 5)
  }
})

test('a matrix without a gradient stays, whatever its momentum, and the one beside it is moved', async () => {
  const shapes = [
    [10, 12],
    [8, 10],
  ]
  const momentum = normal(1)([200], 5)
  const gradient = normal(1)([200], 4).map((value, at) => (at < 120 ? 0 : value))
  const { moved } = await step(muon(), shapes, { matrices: true, gradient, momentum, decay: 0.1 })
  expect(moved.slice(0, 120).every((value) => value === 0)).toBe(true)
  expect(moved.slice(120).every((value) => value !== 0)).toBe(true)
})
