import { initialValues } from '../../src/graph/parameters'
import { familyNamed } from '../../src/models/registry'
import { noiseBatch } from '../../src/models/testing-batch'
import { TrainStep } from '../../src/training/train-step'
import type { CaseOptions, OpenCase } from './case'

/** Of the training sets that the shipped models come from. */
const SIZES = { words: 640, categories: 12 }
const BATCH = 16
const SMALL_BATCH = 2
const RATE = 1e-3
const PROFILED_RUNS = 2

/**
 * Updates on one batch of noise; the answer is the loss before the first and after the last of those
 * asked for, from the same parameters on every provider.
 */
export async function openTraining(
  { family, phase, without }: { family: string; phase: string; without: readonly string[] },
  { provider, threads, isSmall, updates }: CaseOptions,
): Promise<OpenCase> {
  const size = isSmall ? SMALL_BATCH : BATCH
  const model = familyNamed(family).network.build(SIZES, without)
  const graph = model.training(size, phase)
  const names = new Set(graph.step.inputs.map(({ name }) => name))
  const batch = Object.fromEntries(
    Object.entries(noiseBatch(model.inputs, size, 5)).filter(([name]) => names.has(name)),
  )
  const open = (profile?: string): Promise<TrainStep> =>
    TrainStep.create(graph, initialValues(model.parameters, 3), {
      provider,
      threads,
      ...(profile !== undefined && { profile }),
    })
  const step = await open()
  const losses: number[] = []
  return {
    pairs: size,
    warmUps: updates + 1,
    async run() {
      losses.push((await step.run(batch, RATE)).loss)
    },
    answer: () => Float32Array.of(losses[0], losses[updates]),
    async profile(prefix) {
      const profiled = await open(prefix)
      for (let run = 0; run < PROFILED_RUNS; run += 1) {
        await profiled.run(batch, RATE)
      }
      await profiled.release()
    },
    release: () => step.release(),
  }
}
