import { expect, test } from 'vitest'
import { adamW, initialValues, input, mean, mul, nn, Parameters, sub, trainingGraph } from '../../graph'
import type { TrainingGraph } from '../../graph'
import type { TensorData } from '../session'
import { TrainStep } from '../train-step'
import { ParallelStep } from './parallel-step'

/** A line through points [n, 2], fitted by mean square error. */
function line(accumulate: number): { graph: TrainingGraph; start: Map<string, Float32Array> } {
  const p = Parameters.create()
  const layer = nn.linear(p.scope('line'), 2, 1)
  const difference = sub(layer(input('x', ['batch', 2])), input('y', ['batch', 1]))
  const loss = mean(mul(difference, difference))
  const parameters = p.list()
  const graph = trainingGraph({
    loss,
    terms: { square: loss },
    parameters,
    optimizer: adamW(),
    accumulate,
    clip: 1,
  })
  return { graph, start: initialValues(parameters, 4) }
}

function batch(step: number, items: number): Record<string, TensorData> {
  const x = Float32Array.from({ length: 2 * items }, (_, at) => Math.sin(7 * at + step))
  const y = Float32Array.from({ length: items }, (_, at) => 2 * x[2 * at] - x[2 * at + 1] + 0.5)
  return { x: { data: x, shape: [items, 2] }, y: { data: y, shape: [items, 1] } }
}

test('a batch shared by two threads trains as the whole batch does', async () => {
  const one = line(1)
  const two = line(2)
  const alone = await TrainStep.create(one.graph, one.start)
  const shared = await ParallelStep.create(two.graph, two.start)
  for (let step = 0; step < 5; step++) {
    const expected = await alone.run(batch(step, 8), 0.1)
    const result = await shared.run(batch(step, 8), 0.1)
    expect(result.step).toBe(step + 1)
    expect(result.loss).toBeCloseTo(expected.loss, 5)
    expect(result.terms.square).toBeCloseTo(expected.loss, 5)
    expect(result.gradientNorm).toBeCloseTo(expected.gradientNorm ?? Number.NaN, 5)
  }
  const reference = await alone.parameters()
  for (const [name, values] of await shared.parameters()) {
    const expected = reference.get(name) ?? new Float32Array(0)
    values.forEach((value, at) => expect(value).toBeCloseTo(expected[at], 5))
  }

  const state = await shared.snapshot()
  const resumed = await ParallelStep.create(two.graph, state)
  const next = await shared.run(batch(9, 8), 0.1)
  expect(await resumed.run(batch(9, 8), 0.1)).toEqual(next)
  await Promise.all([alone.release(), shared.release(), resumed.release()])
})

test('a batch that cannot be shared evenly is refused, and so is a graph that gathers nothing', async () => {
  const { graph, start } = line(2)
  const shared = await ParallelStep.create(graph, start)
  await expect(shared.run(batch(0, 3), 0.1)).rejects.toThrow('3 items for 2 threads')
  await shared.release()
  await expect(ParallelStep.create(line(1).graph, start)).rejects.toThrow(RangeError)
})

test('a step in a thread of its own trains as one in this thread, and names what is wrong with a batch', async () => {
  const { graph, start } = line(1)
  const here = await TrainStep.create(graph, start)
  const apart = await TrainStep.createInThread(graph, start, { provider: 'cpu' })
  for (let step = 0; step < 3; step++) {
    expect(await apart.run(batch(step, 8), 0.1)).toEqual(await here.run(batch(step, 8), 0.1))
  }
  expect(await apart.snapshot()).toEqual(await here.snapshot())
  expect(await apart.parameters()).toEqual(await here.parameters())
  await expect(apart.run({ x: batch(0, 8).x }, 0.1)).rejects.toThrow('input y was not given')
  await apart.release()
  await expect(apart.run(batch(0, 8), 0.1)).rejects.toThrow('thread has ended')
  await here.release()
})
