import { initialValues } from '../graph'
import type { Parameter } from '../graph'
import { uniformAt } from '../graph/random'

/** For tests: the same mathematics in plain numbers, written apart from the graph code. A matrix is its rows. */
export type Matrix = readonly (readonly number[])[]

/** Values in -1..1. */
export function noise(rows: number, columns: number, seed: number): number[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => 2 * uniformAt(seed, row * columns + column) - 1),
  )
}

export function toRows(values: readonly number[], columns: number): number[][] {
  return Array.from({ length: values.length / columns }, (_, row) =>
    values.slice(row * columns, (row + 1) * columns),
  )
}

export function map2(a: Matrix, b: Matrix, f: (x: number, y: number) => number): number[][] {
  return a.map((row, at) => row.map((x, column) => f(x, b[at][column])))
}

export function plus(a: Matrix, b: Matrix): number[][] {
  return map2(a, b, (x, y) => x + y)
}

export function unit(rows: Matrix): number[][] {
  return rows.map((row) => row.map((x) => x / Math.sqrt(dot(row, row))))
}

export function product(a: Matrix, b: Matrix): number[][] {
  return a.map((row) => b[0].map((_, column) => row.reduce((sum, x, at) => sum + x * b[at][column], 0)))
}

export function transposed(a: Matrix): number[][] {
  return a[0].map((_, column) => a.map((row) => row[column]))
}

export function softmaxRow(row: readonly number[]): number[] {
  const most = Math.max(...row)
  const powers = row.map((x) => Math.exp(x - most))
  const total = powers.reduce((sum, x) => sum + x, 0)
  return powers.map((x) => x / total)
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, at) => sum + x * b[at], 0)
}

export function cosine(a: readonly number[], b: readonly number[]): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** Mean of -log softmax at the diagonal. */
export function diagonalLoss(scores: Matrix): number {
  return -scores.reduce((sum, row, at) => sum + Math.log(softmaxRow(row)[at]), 0) / scores.length
}

export function normRow(row: readonly number[]): number[] {
  const mean = row.reduce((sum, x) => sum + x, 0) / row.length
  const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / row.length
  return row.map((x) => (x - mean) / Math.sqrt(variance + 1e-5))
}

/** By the error function, to 1e-7 (Abramowitz & Stegun 7.1.26 is too coarse; a series is summed). */
export function gelu(x: number): number {
  let term = x / Math.SQRT2
  let sum = term
  for (let n = 1; n < 60; n++) {
    term *= (-x * x) / (2 * n)
    sum += term / (2 * n + 1)
  }
  return x * 0.5 * (1 + (2 / Math.sqrt(Math.PI)) * sum)
}

/** Parameters of a seed, with the layers that they make. */
export class ReferenceModel {
  readonly values: Map<string, Float32Array>
  private readonly shapes: Map<string, readonly number[]>

  constructor(parameters: readonly Parameter[], seed: number) {
    this.values = initialValues(parameters, seed)
    this.shapes = new Map(parameters.map(({ source, shape }) => [source.name, shape]))
    // biases begin at 0 and scales at 1, which would hide mistakes
    let stream = seed
    for (const [name, own] of this.values) {
      stream++
      if (this.shapes.get(name)?.length === 1) {
        own.forEach((x, at) => (own[at] = x + 0.2 * uniformAt(stream, at)))
      }
    }
  }

  matrix(name: string): number[][] {
    return toRows(this.row(name), this.shapes.get(name)?.[1] ?? 1)
  }

  row(name: string): number[] {
    const values = this.values.get(name)
    if (values === undefined) {
      throw new RangeError(`no parameter ${name} in ${[...this.values.keys()].join(', ')}`)
    }
    return [...values]
  }

  linear(scope: string, x: Matrix): number[][] {
    const bias = this.row(`${scope}.bias`)
    return product(x, this.matrix(`${scope}.weight`)).map((row) => row.map((value, at) => value + bias[at]))
  }

  layerNorm(scope: string, x: Matrix): number[][] {
    const [scale, bias] = [this.row(`${scope}.scale`), this.row(`${scope}.bias`)]
    return x.map((row) => normRow(row).map((value, at) => value * scale[at] + bias[at]))
  }

  feedForward(scope: string, x: Matrix): number[][] {
    const middle = this.linear(`${scope}.first`, x).map((row) => row.map(gelu))
    return this.linear(`${scope}.second`, middle)
  }

  cross(scope: string, x: Matrix, memory: Matrix, heads: number): number[][] {
    const both = this.linear(`${scope}.project`, memory)
    const size = x[0].length
    const keys = both.map((row) => row.slice(0, size))
    const values = both.map((row) => row.slice(size))
    return this.linear(`${scope}.output`, attend(this.linear(`${scope}.query`, x), keys, values, heads))
  }

  self(scope: string, x: Matrix, heads: number): number[][] {
    const all = this.linear(`${scope}.project`, x)
    const size = x[0].length
    const part = (at: number): number[][] => all.map((row) => row.slice(at * size, (at + 1) * size))
    return this.linear(`${scope}.output`, attend(part(0), part(1), part(2), heads))
  }
}

/** softmax(Q K^T / sqrt(d)) V in each head. */
function attend(queries: Matrix, keys: Matrix, values: Matrix, heads: number): number[][] {
  const size = queries[0].length / heads
  const parts = Array.from({ length: heads }, (_, head) => {
    const own = (rows: Matrix): number[][] => rows.map((row) => row.slice(head * size, (head + 1) * size))
    const scores = product(own(queries), transposed(own(keys)))
    const weights = scores.map((row) => softmaxRow(row.map((score) => score / Math.sqrt(size))))
    return product(weights, own(values))
  })
  return queries.map((_, row) => parts.flatMap((part) => part[row]))
}
