import { describe, expect, test } from 'vitest'
import { input } from '../../../graph'
import { runGraph } from '../../../graph/testing.node'
import { TOKENS } from '../../layers/sizes'
import { captionImageContrastiveLoss, groundingLoss } from './losses'
import { ccrcInputs } from './training-inputs'

const features = 6

/** Of as many pairs as there are counts. */
async function agreement(counts: readonly number[]): Promise<number> {
  const [words, encoding] = ['words', 'encoding'].map((name) => input(name, ['batch', features]))
  const shape = [counts.length, features]
  const { loss } = await runGraph(
    { loss: captionImageContrastiveLoss(words, encoding, input('counts', ['batch'])) },
    {
      words: { values: valuesOf(counts.length, 1), shape },
      encoding: { values: valuesOf(counts.length, 2), shape },
      counts: { values: counts, shape: [counts.length] },
    },
  )
  return loss.values[0]
}

function valuesOf(count: number, phase: number): Float32Array {
  return Float32Array.from({ length: count * features }, (_, at) => Math.sin(7 * at + phase))
}

function logSum(scores: readonly number[]): number {
  return Math.log(scores.reduce((sum, value) => sum + Math.exp(value), 0))
}

/** InfoNCE in both directions of rows of length 1 at temperature .1 (Radford et al. 2021, figure 3). */
function infoNce(count: number): number {
  const [caption, shown] = [1, 2].map((phase) => {
    const values = valuesOf(count, phase)
    return Array.from({ length: count }, (_, row) => {
      const own = [...values.subarray(row * features, (row + 1) * features)]
      return own.map((value) => value / Math.hypot(...own))
    })
  })
  const score = (a: number, b: number): number =>
    10 * caption[a].reduce((sum, value, at) => sum + value * shown[b][at], 0)
  const rows = [...caption.keys()]
  const each = rows.map(
    (own) =>
      logSum(rows.map((other) => score(own, other))) +
      logSum(rows.map((other) => score(other, own))) -
      2 * score(own, own),
  )
  return each.reduce((sum, value) => sum + value, 0) / 2 / count
}

test('InfoNCE of captions and images ignores the pairs that do not count', async () => {
  const three = await agreement([1, 1, 1])
  expect(three).toBeCloseTo(infoNce(3), 5)
  expect(await agreement([1, 1, 1, 0])).toBeCloseTo(three, 5)
  expect(infoNce(4)).not.toBeCloseTo(three, 2)
  expect(await agreement([0, 0])).toBeCloseTo(0, 6)
})

/** Of a pair and its token: the logit, whether the token changed, and whether it counts. */
const logit = (pair: number, token: number): number => Math.sin(3 * pair + token)
const heat = (_: number, token: number): number => (token < 20 ? 1 : 0)
const counts = (_: number, token: number): number => (token % 5 === 0 ? 0 : 1)

describe('grounding', () => {
  const all = 2 * TOKENS
  /** Of a pair whose words are true, one of another pair's words, and one without words. */
  const readTrue = [1, 0, 0]
  const readOther = [0, 1, 0]
  const grid = (value: (pair: number, token: number) => number) => ({
    values: Float32Array.from({ length: 3 * all }, (_, at) => value(Math.floor(at / all), at % all)),
    shape: [3, all],
  })

  test.each([
    ['of true words and of those of another pair', true, [0, 1]],
    ['of true words alone', false, [0]],
  ])('is five times the mean cross-entropy %s', async (_, useOther, pairs) => {
    const grounding = input('grounding', ['batch', all])
    const { loss } = await runGraph(
      { loss: groundingLoss(grounding, ccrcInputs(), useOther) },
      {
        grounding: grid(logit),
        heat: grid(heat),
        heatCounts: grid(counts),
        readTrue: { values: readTrue, shape: [3] },
        readOther: { values: readOther, shape: [3] },
      },
    )
    const each = pairs.map((pair) => {
      let sum = 0
      for (let token = 0; token < all; token += 1) {
        const chance = 1 / (1 + Math.exp(-logit(pair, token)))
        // another pair's words point at nothing
        const target = heat(pair, token) * readTrue[pair]
        sum -= counts(pair, token) * Math.log(target === 1 ? chance : 1 - chance)
      }
      return sum / all
    })
    expect(loss.values[0]).toBeCloseTo((5 * each.reduce((sum, value) => sum + value)) / pairs.length, 4)
  })
})
