import { describe, expect, test } from 'vitest'
import { initializers, initialValues, mul, Parameters, reshape, slice, sum } from '../../../graph'
import type { Tensor } from '../../../graph'
import { TrainStep } from '../../../training'
import { photoFamilyNetwork } from './family'
import type { PhotoNetwork } from './network'
import { photoTraining } from './training'

const FRAME = [2, 2] as const
const WITHOUT = { encoder: false }

/** Red of the before image times a weight of 1 as mask logits; their sum as the logit of "anything changed". */
function redNetwork(): { network: PhotoNetwork; parameters: Parameters } {
  const parameters = Parameters.create()
  const weight = parameters.weight('weight', [1], initializers.filled(1))
  const network: PhotoNetwork = (before: Tensor) => {
    const changed = mul(slice(before, { 1: { start: 0, end: 1 } }), weight)
    return { changed, changedLogit: reshape(sum(changed, { axes: [1, 2, 3] }), [-1]) }
  }
  return { network, parameters }
}

interface TrainedPair {
  readonly logits: readonly number[]
  readonly mask: readonly number[]
  readonly hasChange: number
}

/** Losses of the first step, on such pairs. */
async function lossesOf(pairs: readonly TrainedPair[]): Promise<Readonly<Record<string, number>>> {
  const { network, parameters } = redNetwork()
  const graph = photoTraining(network, {
    parameters: parameters.list(),
    batch: pairs.length,
    accumulate: 1,
    frame: FRAME,
    parts: WITHOUT,
  })
  const step = await TrainStep.create(graph, initialValues(parameters.list(), 1), { threads: 1 })
  const data = (values: readonly number[], ...shape: number[]) => ({
    data: Float32Array.from(values),
    shape: [pairs.length, ...shape],
  })
  const batch = {
    before: data(
      pairs.flatMap(({ logits }) => [...logits, 9, 9, 9, 9, 9, 9, 9, 9]),
      3,
      ...FRAME,
    ),
    mask: data(
      pairs.flatMap(({ mask }) => mask),
      1,
      ...FRAME,
    ),
    hasChange: data(pairs.map(({ hasChange }) => hasChange)),
  }
  const { terms } = await step.run(batch, 1e-3)
  await step.release()
  return terms
}

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit))
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Cross-entropy of each logit with its target. */
function crossEntropies(logits: readonly number[], targets: readonly number[]): number[] {
  return logits.map((logit, at) => -Math.log(targets[at] === 1 ? logistic(logit) : 1 - logistic(logit)))
}

/** Milletari et al. 2016, smoothed by 1. */
function dice({ logits, mask }: TrainedPair): number {
  const chances = logits.map(logistic)
  const overlap = sumOf(chances.map((chance, at) => chance * mask[at]))
  return 1 - (2 * overlap + 1) / (sumOf(chances) + sumOf(mask) + 1)
}

describe('the losses of photographs', () => {
  const changed = { logits: [2, -1, 0.5, -3], mask: [1, 0, 1, 0], hasChange: 1 }
  const same = { logits: [-2, -1, 1, -3], mask: [0, 0, 0, 0], hasChange: 0 }
  const unmarked = { logits: [1, 1, -1, 0], mask: [0, 0, 0, 0], hasChange: 1 }

  test('are four times cross-entropy, Dice of what changed, and half of "anything changed"', async () => {
    const terms = await lossesOf([changed, same])
    const each = [changed, same].flatMap(({ logits, mask }) => crossEntropies(logits, mask))
    expect(terms.mask).toBeCloseTo((4 * sumOf(each)) / 8 + dice(changed), 5)
    const pairs = crossEntropies([sumOf(changed.logits), sumOf(same.logits)], [1, 0])
    expect(terms.change).toBeCloseTo((0.5 * sumOf(pairs)) / 2, 5)
  })

  test('a pair that changed, nobody knows where, teaches that it changed alone', async () => {
    const terms = await lossesOf([changed, unmarked])
    expect(terms.mask).toBeCloseTo(
      (4 * sumOf(crossEntropies(changed.logits, changed.mask))) / 8 + dice(changed),
      5,
    )
    const pairs = crossEntropies([sumOf(changed.logits), sumOf(unmarked.logits)], [1, 1])
    expect(terms.change).toBeCloseTo((0.5 * sumOf(pairs)) / 2, 5)
  })
})

test('a family has these losses in its one phase, and refuses any other', () => {
  const model = photoFamilyNetwork.build({ words: 0, categories: 0, frame: [64, 64] }, ['encoder'])
  expect(model.training(2, 'detect').terms).toEqual(['mask', 'change'])
  expect(() => model.training(2, 'encode')).toThrow(/detect/)
})
