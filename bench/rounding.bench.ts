import { initialValues } from '../src/graph/parameters'
import { noiseBatch } from '../src/models/testing-batch'
import { familyNamed } from '../src/models/registry'
import { TrainStep } from '../src/training/train-step'

/**
 * `npm run bench -- rounding`: how far apart two runs on the CPU come whose first weights differ by one rounding in a
 * thousand values. What a device's losses differ by more than that is its fault. Relative difference of the losses
 * before the first and after 1, 3, 5, 10, 15 and 20 updates on one batch of noise.
 */
const CASES = [
  { family: 'photo', phase: 'detect', without: ['encoder'], size: 16, frame: [64, 64] as const },
  { family: 'ccrc', phase: 'encode', without: [], size: 4 },
] as const
const REPORTED = [0, 1, 3, 5, 10, 15, 20]
const EVERY = 1000
const ROUNDING = 2 ** -23
const RATE = 1e-3

for (const { family, phase, without, size, ...rest } of CASES) {
  const model = familyNamed(family).network.build({ words: 640, categories: 12, ...rest }, without)
  const graph = model.training(size, phase)
  const names = new Set(graph.step.inputs.map(({ name }) => name))
  const batch = Object.fromEntries(
    Object.entries(noiseBatch(model.inputs, size, 5)).filter(([name]) => names.has(name)),
  )
  const values = initialValues(model.parameters, 3)
  const nudged = new Map(
    [...values].map(([name, own]) => [
      name,
      own.map((value, at) => (at % EVERY === 0 ? value * (1 + ROUNDING) : value)),
    ]),
  )
  const runs: number[][] = []
  for (const start of [values, nudged]) {
    const step = await TrainStep.create(graph, start, { threads: 1 })
    const losses: number[] = []
    while (losses.length <= Math.max(...REPORTED)) {
      losses.push((await step.run(batch, RATE)).loss)
    }
    await step.release()
    runs.push(losses)
  }
  const apart = REPORTED.map(
    (at) => `${at}: ${(Math.abs(runs[1][at] - runs[0][at]) / runs[0][at]).toExponential(1)}`,
  )
  console.log(`${family}, ${phase}, batch ${size}: ${apart.join('  ')}`)
}
