import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { gradients } from './gradients'
import { caseValues, opCases } from './op-cases.node'
import type { OpCase } from './op-cases.node'
import { mul } from './ops/arithmetic'
import { sum } from './ops/reduce'
import { input } from './tensor'
import type { Tensor } from './tensor'
import { openGraph } from './testing.node'
import type { Feeds } from './testing.node'

interface Fixture {
  cases: Record<string, { shape: number[]; output: number[]; gradients: Record<string, number[]> }>
}

const fixture = JSON.parse(
  readFileSync(new URL('fixtures/pytorch-ops.json', import.meta.url), 'utf8'),
) as Fixture

function prepare(name: string, { inputs, build, fixed = [] }: OpCase) {
  const tensors: Record<string, Tensor> = {}
  const feeds: Record<string, Feeds[string]> = {}
  for (const [key, spec] of Object.entries(inputs)) {
    const [, ...shape] = spec
    tensors[key] = input(key, shape)
    feeds[key] = { values: caseValues(name, key, spec), shape }
  }
  const y = build(tensors)
  const shape = y.shape.map(Number)
  const cotangent = input('cotangent', shape)
  feeds.cotangent = { values: caseValues(name, 'cotangent', ['normal', ...shape]), shape }
  const loss = sum(mul(y, cotangent))
  const names = Object.keys(inputs).filter((key) => !fixed.includes(key))
  const slopes = gradients(
    loss,
    names.map((key) => tensors[key]),
  )
  const outputs = Object.fromEntries(names.map((key, index) => [`gradient/${key}`, slopes[index]]))
  return { outputs: { y, loss, ...outputs }, feeds, names }
}

/** Relative to the largest value: |a - b| <= tolerance * max(1, |b|_inf). */
function distance(actual: readonly number[], expected: readonly number[]): number {
  expect(actual.length).toBe(expected.length)
  const scale = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
  return actual.reduce((most, value, index) => Math.max(most, Math.abs(value - expected[index])), 0) / scale
}

describe.each(Object.entries(opCases))('%s', (name, opCase) => {
  test('has the values and gradients of PyTorch within 3e-6', async () => {
    const expected = fixture.cases[name]
    const { outputs, feeds, names } = prepare(name, opCase)
    const runner = await openGraph(outputs)
    const results = await runner.run(feeds)
    await runner.release()
    expect(results.y.shape).toEqual(expected.shape)
    expect(distance(results.y.values, expected.output)).toBeLessThan(3e-6)
    const far = names.filter((key) => {
      return !(distance(results[`gradient/${key}`].values, expected.gradients[key]) < 3e-6)
    })
    expect(far).toEqual([])
  })

  // what stops the gradient has none, whatever the differences are
  if (name === 'stopGradient') {
    return
  }
  test('has the gradients of central differences within 1e-2', async () => {
    const { outputs, feeds, names } = prepare(name, opCase)
    const runner = await openGraph(outputs)
    const results = await runner.run(feeds)
    const far: string[] = []
    for (const key of names) {
      const { values, shape } = feeds[key]
      const gradient = results[`gradient/${key}`].values
      // A few places of each input suffice: PyTorch covers every value.
      const places = gradient
        .map((_, index) => index)
        .filter((index) => index % Math.ceil(gradient.length / 4) === 0)
      const scale = gradient.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
      for (const position of places) {
        const shifted = async (by: number) => {
          const moved = Float32Array.from(values)
          moved[position] += by
          const { y } = await runner.run({ ...feeds, [key]: { values: moved, shape } })
          return y.values.reduce((total, value, index) => total + value * feeds.cotangent.values[index], 0)
        }
        const step = 2e-3
        const slope = ((await shifted(step)) - (await shifted(-step))) / (2 * step)
        if (!(Math.abs(slope - gradient[position]) / scale < 1e-2)) {
          far.push(`${key}[${position}]`)
        }
      }
    }
    await runner.release()
    expect(far).toEqual([])
  })
})
