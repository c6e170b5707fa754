import { describe, expect, test } from 'vitest'
import { Parameters, inference, input, zeros } from '../../../graph'
import { runGraph } from '../../../graph/testing.node'
import { tokenInfoNce } from '../../layers/contrastive-losses'
import {
  ReferenceModel,
  cosine,
  diagonalLoss,
  dot,
  map2,
  noise,
  plus,
  softmaxRow,
  transposed,
} from '../../reference.node'
import type { Matrix } from '../../reference.node'
import { NEAR, distance, batchOfOne, runMatrix } from '../../testing.node'
import {
  commonalityEnhancement,
  differenceEnhancement,
  disentangling,
  fuseDifferences,
  similarityOver,
} from './disentangling'
import { gatedLayer } from './network'
import { retrieveEntities } from './subject-inputs'

const c = 8
const [source, target, before, after, entities] = [
  noise(4, c, 1),
  noise(5, c, 2),
  noise(5, c, 3),
  noise(5, c, 4),
  noise(3, c, 5),
]
const tau = 0.3

function likeness(from: Matrix, to: Matrix, temperature: number): number[][] {
  return to.map((row) => softmaxRow(from.map((other) => cosine(row, other) / temperature)))
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** Equations (3)-(5) of one module: P̂ and the enhanced target. */
function enhanced(model: ReferenceModel, scope: string, from: Matrix, to: Matrix, unlike: boolean) {
  const best = likeness(from, to, tau).map((row) => [unlike ? 1 - Math.max(...row) : Math.max(...row)])
  const weights = model.linear(`${scope}widen`, best)
  const grown = map2(weights, to, (weight, x) => sigmoid(weight) * x + x)
  return { weights, features: model.layerNorm(`${scope}norm`, grown) }
}

function meanSquare(a: Matrix, b: Matrix): number {
  const squares = map2(a, b, (x, y) => (x - y) ** 2).flat()
  return squares.reduce((sum, x) => sum + x, 0) / squares.length
}

type Weighted = readonly { weights: Matrix }[]

function meanOfBoth(a: Weighted, b: Weighted): number {
  return (meanSquare(a[0].weights, b[0].weights) + meanSquare(a[1].weights, b[1].weights)) / 2
}

/** Mean over the rows of a of the greatest product with a row of b. */
function bestMean(a: Matrix, b: Matrix): number {
  return a.reduce((sum, row) => sum + Math.max(...b.map((other) => dot(row, other))), 0) / a.length
}

describe('change entity retrieval', () => {
  test('(1) takes the greatest differences of likeness among entities liker than the mean', () => {
    // entity 3 differs most but is like neither frame
    const likeBefore = [0.9, 0.5, 0.6, -0.9, 0.8]
    const likeAfter = [0.9, 0.9, 0.2, -0.1, 0.7]
    expect(retrieveEntities(likeBefore, likeAfter, { count: 2 })).toEqual([1, 2])
    expect(retrieveEntities(likeBefore, likeAfter, { count: 2, signed: true })).toEqual([2, 4])
    expect(retrieveEntities([0.1, 0.3], [0.1, 0.3])).toEqual([1])
  })
})

describe('enhancement', () => {
  const from = input('source', [1, 4, c])
  const to = input('target', [1, 5, c])
  const feeds = { source: batchOfOne(source), target: batchOfOne(target) }

  test('(2) is a softmax over the source of cosines', async () => {
    expect(
      distance(await runMatrix(similarityOver(from, to, 1), feeds), likeness(source, target, 1)),
    ).toBeLessThan(NEAR)
  })

  test.each([
    ['(3)-(4) of what is like the source', commonalityEnhancement, false],
    ['(5) of what is unlike it', differenceEnhancement, true],
  ])('%s', async (_, make, unlike) => {
    const p = Parameters.create()
    const module = make(p, c, { temperature: tau })
    const model = new ReferenceModel(p.list(), 2)
    const { features, weights } = module(from, to)
    const expected = enhanced(model, '', source, target, unlike)
    expect(distance(await runMatrix(features, feeds, model.values), expected.features)).toBeLessThan(NEAR)
    expect(distance(await runMatrix(weights, feeds, model.values), expected.weights)).toBeLessThan(NEAR)
  })
})

describe('heterogeneous representation disentangling', () => {
  test('(6)-(8), (10) compute the difference of each frame, and (7), (11) compare entities with frames', async () => {
    const p = Parameters.create()
    const parts = { cre: true, dre: true, consistency: true, contrast: true }
    const layer = disentangling(p, c, { heads: 2, temperature: tau, parts })
    const model = new ReferenceModel(p.list(), 3)
    const outputs = layer(input('both', ['2*batch', 5, c]), input('entities', ['batch', 3, c]), inference)
    const { losses } = outputs
    if (!losses.common || !losses.difference || !losses.contrast) {
      throw new Error('a loss is missing')
    }
    const actual = await runGraph(
      {
        difference: outputs.difference,
        common: losses.common,
        different: losses.difference,
        contrast: losses.contrast,
      },
      { both: { values: [...before, ...after].flat(), shape: [2, 5, c] }, entities: batchOfOne(entities) },
      { values: model.values, sizes: { batch: 1 } },
    )
    const commons = [
      enhanced(model, 'common.', after, before, false),
      enhanced(model, 'common.', before, after, false),
    ]
    const rests = [before, after].map((own, frame) => {
      const attended = model.cross('exchange.attend', commons[frame].features, commons[1 - frame].features, 2)
      return map2(own, attended, (x, y) => x - y)
    })
    const differences = [before, after].map((own, frame) =>
      enhanced(model, 'different.', own, rests[frame], true),
    )
    const byEntity = [before, after].map((own) => enhanced(model, 'commonByEntity.', entities, own, true))
    const restByEntity = rests.map((rest) => enhanced(model, 'differentByEntity.', entities, rest, false))
    const expected = differences.flatMap(({ features }) => features)
    const rows = expected.map((_, at) => actual.difference.values.slice(at * c, (at + 1) * c))
    expect(distance(rows, expected)).toBeLessThan(NEAR)
    expect(actual.common.values[0]).toBeCloseTo(meanOfBoth(commons, byEntity), 4)
    expect(actual.different.values[0]).toBeCloseTo(meanOfBoth(differences, restByEntity), 4)
    // one pair has no negatives
    expect(actual.contrast.values[0]).toBeCloseTo(0, 5)
  })

  test('(9) is InfoNCE over the mean of best token matches, both ways', async () => {
    const sets = Array.from({ length: 6 }, (_, at) => noise(3, c, 20 + at))
    const [mine, others] = [sets.slice(0, 3), sets.slice(3)]
    const scores = mine.map((a) => others.map((b) => (bestMean(a, b) + bestMean(b, a)) / 2 / tau))
    const expected = 0.5 * (diagonalLoss(scores) + diagonalLoss(transposed(scores)))
    const [a, b] = ['a', 'b'].map((name) => input(name, ['batch', 3, c]))
    const { loss } = await runGraph(
      { loss: tokenInfoNce(a, b, tau) },
      {
        a: { values: mine.flat(2), shape: [3, 3, c] },
        b: { values: others.flat(2), shape: [3, 3, c] },
      },
    )
    expect(loss.values[0]).toBeCloseTo(expected, 4)
  })

  test('(12) lays the differences side by side', async () => {
    const p = Parameters.create()
    const fuse = fuseDifferences(p, c)
    const model = new ReferenceModel(p.list(), 5)
    const actual = await runGraph(
      { fused: fuse(input('both', ['2*batch', 5, c])) },
      { both: { values: [...before, ...after].flat(), shape: [2, 5, c] } },
      { values: model.values, sizes: { batch: 1 } },
    )
    const expected = model.linear(
      'fuse',
      before.map((row, at) => [...row, ...after[at]]),
    )
    const rows = expected.map((_, at) => actual.fused.values.slice(at * c, (at + 1) * c))
    expect(distance(rows, expected)).toBeLessThan(NEAR)
  })
})

test('(13)-(17) gate entity text and visual difference into the words', async () => {
  const p = Parameters.create()
  const layer = gatedLayer(p, c, 2)
  const model = new ReferenceModel(p.list(), 6)
  const [x, text, vision] = [
    ['x', 5],
    ['text', 3],
    ['vision', 4],
  ].map(([name, rows]) => input(String(name), [1, Number(rows), c]))
  const actual = await runMatrix(
    layer(x, text, vision, inference, zeros([5, 5])).x,
    { x: batchOfOne(target), text: batchOfOne(entities), vision: batchOfOne(source) },
    model.values,
  )
  const own = model.layerNorm('norm1', plus(target, model.self('self', target, 2)))
  const gated = (scope: string, gate: string, memory: Matrix): number[][] => {
    const attendedTo = model.cross(scope, own, memory, 2)
    const factor = model.linear(
      gate,
      own.map((row, at) => [...row, ...attendedTo[at]]),
    )
    return map2(factor, attendedTo, (a, b) => a * b)
  }
  const sum = plus(plus(gated('text', 'alpha', entities), gated('vision', 'beta', source)), own)
  expect(distance(actual, model.layerNorm('norm2', sum))).toBeLessThan(NEAR)
})
