import { describe, expect, test } from 'vitest'
import { Parameters, inference, input } from '../../../graph'
import { runGraph } from '../../../graph/testing.node'
import { uniformAt } from '../../../graph/random'
import { ReferenceModel, noise, plus, softmaxRow } from '../../reference.node'
import type { Matrix } from '../../reference.node'
import { NEAR, distance, batchOfOne, runMatrix } from '../../testing.node'
import { MASK_SIDE } from '../../layers/sizes'
import { attentionLoss, attentionTarget, smoothedMask } from './family'
import { visionEncoder, queryTransformer } from './network'
import { entityPrompt, matchingEntities } from './prompt'

const c = 8

/** Weights of a Gaussian of deviation 1 at -2..2, of sum 1. */
const bell = [-2, -1, 0, 1, 2].map((x) => Math.exp((-x * x) / 2))
const total = bell.reduce((sum, x) => sum + x, 0)

function weight(dx: number, dy: number): number {
  return (bell[2 + dx] * bell[2 + dy]) / total ** 2
}

describe('fine-grained attention control', () => {
  test('(6) pools a mask to cells and blurs them', async () => {
    const mask = input('mask', ['batch', 2, 128, 128])
    // before: all of cell (5, 3), rows 24-31 and columns 40-47; after: half of cell (0, 0)
    const values = Array.from({ length: 2 * MASK_SIDE ** 2 }, (_, at) => {
      const [frame, y, x] = [
        Math.floor(at / MASK_SIDE ** 2),
        Math.floor((at % MASK_SIDE ** 2) / MASK_SIDE),
        at % MASK_SIDE,
      ]
      return Number(frame === 0 ? y >= 24 && y < 32 && x >= 40 && x < 48 : y < 4 && x < 8)
    })
    const { soft } = await runGraph(
      { soft: smoothedMask(mask) },
      { mask: { values, shape: [1, 2, 128, 128] } },
    )
    expect(soft.shape).toEqual([2, 256])
    const cell = (frame: number, x: number, y: number): number => soft.values[frame * 256 + y * 16 + x]
    expect(cell(0, 5, 3)).toBeCloseTo(weight(0, 0), 5)
    expect(cell(0, 6, 1)).toBeCloseTo(weight(1, -2), 5)
    expect(cell(0, 8, 3)).toBeCloseTo(0, 6)
    expect(cell(1, 1, 1)).toBeCloseTo(0.5 * weight(1, 1), 5)
  })

  test('(7) asks for attention in proportion to the mask, and for even attention where nothing changed', async () => {
    const [attention, mask] = [input('attention', ['2*batch', 4]), input('mask', ['2*batch', 4])]
    const loss = attentionLoss(attention, attentionTarget(mask))
    const even = [0.25, 0.25, 0.25, 0.25]
    const asked = [1.01, 0.51, 0.01, 0.01].map((value) => value / 1.54)
    // a change in the before frame alone
    const masks = { values: [1, 0.5, 0, 0, 0, 0, 0, 0], shape: [2, 4] }
    const lossOf = async (rows: number[]): Promise<number> => {
      const feeds = { attention: { values: rows, shape: [2, 4] }, mask: masks }
      const actual = await runGraph({ loss }, feeds, { sizes: { batch: 1 } })
      return actual.loss.values[0]
    }
    expect(await lossOf([...asked, ...even])).toBeCloseTo(0, 4)
    const apart = asked.reduce((sum, share) => sum + 0.25 * Math.log(0.25 / share), 0)
    expect(await lossOf([...even, ...even])).toBeCloseTo(apart, 4)
  })

  test('(5) attention is that of the class token, as shares', async () => {
    const p = Parameters.create()
    const encode = visionEncoder(p, { features: c, heads: 2, layers: 2 })
    const model = new ReferenceModel(p.list(), 3)
    const patches = input('patches', [1, 6, c])
    const actual = await runGraph(
      { attention: encode(patches, inference).attention },
      { patches: batchOfOne(noise(6, c, 1)) },
      { values: model.values },
    )
    let x: Matrix = [...model.matrix('class'), ...noise(6, c, 1)]
    let expected: number[] = []
    for (const layer of ['layer0', 'layer1']) {
      const normed = model.layerNorm(`${layer}.norm1`, x)
      const all = model.linear(`${layer}.self.project`, normed)
      const heads = [0, 4].map((start) => {
        const scores = all.map((row) =>
          [0, 1, 2, 3].reduce((sum, at) => sum + all[0][start + at] * row[c + start + at], 0),
        )
        return softmaxRow(scores.map((score) => score / 2))
      })
      expected = heads[0].map((share, at) => (share + heads[1][at]) / 2).slice(1)
      const attended = plus(x, model.self(`${layer}.self`, normed, 2))
      x = plus(attended, model.feedForward(`${layer}.forward`, model.layerNorm(`${layer}.norm2`, attended)))
    }
    expect(distance([actual.attention.values], [expected])).toBeLessThan(NEAR)
  })

  test('(7) is the divergence of attention from the softmax of the mask, of both frames', async () => {
    const shares = [1, 2].map((seed) =>
      softmaxRow(Array.from({ length: 256 }, (_, at) => uniformAt(seed, at) * 3)),
    )
    const masks = [3, 4].map((seed) => Array.from({ length: 256 }, (_, at) => uniformAt(seed, at)))
    const expected = shares.reduce((sum, row, frame) => {
      const target = softmaxRow(masks[frame])
      return sum + row.reduce((part, share, at) => part + share * Math.log(share / target[at]), 0)
    }, 0)
    const shape = ['2*batch', 256]
    const inputs = [input('attention', shape), input('mask', shape)] as const
    const { loss, unmarked } = await runGraph(
      { loss: attentionLoss(...inputs), unmarked: attentionLoss(...inputs, input('counts', ['batch'])) },
      {
        counts: { values: [0], shape: [1] },
        attention: { values: shares.flat(), shape: [2, 256] },
        mask: { values: masks.flat(), shape: [2, 256] },
      },
      { sizes: { batch: 1 } },
    )
    expect(loss.values[0]).toBeCloseTo(expected, 4)
    expect(unmarked.values[0]).toBe(0)
  })
})

describe('entity prompts', () => {
  test('(9) join the likest entities of both frames', () => {
    expect(matchingEntities([0.1, 0.9, 0.3], [0.8, 0.2, 0.1])).toEqual([1, 0])
    expect(matchingEntities([0.1, 0.9, 0.3], [0.1, 0.2, 0.1])).toEqual([1])
    expect(matchingEntities([0.1, 0.9, 0.3], [0.8, 0.2, 0.1], 2)).toEqual([1, 2, 0])
  })

  test('(10) put the instruction first, then the mark, then the words', async () => {
    const p = Parameters.create()
    const make = entityPrompt(p, { words: 9, features: c, instruction: 2, length: 3 })
    const model = new ReferenceModel(p.list(), 5)
    const prompt = make(1, input('ids', [1, 3], 'int64'))
    const actual = await runGraph(
      { tokens: prompt.tokens, present: prompt.present },
      { ids: { values: [4, 7, 0], shape: [1, 3] } },
      { values: model.values },
    )
    const [table, places] = [model.matrix('words.weight'), model.matrix('positions')]
    const words = [4, 7].map((id, at) => plus([table[id]], [places[at]])[0])
    const none = Array.from({ length: c }, () => 0)
    const expected = [...model.matrix('instruction'), ...model.matrix('mark'), ...words, none]
    const rows = expected.map((_, at) => actual.tokens.values.slice(at * c, (at + 1) * c))
    expect(distance(rows, expected)).toBeLessThan(NEAR)
    expect(actual.present.values).toEqual([1, 1, 1, 1, 1, 0])
  })

  test('(11) queries and prompt attend to each other, queries to the visual features', async () => {
    const p = Parameters.create()
    const transformer = queryTransformer(p, { features: c, heads: 2, layers: 1, queries: 3 })
    const model = new ReferenceModel(p.list(), 6)
    const [attended, words] = [noise(5, c, 7), noise(2, c, 8)]
    const prompt = { tokens: input('told', [1, 2, c]), present: input('present', [1, 2]) }
    const actual = await runMatrix(
      transformer(input('seen', [1, 5, c]), prompt, inference),
      { seen: batchOfOne(attended), told: batchOfOne(words), present: { values: [1, 1], shape: [1, 2] } },
      model.values,
    )
    const start = [...model.matrix('queries'), ...words]
    const mixed = plus(start, model.self('layer0.self', model.layerNorm('layer0.norm1', start), 2))
    const queries = mixed.slice(0, 3)
    const attendedTo = plus(
      queries,
      model.cross('layer0.cross', model.layerNorm('layer0.norm2', queries), attended, 2),
    )
    const after = plus(
      attendedTo,
      model.feedForward('layer0.forward', model.layerNorm('layer0.norm3', attendedTo)),
    )
    expect(distance(actual, model.layerNorm('norm', after))).toBeLessThan(NEAR)
  })
})
