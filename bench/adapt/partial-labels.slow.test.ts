import { expect, test } from 'vitest'
import { initialValues } from '../../src/graph'
import { TRAINING_SIDE } from '../../src/models/photo/network/network'
import { TrainStep } from '../../src/training/train-step'
import { partialBatch, partialTraining } from './partial-labels'
import type { PartialSample } from './partial-labels'

const AREA = TRAINING_SIDE ** 2
/** The features of a detector that sees nothing. */
const ENCODER = {
  encode: (pairs: readonly unknown[]) => {
    const levels = [8, 16, 32].flatMap((stride) => {
      const shape = [pairs.length, 128, TRAINING_SIDE / stride, TRAINING_SIDE / stride]
      const data = new Float32Array(shape.reduce((product, side) => product * side, 1))
      return ['before', 'after'].map((name) => [`${name}${stride}`, { data, shape }] as const)
    })
    return Promise.resolve(Object.fromEntries(levels))
  },
  release: () => Promise.resolve(),
}

function isLeft(at: number): boolean {
  return at % TRAINING_SIDE < TRAINING_SIDE / 2
}

/** Its left half is known. @param right of the mask's other half */
function sample(right: number): PartialSample {
  return {
    before: new Uint8Array(3 * AREA).fill(60),
    after: Uint8Array.from({ length: 3 * AREA }, (_, at) => at % 251),
    mask: Uint8Array.from({ length: AREA }, (_, at) => (isLeft(at) ? 1 : right)),
    known: Uint8Array.from({ length: AREA }, (_, at) => (isLeft(at) ? 1 : 0)),
  }
}

async function lossOf(one: PartialSample, followsStatistics = false) {
  const { graph, parameters } = partialTraining(1, followsStatistics)
  const before = initialValues(parameters, 1)
  const step = await TrainStep.create(graph, before, { threads: 1 })
  const { loss } = await step.run(await partialBatch([one], ENCODER), 0)
  const after = await step.parameters()
  await step.release()
  const moved = parameters.filter(({ source: { name } }) =>
    before.get(name)?.some((value, at) => value !== after.get(name)?.[at]),
  )
  return { loss, moved: moved.map(({ source }) => source) }
}

test('what is unknown does not count', async () => {
  const { loss } = await lossOf(sample(0))
  expect((await lossOf(sample(1))).loss).toBe(loss)
  expect(loss).toBeGreaterThan(0.1)
  const nothing = { ...sample(1), known: new Uint8Array(AREA) }
  expect((await lossOf(nothing)).loss).toBeCloseTo(0, 4)
})

test('at a rate of 0 the statistics move alone, and only where they follow the samples', async () => {
  expect((await lossOf(sample(0))).moved).toEqual([])
  const { moved } = await lossOf(sample(0), true)
  expect(moved.length).toBeGreaterThan(0)
  expect(moved.every(({ trainable }) => !trainable)).toBe(true)
})
