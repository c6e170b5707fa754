import { describe, expect, test } from 'vitest'
import { buildModel } from './build-model'
import { gradients } from './gradients'
import { filled, glorotUniform, heNormal } from './initializers'
import { initialValues, Parameters } from './parameters'
import { inference, trainingMode } from './mode'
import { batchNorm, linear } from './nn/layers'
import { mul, pow } from './ops/arithmetic'
import { expand, reshape } from './ops/layout'
import { meanSquaredError } from './ops/losses'
import { sum } from './ops/reduce'
import { adamW, sgd, cosineRate, withWarmUp } from './optimizer'
import type { Optimizer, ParameterGroup } from './optimizer'
import { ShapeError } from './shape'
import { input } from './tensor'
import { runGraph } from './testing.node'
import { evaluationGraph, trainingGraph } from './training-graph'

function twoLayers() {
  const p = Parameters.create()
  const first = linear(p.scope('first'), 3, 4)
  const norm = batchNorm(p.scope('norm'), 4)
  const x = input('x', ['batch', 3])
  const image = (mode: typeof inference) => norm(reshape(first(x), [-1, 4, 1]), mode)
  const mode = trainingMode()
  const loss = meanSquaredError(image(mode), input('target', ['batch', 4, 1]))
  return { p, loss, mode, y: image(inference) }
}

describe('a training graph', () => {
  const { p, loss, mode, y } = twoLayers()
  const common = { loss, parameters: p.list(), updates: mode.updates, optimizer: adamW() }

  test('is one model, with every vector of its state as input and output', () => {
    const graph = trainingGraph({ ...common, average: 0.99 })
    const outputs = new Set(graph.step.outputs.map(({ name }) => name))
    const inputs = new Set(graph.step.inputs.map(({ name }) => name))
    expect(graph.apply).toBeNull()
    expect(graph.state.map(({ name }) => name).sort()).toEqual([
      'average/vectors',
      'average/weights',
      'first/vectors',
      'first/weights',
      'second/vectors',
      'second/weights',
      'values/buffers',
      'values/vectors',
      'values/weights',
    ])
    const read = graph.state.map(({ name }) => name).filter((name) => !inputs.has(name))
    const written = graph.state.map(({ name }) => name).filter((name) => outputs.has(`next/${name}`))
    expect(read).toEqual([])
    expect(written.length).toBe(graph.state.length)
  })

  test('spends no node on the gradient of frozen parameters', () => {
    const all = trainingGraph(common)
    const some = trainingGraph({ ...common, frozen: (name) => name.startsWith('first') })
    expect(some.step.nodes.length).toBeLessThan(all.step.nodes.length)
    expect(some.state.map(({ name }) => name)).toContain('values/frozen')
  })

  test('has the backward nodes once, however many groups there are', () => {
    const one = [{ name: 'all', matches: () => true }]
    const each = p.list().map(({ source }) => ({
      name: source.name,
      matches: (parameter: { source: { name: string } }) => parameter.source.name === source.name,
    }))
    const [many, few] = [each, one].map((groups: ParameterGroup[]) => {
      const { nodes } = trainingGraph({ ...common, groups }).step
      return nodes.filter(({ op }) => op === 'Gemm').length
    })
    expect(many).toBe(few)
  })

  test('keeps running figures through a norm that is called twice, one call after the other', async () => {
    const scope = Parameters.create()
    const shared = batchNorm(scope, 1, { momentum: 0.5 })
    const twice = trainingMode()
    for (const name of ['a', 'b']) {
      shared(input(name, [2, 1, 1]), twice)
    }
    expect(twice.updates.length).toBe(2)
    const mean = twice.updates.find(({ buffer }) => buffer.source.name === 'mean')
    const values = initialValues(scope.list(), 1)
    const feeds = { a: { values: [8, 8], shape: [2, 1, 1] }, b: { values: [2, 2], shape: [2, 1, 1] } }
    const actual = await runGraph({ kept: mean?.value ?? input('none', []) }, feeds, { values })
    expect(actual.kept.values).toEqual([0.5 * (0.5 * 8) + 0.5 * 2])
  })

  test('refuses a model without trainable parameters', () => {
    expect(() => trainingGraph({ ...common, frozen: () => true })).toThrow('every parameter is frozen')
  })

  test('refuses a parameter that no group takes', () => {
    const groups = [{ name: 'scales', matches: () => false }]
    expect(() => trainingGraph({ ...common, groups })).toThrow('no group takes parameter first.weight')
  })

  test('an export holds the forward nodes and the parameters, and nothing of training', async () => {
    const values = initialValues(p.list(), 1)
    const model = buildModel({ y }, { name: 'export', values })
    expect(model.inputs.map(({ name }) => name)).toEqual(['x'])
    expect(model.constants.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['first.weight', 'norm.mean']),
    )
    expect(model.nodes.length).toBeLessThan(evaluationGraph({ y }, trainingGraph(common)).model.nodes.length)
    const actual = await runGraph({ y }, { x: { values: [1, 2, 3, 0, 0, 0], shape: [2, 3] } }, { values })
    expect(actual.y.shape).toEqual([2, 4, 1])
    expect(actual.y.values.slice(4)).toEqual([0, 0, 0, 0])
  })

  test('an output may not be named as a parameter or an input', () => {
    const values = initialValues(p.list(), 1)
    expect(() => buildModel({ 'norm.mean': y }, { name: 'export', values })).toThrow('norm.mean: an output')
    expect(() => buildModel({ x: y }, { name: 'export', values })).toThrow('x: an output')
  })

  test('names the parameter that has no values', () => {
    expect(() => buildModel({ y }, { name: 'export' })).toThrow('first.weight: no values were given')
  })
})

describe('gradients', () => {
  test('are zeros for what the loss does not depend on', async () => {
    const [a, b] = [input('a', [2]), input('b', [2, 3])]
    const [ga, gb] = gradients(sum(mul(a, 3)), [a, b])
    const actual = await runGraph({ ga, gb }, { a: { values: [1, 2], shape: [2] } })
    expect(actual.ga.values).toEqual([3, 3])
    expect(actual.gb).toEqual({ shape: [2, 3], values: [0, 0, 0, 0, 0, 0] })
  })

  test('refuse a tensor that was expanded, which elementwise operations pass over', async () => {
    const a = input('a', [1, 2])
    const wide = expand(a, [3, 2])
    const loss = sum(mul(wide, input('b', [3, 2])))
    expect(() => gradients(loss, [wide])).toThrow(ShapeError)
    expect(() => gradients(loss, [wide])).toThrow('before it was expanded ([3, 2])')
    const [ga] = gradients(loss, [a])
    const b = { values: [1, 2, 3, 4, 5, 6], shape: [3, 2] }
    expect((await runGraph({ ga }, { b })).ga.values).toEqual([9, 12])
  })

  test('can be differentiated again', async () => {
    const x = input('x', [3])
    const [first] = gradients(sum(pow(x, 3)), [x])
    const [second] = gradients(sum(first), [x])
    const actual = await runGraph({ second }, { x: { values: [1, 2, 3], shape: [3] } })
    expect(actual.second.values).toEqual([6, 12, 18])
  })
})

/** Values after three steps on given gradients, from the graph. */
async function follow(optimizer: Optimizer, slopes: number[], decay: number): Promise<number[]> {
  let values = [1]
  let slots = optimizer.slots.map(() => [0])
  const result: number[] = []
  for (const [index, slope] of slopes.entries()) {
    const updated = optimizer.update({
      values: input('values', [1]),
      gradient: input('gradient', [1]),
      slots: optimizer.slots.map((name) => input(name, [1])),
      rate: input('rate', []),
      decay,
      entries: [],
      matrices: false,
    })
    const outputs = Object.fromEntries(updated.slots.map((slot, at) => [`slot${at}`, slot]))
    const scalars = { rate: 0.1, ...optimizer.scalars(index + 1) }
    const actual = await runGraph(
      { next: updated.values, ...outputs },
      {
        values: { values, shape: [1] },
        gradient: { values: [slope], shape: [1] },
        ...Object.fromEntries(optimizer.slots.map((name, at) => [name, { values: slots[at], shape: [1] }])),
        ...Object.fromEntries(
          Object.entries(scalars).map(([name, value]) => [name, { values: [value], shape: [] }]),
        ),
      },
    )
    values = actual.next.values
    slots = slots.map((_, at) => actual[`slot${at}`].values)
    result.push(values[0])
  }
  return result
}

describe('an optimiser', () => {
  // torch.optim (2.13), one parameter at 1, gradients 0.5, -0.2, 0.4, learning rate 0.1.
  test.each<[string, Optimizer, number, number[]]>([
    ['SGD', sgd(), 0, [0.94999999, 0.96999997, 0.92999995]],
    ['SGD with decay', sgd(), 0.1, [0.94, 0.95059997, 0.90109396]],
    ['SGD with momentum', sgd({ momentum: 0.9 }), 0, [0.94999999, 0.92500001, 0.86250001]],
    [
      'SGD with Nesterov momentum',
      sgd({ momentum: 0.9, nesterov: true }),
      0.1,
      [0.88599998, 0.85856599, 0.73153663],
    ],
    ['AdamW', adamW(), 0.1, [0.89000005, 0.8465395, 0.77852041]],
    [
      'AdamW with other betas',
      adamW({ betas: [0.8, 0.99], epsilon: 1e-6 }),
      0,
      [0.90000021, 0.87076783, 0.81144994],
    ],
  ])("%s moves as PyTorch's", async (_, optimizer, decay, expected) => {
    const actual = await follow(optimizer, [0.5, -0.2, 0.4], decay)
    for (const [step, value] of expected.entries()) {
      expect(actual[step]).toBeCloseTo(value, 6)
    }
  })
})

test('a schedule warms up, falls by half a cosine and stays at its floor', () => {
  const rate = withWarmUp(4, cosineRate(1, 10, 0.1))
  expect([0, 1, 3].map(rate)).toEqual([0.25, 0.5, 1])
  expect(rate(4)).toBe(1)
  expect(rate(9)).toBeCloseTo(0.55, 10)
  expect(rate(14)).toBeCloseTo(0.1, 10)
  expect(rate(1000)).toBeCloseTo(0.1, 10)
})

function valuesOf(names: string[]): Map<string, Float32Array> {
  const p = Parameters.create()
  for (const name of names) {
    p.weight(name, [4], heNormal(4))
  }
  return initialValues(p.list(), 5)
}

describe('first values', () => {
  test('depend on the seed and the name, not on other parameters', () => {
    expect(valuesOf(['a', 'b']).get('b')).toEqual(valuesOf(['b']).get('b'))
    expect(valuesOf(['a']).get('a')).not.toEqual(valuesOf(['b']).get('b'))
  })

  test('have the deviation or the bound of their initialiser', () => {
    const values = heNormal(50)([100, 100], 3)
    const square = values.reduce((total, value) => total + value * value, 0) / values.length
    expect(square).toBeCloseTo(2 / 50, 2)
    const bound = Math.max(...glorotUniform(2, 4)([100, 100], 3).map(Math.abs))
    expect(bound).toBeLessThanOrEqual(1)
    expect(bound).toBeGreaterThan(0.99)
    expect(filled(2)([2], 0)).toEqual(Float32Array.of(2, 2))
  })

  test('need a name of their own', () => {
    const p = Parameters.create()
    p.scope('a').weight('w', [1], filled(0))
    expect(() => p.scope('a').buffer('w', [1], filled(0))).toThrow('two parameters are named a.w')
  })
})
