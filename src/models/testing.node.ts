import { initialValues } from '../graph'
import type { Tensor } from '../graph'
import { runGraph } from '../graph/testing.node'
import type { Feeds } from '../graph/testing.node'
import type { ModelSpec } from '../graph/onnx'
import { TrainStep } from '../training'
import type { StepResult } from '../training'
import { openSession, toFeeds } from '../training/session'
import type { FamilyNetwork } from './network'
import { noiseBatch, TEST_SIZES } from './testing-batch'
import type { BatchData } from './testing-batch'
import { toRows } from './reference.node'
import type { Matrix } from './reference.node'

/** Losses of the shared encoder. */
export const ENCODER_TERMS = ['mask', 'change', 'match', 'flow', 'fineFlow', 'orientation', 'naming']

/** Of float32 results from those in float64. */
export const NEAR = 2e-5

/** Largest distance of two matrices; infinite where their sizes differ. */
export function distance(actual: Matrix, expected: Matrix): number {
  if (actual.length !== expected.length || actual[0].length !== expected[0].length) {
    return Infinity
  }
  return Math.max(...actual.flatMap((row, at) => row.map((x, column) => Math.abs(x - expected[at][column]))))
}

/** One matrix as a batch of one: [1, rows, columns]. */
export function batchOfOne(matrix: Matrix): Feeds[string] {
  return { values: matrix.flat(), shape: [1, matrix.length, matrix[0].length] }
}

/** An output [1, rows, columns] as rows. */
export async function runMatrix(
  tensor: Tensor,
  feeds: Feeds,
  values: ReadonlyMap<string, Float32Array> = new Map(),
): Promise<number[][]> {
  const { found: result } = await runGraph({ found: tensor }, feeds, { values })
  return toRows(result.values, Number(result.shape.at(-1)))
}

/** Losses of a few steps on one and the same small batch: of each step, and by term of the first, the last, and at least. */
export async function overfit(
  family: FamilyNetwork,
  { phase = family.phases[0].name, without = [] as readonly string[], steps = 3, rate = 2e-3 } = {},
): Promise<Record<'first' | 'last' | 'least', Readonly<Record<string, number>>> & { losses: number[] }> {
  const size = 2
  const model = family.build(TEST_SIZES, without)
  const graph = model.training(size, phase)
  const inputNames = new Set(graph.step.inputs.map(({ name }) => name))
  const batch = Object.fromEntries(
    Object.entries(noiseBatch(model.inputs, size, 5)).filter(([name]) => inputNames.has(name)),
  )
  const step = await TrainStep.create(graph, initialValues(model.parameters, 3), {
    threads: 1,
    isOptimized: false,
  })
  const results: StepResult[] = []
  for (let at = 0; at < steps; at++) {
    results.push(await step.run(batch, rate))
  }
  await step.release()
  const first = results[0].terms
  const least = Object.fromEntries(
    Object.keys(first).map((term) => [term, Math.min(...results.map(({ terms }) => terms[term]))]),
  )
  return { losses: results.map(({ loss }) => loss), first, last: results.at(-1)!.terms, least }
}

/** One stage of a model that is used; inputs that it does not read are left out. */
export async function runStage(
  model: ModelSpec,
  feeds: Readonly<Record<string, BatchData>>,
): Promise<Record<string, BatchData>> {
  const inputNames = new Set(model.inputs.map(({ name }) => name))
  const session = await openSession(model, { threads: 1 })
  const used = Object.entries(feeds).filter(([name]) => inputNames.has(name))
  const outputs = await session.run(toFeeds(model.inputs, Object.fromEntries(used)))
  await session.release()
  return Object.fromEntries(
    Object.entries(outputs).map(([name, { data, dims }]) => [
      name,
      { data: data as Float32Array, shape: dims },
    ]),
  )
}

/** Word ids of one caption, all different. */
export const TEST_WORDS: BatchData = {
  data: BigInt64Array.from({ length: 28 }, (_, at) => BigInt(at + 1)),
  shape: [1, 28],
}
