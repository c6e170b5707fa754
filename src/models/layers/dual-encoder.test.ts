import { expect, test } from 'vitest'
import { input } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import type { Feeds } from '../../graph/testing.node'
import { dot, noise, softmaxRow, transposed, unit } from '../reference.node'
import type { Matrix } from '../reference.node'
import { groundingLoss, retrievalLoss, similarities, similarityGap } from './dual-encoder'

const f = 4
const temperature = input('temperature', [1])
const targets = {
  phrases: input('phrases', ['batch', f]),
  ids: input('ids', ['batch', 3], 'int64'),
  named: input('named', ['batch']),
}
const words = unit(noise(3, f, 30))
const phraseFeeds: Feeds = {
  phrases: { values: words.flat(), shape: [3, f] },
  temperature: { values: [0.5], shape: [1] },
}

/** The soft maximum over tokens, at .1. */
function softMaximum(cosines: readonly number[]): number {
  return 0.1 * Math.log(cosines.reduce((sum, cosine) => sum + Math.exp(cosine / 0.1), 0))
}

async function similarity(
  tokens: Matrix,
  phrase: readonly number[],
  mask?: readonly number[],
): Promise<number> {
  const inputs = [input('tokens', ['batch', tokens.length, f]), input('texts', ['texts', f])] as const
  const shown = mask === undefined ? undefined : input('mask', ['batch', tokens.length])
  const { like } = await runGraph(
    { like: similarities(...inputs, shown) },
    {
      tokens: { values: tokens.flat(), shape: [1, tokens.length, f] },
      texts: { values: phrase, shape: [1, f] },
      ...(mask !== undefined && { mask: { values: mask, shape: [1, mask.length] } }),
    },
  )
  return like.values[0]
}

test('the similarity of a frame to a phrase is the soft maximum of its tokens', async () => {
  const tokens = unit(noise(5, f, 1))
  const expected = softMaximum(tokens.map((token) => dot(token, words[0])))
  expect(await similarity(tokens, words[0])).toBeCloseTo(expected, 5)
})

test('a second object of the same look makes a frame more like its phrase', async () => {
  const [token, other] = [words[0], words[0].map((x) => -x)]
  const [one, two] = [await similarity([token, other], token), await similarity([token, token], token)]
  expect(two - one).toBeCloseTo(0.1 * Math.log(2), 5)
})

test('tokens outside of the mask do not count', async () => {
  const tokens = unit(noise(4, f, 2))
  const masked = await similarity(tokens, words[1], [1, 0, 1, 0])
  expect(masked).toBeCloseTo(softMaximum([tokens[0], tokens[2]].map((token) => dot(token, words[1]))), 4)
})

test('the gap is how much more one frame is like a phrase, whichever it is', async () => {
  const frames = [unit(noise(3, f, 4)), unit(noise(3, f, 5))]
  const [before, after] = ['before', 'after'].map((name) => input(name, ['batch', 3, f]))
  const { gap } = await runGraph(
    { gap: similarityGap([before, after], input('texts', ['texts', f])) },
    {
      before: { values: frames[0].flat(), shape: [1, 3, f] },
      after: { values: frames[1].flat(), shape: [1, 3, f] },
      texts: phraseFeeds.phrases,
    },
  )
  const [likeBefore, likeAfter] = frames.map((tokens) =>
    words.map((word) => softMaximum(tokens.map((token) => dot(token, word)))),
  )
  words.forEach((_, at) => expect(gap.values[at]).toBeCloseTo(Math.abs(likeBefore[at] - likeAfter[at]), 5))
})

const scores = noise(3, 3, 60)

async function retrieval(tokens: readonly number[], counts: readonly number[]): Promise<number> {
  const { loss } = await runGraph(
    { loss: retrievalLoss({ temperature }, input('scores', ['batch', 'batch']), targets) },
    {
      scores: { values: scores.flat(), shape: [3, 3] },
      temperature: phraseFeeds.temperature,
      ids: { values: tokens, shape: [3, 3] },
      named: { values: counts, shape: [3] },
    },
  )
  return loss.values[0]
}

/** -log of the share of a row that falls on the columns that belong. */
function missed(row: readonly number[], belonging: readonly number[]): number {
  const shares = softmaxRow(row)
  return -Math.log(belonging.reduce((sum, at) => sum + shares[at], 0))
}

/** Mean over rows, and over columns, of what is missed. */
function both(rows: Matrix, belonging: readonly (readonly number[])[]): number {
  return [rows, transposed(rows)]
    .flatMap((each) => each.map((row, at) => missed(row, belonging[at]) / each.length))
    .reduce((sum, x) => sum + x, 0)
}

function scaled(rows: Matrix): number[][] {
  return rows.map((row) => row.map((x) => x / 0.5))
}

test('equal phrases belong to each other’s pairs', async () => {
  const expected = 0.5 * both(scaled(scores), [[0, 2], [1], [0, 2]])
  expect(await retrieval([5, 6, 0, 7, 0, 0, 5, 6, 0], [1, 1, 1])).toBeCloseTo(expected, 4)
})

test('a pair whose phrase names no object takes no part in retrieval', async () => {
  const rows = scaled(scores)
  const remaining = [0, 2].map((row) => [rows[row][0], rows[row][2]])
  const expected = 0.5 * both(remaining, [[0], [1]])
  expect(await retrieval([5, 0, 0, 7, 0, 0, 8, 0, 0], [1, 0, 1])).toBeCloseTo(expected, 4)
})

test('a phrase is held against all tokens of its pair, of which those that changed are right', async () => {
  const frames = [noise(3 * 256, f, 70), noise(3 * 256, f, 71)].map(unit)
  // of each pair one token of the before frame has changed, and half of one of the after frame
  const changed = [3, 40, 255]
  const masks = new Float32Array(3 * 2 * 128 * 128)
  changed.forEach((token, pair) => {
    for (const frame of [0, 1]) {
      const [x, y] = [8 * (token % 16), 8 * Math.floor(token / 16)]
      for (let row = 0; row < 8; row++) {
        const start = ((2 * pair + frame) * 128 + y + row) * 128 + x
        masks.fill(1, start, start + (frame === 0 ? 8 : 4))
      }
    }
  })
  const inputs = ['before', 'after'].map((name) => input(name, ['batch', 256, f]))
  const { loss } = await runGraph(
    {
      loss: groundingLoss(
        { temperature },
        [inputs[0], inputs[1]],
        input('masks', ['batch', 2, 128, 128]),
        targets,
      ),
    },
    {
      ...phraseFeeds,
      before: { values: frames[0].flat(), shape: [3, 256, f] },
      after: { values: frames[1].flat(), shape: [3, 256, f] },
      masks: { values: masks, shape: [3, 2, 128, 128] },
      named: { values: [1, 0, 1], shape: [3] },
    },
  )
  const losses = [0, 2].map((pair) => {
    const shares = softmaxRow(
      frames.flatMap((all) =>
        all.slice(256 * pair, 256 * (pair + 1)).map((token) => dot(token, words[pair]) / 0.5),
      ),
    )
    return -Math.log(shares[changed[pair]] + 0.5 * shares[256 + changed[pair]])
  })
  expect(loss.values[0]).toBeCloseTo((losses[0] + losses[1]) / 2, 2)
})
