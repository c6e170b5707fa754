import { describe, expect, test } from 'vitest'
import { Parameters, gradients, inference, input, mul, sum } from '../../../graph'
import { runGraph } from '../../../graph/testing.node'
import { ReferenceModel, dot, map2, noise, softmaxRow, unit } from '../../reference.node'
import { NEAR, distance, batchOfOne, runMatrix } from '../../testing.node'
import { alignmentLoss, orderLoss, reconstructionLoss } from './family'
import {
  procedureEncoder,
  nearestCodes,
  quantisationLoss,
  straightThrough,
  usageLoss,
} from './procedure-encoder'
import type { ProcedureSizes } from './procedure-encoder'

const c = 8

describe('the tokenizer', () => {
  const [cells, book] = [unit(noise(4, c, 1)), unit(noise(6, c, 2))]

  test('names each cell by the code that is nearest', async () => {
    const codes = input('book', [6, c])
    const actual = await runMatrix(nearestCodes(input('cells', [1, 4, c]), codes), {
      cells: batchOfOne(cells),
      book: { values: book.flat(), shape: [6, c] },
    })
    const expected = cells.map((cell) => {
      const likeness = book.map((code) => dot(cell, code))
      return likeness.map((value) => Number(value === Math.max(...likeness)))
    })
    expect(actual).toEqual(expected)
  })

  test('passes the gradient of the codes on to the cells', async () => {
    const [x, e] = [input('cells', [1, 4, c]), input('codes', [1, 4, c])]
    const through = straightThrough(x, e)
    const factor = input('factor', [1, 4, c])
    const [slope] = gradients(sum(mul(through, factor)), [x])
    const feeds = {
      cells: batchOfOne(cells),
      codes: batchOfOne(book.slice(0, 4)),
      factor: batchOfOne(noise(4, c, 3)),
    }
    expect(distance(await runMatrix(through, feeds), book.slice(0, 4))).toBeLessThan(NEAR)
    expect(distance(await runMatrix(slope, feeds), noise(4, c, 3))).toBeLessThan(NEAR)
  })

  test('moves codes to cells four times as fast as cells to codes', async () => {
    const [x, e] = [input('cells', [1, 4, c]), input('codes', [1, 4, c])]
    const loss = quantisationLoss(x, e)
    const [toCells, toCodes] = gradients(loss, [x, e])
    const codes = book.slice(0, 4)
    const actual = await runGraph(
      { loss, toCells, toCodes },
      { cells: batchOfOne(cells), codes: batchOfOne(codes) },
    )
    const apart = map2(cells, codes, (a, b) => a - b).flat()
    const square = apart.reduce((total, value) => total + value * value, 0) / apart.length
    expect(actual.loss.values[0]).toBeCloseTo(1.25 * square, 5)
    expect(actual.toCells.values[0]).toBeCloseTo((0.5 * apart[0]) / apart.length, 6)
    expect(actual.toCodes.values[0]).toBeCloseTo((-2 * apart[0]) / apart.length, 6)
  })
})

async function usageOf(cells: number[][], book: number[][]): Promise<number> {
  const loss = usageLoss(input('cells', [1, cells.length, c]), input('book', [book.length, c]), 0.1)
  const feeds = { cells: batchOfOne(cells), book: { values: book.flat(), shape: [book.length, c] } }
  const actual = await runGraph({ loss }, feeds)
  return actual.loss.values[0]
}

function entropy(shares: number[]): number {
  return -shares.reduce((total, share) => total + share * Math.log(share), 0)
}

describe('the use of codes', () => {
  test('is the mean entropy of cells, minus the entropy of their mean', async () => {
    const [cells, book] = [unit(noise(4, c, 1)), unit(noise(6, c, 2))]
    const shares = cells.map((cell) => softmaxRow(book.map((code) => dot(cell, code) / 0.1)))
    const all = book.map((_, code) => shares.reduce((total, row) => total + row[code], 0) / cells.length)
    const each = shares.reduce((total, row) => total + entropy(row), 0) / cells.length
    expect(await usageOf(cells, book)).toBeCloseTo(each - entropy(all), 4)
  })

  test('is 0 where all cells have one code, and minus log 4 where four have one each', async () => {
    const axes = Array.from({ length: 4 }, (_, axis) =>
      Array.from({ length: c }, (__, at) => (at === axis ? 1 : 0)),
    )
    expect(await usageOf([axes[0], axes[0], axes[0]], axes)).toBeCloseTo(0, 4)
    expect(await usageOf(axes, axes)).toBeCloseTo(-Math.log(4), 2)
  })
})

function procedureFeeds(words: number[], shown: number[][], gone: number[]) {
  return {
    cells: batchOfOne(shown),
    hidden: { values: gone, shape: [1, 16] },
    text: { values: words, shape: [1, 3] },
  }
}

describe('the procedure encoder', () => {
  const sizes: ProcedureSizes = { features: c, heads: 2, layers: 1, words: 9, length: 3, frames: 4, side: 2 }
  const p = Parameters.create()
  const encoder = procedureEncoder(p.scope('own'), sizes)
  const model = new ReferenceModel(p.list(), 4)
  const cells = input('cells', [1, 16, c])
  const hidden = input('hidden', [1, 16])
  const text = input('text', [1, 3], 'int64')
  const { related, ordered, visual } = encoder.encode(cells, hidden, text, inference)
  const run = (words: number[], shown: number[][], gone: number[]) =>
    runGraph({ related, ordered, visual }, procedureFeeds(words, shown, gone), { values: model.values })
  const features = noise(16, c, 5)
  const none = Array.from({ length: 16 }, () => 0)

  test('lets [VID] attend to the frames and not to the text, and [REL] to both', async () => {
    const [a, b] = [await run([1, 2, 3], features, none), await run([4, 5, 6], features, none)]
    expect(distance([a.ordered.values], [b.ordered.values])).toBeLessThan(NEAR)
    expect(distance([a.related.values], [b.related.values])).toBeGreaterThan(1e-3)
  })

  test('uses nothing of a hidden cell but its position and time', async () => {
    const gone = none.map((_, at) => Number(at === 6))
    const other = features.map((row, at) => (at === 6 ? noise(1, c, 9)[0] : row))
    const [a, b] = [await run([1, 2, 3], features, gone), await run([1, 2, 3], other, gone)]
    expect(distance([a.visual.values], [b.visual.values])).toBeLessThan(NEAR)
  })

  test('gives queries, before they are trained, the vector that stands for hidden frames', async () => {
    const ends = ['first', 'last'].map((name) => input(name, [1, 4, c]))
    model.values.get('own.queries')?.fill(0)
    const actual = await runMatrix(
      encoder.encodeWithQueries(ends[0], ends[1], text, inference).visual,
      {
        first: batchOfOne(features.slice(0, 4)),
        last: batchOfOne(features.slice(12)),
        text: { values: [0, 0, 0], shape: [1, 3] },
      },
      model.values,
    )
    const gone = none.map((_, at) => Number(at >= 4 && at < 12))
    const { visual: explicit } = await run([0, 0, 0], features, gone)
    expect(distance([actual.flat()], [explicit.values])).toBeLessThan(NEAR)
  })

  test('without frames between attends to both ends alone', async () => {
    const ends = ['first', 'last'].map((name) => input(name, [1, 4, c]))
    const compared = encoder.encodeEnds(ends[0], ends[1], text, inference)
    expect(compared.visual.shape).toEqual([1, 8, c])
  })
})

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

describe('the losses', () => {
  test('L_msm is the cross-entropy of hidden cells of pairs that are true', async () => {
    const logits = noise(6, 4, 6)
    const targets = [0, 3, 1, 2, 2, 0]
    const [hidden, counts] = [
      [1, 0, 1, 1, 1, 1],
      [1, 0],
    ]
    const { loss } = await runGraph(
      {
        loss: reconstructionLoss(
          input('logits', [2, 3, 4]),
          input('codes', [2, 3, 4]),
          input('hidden', [2, 3]),
          input('counts', [2]),
        ),
      },
      {
        logits: { values: logits.flat(), shape: [2, 3, 4] },
        codes: {
          values: targets.flatMap((code) => [0, 1, 2, 3].map((at) => Number(at === code))),
          shape: [2, 3, 4],
        },
        hidden: { values: hidden, shape: [2, 3] },
        counts: { values: counts, shape: [2] },
      },
    )
    const each = logits.map((row, at) => -Math.log(softmaxRow(row)[targets[at]]))
    expect(loss.values[0]).toBeCloseTo((each[0] + each[2]) / 2, 5)
  })

  test('L_align leaves out pairs of which all is hidden, L_csy none', async () => {
    const logits = [0.4, -1.2, 2]
    const truth = [1, 0, 0]
    const actual = await runGraph(
      {
        align: alignmentLoss(input('logits', [3]), input('truth', [3]), input('hidden', [3, 2])),
        order: orderLoss(input('logits', [3]), input('truth', [3])),
      },
      {
        logits: { values: logits, shape: [3] },
        truth: { values: truth, shape: [3] },
        hidden: { values: [1, 0, 1, 1, 0, 0], shape: [3, 2] },
      },
    )
    const each = logits.map((x, at) => -Math.log(truth[at] === 1 ? sigmoid(x) : 1 - sigmoid(x)))
    expect(actual.align.values[0]).toBeCloseTo((each[0] + each[2]) / 2, 5)
    expect(actual.order.values[0]).toBeCloseTo((each[0] + each[1] + each[2]) / 3, 5)
  })
})
