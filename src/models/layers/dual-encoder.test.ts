import { expect, test } from 'vitest'
import { input } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { cosine, dot, noise, softmaxRow, transposed, unit } from '../reference.node'
import type { Matrix } from '../reference.node'
import { dualLoss, similarities } from './dual-encoder'

const f = 4
const temperature = input('temperature', [1])
const [before, after] = ['before', 'after'].map((name) => input(name, ['batch', 2, f]))
const phrases = input('phrases', ['batch', f])
const ids = input('ids', ['batch', 3], 'int64')
const named = input('named', ['batch'])

const cells = Array.from({ length: 6 }, (_, at) => noise(2, f, at + 1))
const words = noise(3, f, 30)
const feeds = {
  before: { values: cells.slice(0, 3).flat(2), shape: [3, 2, f] },
  after: { values: cells.slice(3).flat(2), shape: [3, 2, f] },
  phrases: { values: words.flat(), shape: [3, f] },
  temperature: { values: [0.5], shape: [1] },
}

/** Best cell of both frames for each phrase. */
function likeness(): number[][] {
  return [0, 1, 2].map((pair) =>
    words.map((word) => Math.max(...[...cells[pair], ...cells[3 + pair]].map((cell) => dot(cell, word)))),
  )
}

async function loss(tokens: readonly number[], counts: readonly number[]): Promise<number> {
  const actual = await runGraph(
    { loss: dualLoss({ temperature }, before, after, phrases, ids, named) },
    { ...feeds, ids: { values: tokens, shape: [3, 3] }, named: { values: counts, shape: [3] } },
  )
  return actual.loss.values[0]
}

/** -log of the share of a row that falls on the columns that belong. */
function missed(row: readonly number[], belonging: readonly number[]): number {
  const shares = softmaxRow(row)
  return -Math.log(belonging.reduce((sum, at) => sum + shares[at], 0))
}

/** Mean over rows, and over columns, of what is missed. */
function both(scores: Matrix, belonging: readonly (readonly number[])[]): number {
  return [scores, transposed(scores)]
    .flatMap((rows) => rows.map((row, at) => missed(row, belonging[at]) / rows.length))
    .reduce((sum, x) => sum + x, 0)
}

function scaled(rows: Matrix): number[][] {
  return rows.map((row) => row.map((x) => x / 0.5))
}

test('the similarity of a frame to a phrase is that of its best cell', async () => {
  const { like } = await runGraph(
    { like: similarities(before, input('texts', ['texts', f])) },
    {
      before: { values: unit(cells[0]).flat(), shape: [1, 2, f] },
      texts: { values: unit(words).flat(), shape: [3, f] },
    },
  )
  words.forEach((word, at) => {
    expect(like.values[at]).toBeCloseTo(Math.max(...cells[0].map((cell) => cosine(cell, word))), 5)
  })
})

test('equal phrases belong to each other’s pairs', async () => {
  const rows = scaled(likeness())
  const expected = 0.5 * both(rows, [[0, 2], [1], [0, 2]])
  expect(await loss([5, 6, 0, 7, 0, 0, 5, 6, 0], [1, 1, 1])).toBeCloseTo(expected, 4)
})

test('a pair whose phrase names no object takes no part', async () => {
  const rows = scaled(likeness())
  const remaining = [0, 2].map((row) => [rows[row][0], rows[row][2]])
  const expected = 0.5 * both(remaining, [[0], [1]])
  expect(await loss([5, 0, 0, 7, 0, 0, 8, 0, 0], [1, 0, 1])).toBeCloseTo(expected, 4)
})
