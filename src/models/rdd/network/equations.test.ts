import { describe, expect, test } from 'vitest'
import { Parameters, inference, input } from '../../../graph'
import { runGraph } from '../../../graph/testing.node'
import { ReferenceModel, cosine, diagonalLoss, noise, plus, transposed } from '../../reference.node'
import type { Matrix } from '../../reference.node'
import { NEAR, distance, batchOfOne, runMatrix } from '../../testing.node'
import {
  directDifference,
  distilling,
  globalDifference,
  multiScaleFusion,
  alignmentLoss,
  attributeTokens,
  meanVector,
} from './network'

const c = 8
const bare = { heads: 2, bare: true }
const x = input('x', [1, 5, c])
const y = input('y', [1, 7, c])
const feeds = { x: batchOfOne(noise(5, c, 1)), y: batchOfOne(noise(7, c, 2)) }

function average(rows: Matrix): number[] {
  return rows[0].map((_, column) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length)
}

async function alignment(words: Matrix, features: Matrix, ids: number[], tau: number): Promise<number> {
  const [a, b] = ['a', 'b'].map((name) => input(name, [4, c]))
  const { loss } = await runGraph(
    { loss: alignmentLoss(a, b, input('ids', [4, 1], 'int64'), tau) },
    {
      a: { values: words.flat(), shape: [4, c] },
      b: { values: features.flat(), shape: [4, c] },
      ids: { values: ids, shape: [4, 1] },
    },
  )
  return loss.values[0]
}

describe('global difference extraction', () => {
  test('(2) is before minus after at the places of each frame', async () => {
    const own = input('own', ['2*batch', 2, 2])
    const other = input('other', ['2*batch', 2, 2])
    const result = await runGraph(
      { difference: directDifference({ own, other }) },
      {
        own: { values: [1, 2, 3, 4, 10, 20, 30, 40], shape: [2, 2, 2] },
        other: { values: [10, 20, 30, 40, 3, 4, 1, 2], shape: [2, 2, 2] },
      },
      { sizes: { batch: 1 } },
    )
    expect(result.difference.values).toEqual([-9, -18, -27, -36, -7, -16, -29, -38])
  })

  test('(3)-(4) are multi-head attention of the frame to the difference', async () => {
    const p = Parameters.create()
    const enrich = globalDifference(p, c, bare)
    const model = new ReferenceModel(p.list(), 4)
    const actual = await runMatrix(enrich(x, y, inference), feeds, model.values)
    expect(distance(actual, model.cross('attend', noise(5, c, 1), noise(7, c, 2), 2))).toBeLessThan(NEAR)
  })

  test('with shortcut and norm it is the same attention of normed queries, added', async () => {
    const p = Parameters.create()
    const enrich = globalDifference(p, c, { heads: 2 })
    const model = new ReferenceModel(p.list(), 4)
    const own = noise(5, c, 1)
    const attended = model.cross('attend', model.layerNorm('norm', own), noise(7, c, 2), 2)
    expect(
      distance(await runMatrix(enrich(x, y, inference), feeds, model.values), plus(own, attended)),
    ).toBeLessThan(NEAR)
  })
})

describe('distilling', () => {
  test('(6)-(8) run the same block again and again', async () => {
    const p = Parameters.create()
    const distill = distilling(p, c, { ...bare, vectors: 3, rounds: 2 })
    const model = new ReferenceModel(p.list(), 6)
    let source: Matrix = noise(7, c, 2)
    let vectors: Matrix = model.matrix('vectors')
    for (let round = 0; round < 2; round++) {
      source = model.self('within.attend', source, 2)
      const attended = model.cross('across.attend', vectors, source, 2)
      vectors = plus(model.feedForward('forward', attended), attended)
    }
    expect(distance(await runMatrix(distill(y, inference), feeds, model.values), vectors)).toBeLessThan(NEAR)
  })

  test('(9) fuses the scales end to end, with a shortcut around the last layer', async () => {
    const p = Parameters.create()
    const fuse = multiScaleFusion(p, c, bare)
    const model = new ReferenceModel(p.list(), 7)
    const mixed = model.self('within.attend', [...noise(5, c, 1), ...noise(7, c, 2)], 2)
    const expected = plus(model.linear('forward', mixed), mixed)
    expect(distance(await runMatrix(fuse([x, y], inference), feeds, model.values), expected)).toBeLessThan(
      NEAR,
    )
  })
})

describe('attribute-guided contrastive regularisation', () => {
  test('(10) is the mean of the distilled vectors', async () => {
    const actual = await runMatrix(meanVector(y), feeds)
    expect(distance(actual, [average(noise(7, c, 2))])).toBeLessThan(NEAR)
  })

  test('(11)-(13) are half of the cross-entropies of cosines both ways', async () => {
    const [words, features] = [noise(4, c, 8), noise(4, c, 9)]
    const tau = 0.2
    const scores = words.map((word) => features.map((vector) => cosine(word, vector) / tau))
    const run = (ids: number[]) => alignment(words, features, ids, tau)
    const expected = 0.5 * (diagonalLoss(scores) + diagonalLoss(transposed(scores)))
    expect(await run([1, 2, 3, 4])).toBeCloseTo(expected, 4)
    // the last has no phrase
    const three = scores.slice(0, 3).map((row) => row.slice(0, 3))
    const without = 0.5 * (diagonalLoss(three) + diagonalLoss(transposed(three)))
    expect(await run([1, 2, 3, 0])).toBeCloseTo(without, 4)
    expect(await run([1, 1, 1, 1])).toBeCloseTo(0, 4)
  })

  test('padding behind a phrase changes nothing, and nouns and verbs have prompts of their own', async () => {
    const p = Parameters.create()
    const { nouns, verbs } = attributeTokens(p, c, { words: 9 })
    const ids = input('ids', ['batch', 6], 'int64')
    const model = new ReferenceModel(p.list(), 3)
    const short = input('short', ['batch', 3], 'int64')
    const result = await runGraph(
      { noun: nouns(ids, inference), bare: nouns(short, inference), verb: verbs(ids, inference) },
      { ids: { values: [5, 7, 8, 0, 0, 0], shape: [1, 6] }, short: { values: [5, 7, 8], shape: [1, 3] } },
      { values: model.values },
    )
    expect(distance([result.noun.values], [result.bare.values])).toBeLessThan(NEAR)
    expect(Math.abs(result.noun.values[0] - result.verb.values[0])).toBeGreaterThan(1e-4)
  })
})
