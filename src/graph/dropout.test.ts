import { describe, expect, test } from 'vitest'
import { gradients } from './gradients'
import { dropout } from './mode'
import { mul } from './ops/arithmetic'
import { sum } from './ops/reduce'
import { input } from './tensor'
import { openGraph, runGraph } from './testing.node'

const [rows, columns] = [600, 130]
const x = input('x', [rows, columns])
const seed = input('seed', [])
const ones = { values: new Float32Array(rows * columns).fill(1), shape: [rows, columns] }

function feeds(value: number) {
  return { x: ones, seed: { values: [value], shape: [] } }
}

function share(of: number[]): number {
  return of.reduce((total, value) => total + value, 0) / of.length
}

/** Of a share of 0.3 among `count` draws. */
function deviation(count: number): number {
  return Math.sqrt((0.3 * 0.7) / count)
}

function signs(values: number[]): number[] {
  return values.map((value) => (value > 0 ? 1 : -1))
}

function correlation(left: number[], right: (index: number) => number): number {
  return left.reduce((total, value, index) => total + value * right(index), 0) / left.length
}

describe('dropout', () => {
  test('drops its share of the values, of every row and of every column, and keeps the mean', async () => {
    const { y } = await runGraph({ y: dropout(x, 0.3, seed, 'a') }, feeds(17))
    const isKept = y.values.map((value) => (value > 0 ? 1 : 0))
    expect(Math.abs(share(isKept) - 0.7)).toBeLessThan(4 * deviation(isKept.length))
    for (let row = 0; row < rows; row++) {
      const one = isKept.slice(row * columns, (row + 1) * columns)
      expect(Math.abs(share(one) - 0.7)).toBeLessThan(5 * deviation(columns))
    }
    for (let column = 0; column < columns; column++) {
      const one = isKept.filter((_, index) => index % columns === column)
      expect(Math.abs(share(one) - 0.7)).toBeLessThan(5 * deviation(rows))
    }
    expect(share(y.values)).toBeCloseTo(1, 1)
  })

  test('neighbours, steps and sites are independent', async () => {
    const runner = await openGraph({ a: dropout(x, 0.5, seed, 'a'), b: dropout(x, 0.5, seed, 'b') })
    const now = await runner.run(feeds(3))
    const next = await runner.run(feeds(4))
    await runner.release()
    const [a, b, later] = [signs(now.a.values), signs(now.b.values), signs(next.a.values)]
    const limit = 4.5 / Math.sqrt(a.length)
    expect(Math.abs(correlation(a, (index) => b[index]))).toBeLessThan(limit)
    expect(Math.abs(correlation(a, (index) => later[index]))).toBeLessThan(limit)
    for (const shift of [1, 2, columns, columns + 1, 2 * columns]) {
      expect(Math.abs(correlation(a, (index) => a[(index + shift) % a.length]))).toBeLessThan(limit)
    }
  })

  test('is the same for the same seed, and its gradient goes where values passed', async () => {
    const y = dropout(x, 0.4, seed, 'a')
    const [gradient] = gradients(sum(mul(y, 3)), [x])
    const first = await runGraph({ y, gradient }, feeds(1_000_000))
    const second = await runGraph({ y }, feeds(1_000_000))
    expect(second.y).toEqual(first.y)
    expect(first.gradient.values.every((value, at) => Math.abs(value - 3 * first.y.values[at]) < 1e-5)).toBe(
      true,
    )
  })
})
