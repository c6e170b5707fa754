import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inference, trainingMode } from '../graph/mode'
import { batchNorm, conv2d, linear } from '../graph/nn/layers'
import { relu } from '../graph/ops/activation'
import { meanSquaredError } from '../graph/ops/losses'
import { mul } from '../graph/ops/arithmetic'
import { mean } from '../graph/ops/reduce'
import { adamW, sgd } from '../graph/optimizer'
import { initialValues, Parameters } from '../graph/parameters'
import { normalAt } from '../graph/random'
import { input } from '../graph/tensor'
import { evaluationGraph, trainingGraph } from '../graph/training-graph'
import type { TrainingGraph, TrainingOptions } from '../graph/training-graph'
import { CheckpointError, loadCheckpoint, loadNewest, saveCheckpoint } from './checkpoint'
import { EvaluationSession } from './session'
import { TrainStep } from './train-step'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-training-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Convolution, batch norm, dropout and a linear layer: everything that keeps state. */
function smallModel(options: Partial<TrainingOptions> = {}, dropout = 0.25) {
  const p = Parameters.create()
  const conv = conv2d(p.scope('conv'), 1, 4, 3)
  const norm = batchNorm(p.scope('norm'), 4)
  const head = linear(p.scope('head'), 4, 1)
  const x = input('x', ['batch', 1, 5, 5])
  const target = input('target', ['batch', 1])
  const mode = trainingMode()
  const forward = (kind: typeof inference) => {
    const pooled = mean(relu(norm(conv(x), kind)), { axes: [2, 3] })
    return head(kind.dropout(pooled, dropout, 'pooled'))
  }
  const loss = meanSquaredError(forward(mode), target)
  const graph = trainingGraph({
    loss,
    terms: { double: mul(loss, 2) },
    parameters: p.list(),
    updates: mode.updates,
    optimizer: adamW(),
    sizes: { batch: 3 },
    ...options,
  })
  return { graph, values: initialValues(p.list(), 3), forward: forward(inference) }
}

function batch(index: number) {
  const draw = (count: number, key: number) =>
    Float32Array.from({ length: count }, (_, at) => normalAt(index * 10 + key, at))
  return { x: { data: draw(75, 1), shape: [3, 1, 5, 5] }, target: { data: draw(3, 2), shape: [3, 1] } }
}

async function withSteps<T>(
  { graph, values }: { graph: TrainingGraph; values: Map<string, Float32Array> },
  use: (training: TrainStep) => Promise<T>,
): Promise<T> {
  const training = await TrainStep.create(graph, values, { threads: 1 })
  try {
    return await use(training)
  } finally {
    await training.release()
  }
}

async function losses(training: TrainStep, from: number, to: number): Promise<number[]> {
  const result: number[] = []
  for (let index = from; index < to; index++) {
    result.push((await training.run(batch(index), 0.01)).loss)
  }
  return result
}

function distance(a: Map<string, Float32Array>, b: Map<string, Float32Array>): number {
  let far = 0
  for (const [name, values] of a) {
    for (const [at, value] of values.entries()) {
      far = Math.max(far, Math.abs(value - (b.get(name)?.[at] ?? NaN)))
    }
  }
  return far
}

describe('a training step', () => {
  test('reports loss, terms, the gradient norm and the step', async () => {
    await withSteps(smallModel(), async (training) => {
      const result = await training.run(batch(0), 0.01)
      expect(result.step).toBe(1)
      expect(result.terms.double).toBeCloseTo(2 * result.loss, 5)
      expect(result.gradientNorm).toBeGreaterThan(0)
    })
  })

  test('refuses a batch with an unknown, missing, misshapen or mistyped input', async () => {
    await withSteps(smallModel(), async (training) => {
      const good = batch(0)
      const run = (feeds: Record<string, { data: Float32Array | Uint8Array; shape: number[] }>) =>
        training.run(feeds, 0.01)
      await expect(run({ ...good, y: good.x })).rejects.toThrow('no input y')
      await expect(run({ x: good.x })).rejects.toThrow('target was not given')
      await expect(run({ ...good, x: { ...good.x, shape: [3, 1, 25, 1] } })).rejects.toThrow(
        'x must be float32 [3, 1, 5, 5]',
      )
      await expect(run({ ...good, x: { ...good.x, data: new Float32Array(7) } })).rejects.toThrow('7 values')
      await expect(run({ ...good, x: { ...good.x, data: new Uint8Array(75) } })).rejects.toThrow('wrong kind')
      expect((await training.run(good, 0.01)).step).toBe(1)
    })
  })

  test('refuses to start while another runs', async () => {
    await withSteps(smallModel(), async (training) => {
      const first = training.run(batch(0), 0.01)
      await expect(training.run(batch(1), 0.01)).rejects.toThrow('await it first')
      await first
    })
  })

  test('leaves frozen parameters alone and moves the others', async () => {
    const model = smallModel({ frozen: (name) => name.startsWith('conv.') })
    await withSteps(model, async (training) => {
      await losses(training, 0, 2)
      const after = await training.parameters()
      expect(after.get('conv.weight')).toEqual(model.values.get('conv.weight'))
      expect(after.get('head.weight')).not.toEqual(model.values.get('head.weight'))
      expect(after.get('norm.mean')).not.toEqual(model.values.get('norm.mean'))
    })
  })

  test('gives each group its own rate and decay', async () => {
    const groups = [
      {
        name: 'still',
        matches: ({ source }: { source: { name: string } }) => source.name.startsWith('head'),
        rate: 0,
      },
      { name: 'decayed', matches: () => true, decay: 100 },
    ]
    const model = smallModel({ groups, optimizer: sgd() })
    await withSteps(model, async (training) => {
      await training.run(batch(0), 0.001)
      const after = await training.parameters()
      expect(after.get('head.weight')).toEqual(model.values.get('head.weight'))
      const [before] = model.values.get('norm.scale') ?? []
      expect(Math.abs((after.get('norm.scale')?.[0] ?? 0) - before * 0.9)).toBeLessThan(0.01)
    })
  })

  test('clips by the norm of all gradients together', async () => {
    const model = smallModel({ optimizer: sgd(), clip: 0.01 })
    await withSteps(model, async (training) => {
      await training.run(batch(0), 1)
      const after = await training.parameters()
      let squares = 0
      for (const [name, values] of model.values) {
        if (name === 'norm.mean' || name === 'norm.variance') {
          continue
        }
        for (const [at, value] of values.entries()) {
          squares += (value - (after.get(name)?.[at] ?? 0)) ** 2
        }
      }
      expect(Math.sqrt(squares)).toBeCloseTo(0.01, 4)
    })
  })

  test('accumulates the mean gradient of several batches into one update', async () => {
    const options = { optimizer: sgd() }
    const plain = smallModel(options, 0)
    const gathered = smallModel({ ...options, accumulate: 2 }, 0)
    const twice = await withSteps(gathered, async (training) => {
      const first = await training.run(batch(0), 0.1)
      expect([first.step, first.gradientNorm]).toEqual([0, null])
      expect((await training.run(batch(1), 0.1)).step).toBe(1)
      return training.parameters()
    })
    const single = (index: number) =>
      withSteps(plain, async (training) => {
        await training.run(batch(index), 0.05)
        return training.parameters()
      })
    const singles = [await single(0), await single(1)]
    for (const name of ['conv.weight', 'norm.scale', 'head.weight', 'head.bias']) {
      for (const [at, start] of (plain.values.get(name) ?? []).entries()) {
        const moved = singles.reduce((sum, values) => sum + (values.get(name)?.[at] ?? NaN) - start, 0)
        expect((twice.get(name)?.[at] ?? NaN) - start).toBeCloseTo(moved, 5)
      }
    }
  })

  test('keeps a moving average that an evaluation can read', async () => {
    const model = smallModel({ average: 0.5, optimizer: sgd() })
    await withSteps(model, async (training) => {
      await losses(training, 0, 1)
      const now = await training.parameters()
      const averaged = await training.parameters('average')
      const half = new Map(
        [...now].map(([name, values]) => {
          if (name === 'norm.mean' || name === 'norm.variance') {
            return [name, values]
          }
          return [name, values.map((value, at) => 0.5 * value + 0.5 * (model.values.get(name)?.[at] ?? 0))]
        }),
      )
      expect(distance(averaged, half)).toBeLessThan(1e-6)
      const evaluation = await EvaluationSession.create(
        evaluationGraph({ y: model.forward }, model.graph, { batch: 3 }),
      )
      const { x } = batch(0)
      const plain = await evaluation.run(await training.vectors('values'), { x })
      const smooth = await evaluation.run(await training.vectors('average'), { x })
      expect(plain.y.shape).toEqual([3, 1])
      expect(smooth.y.data).not.toEqual(plain.y.data)
      await expect(evaluation.run(await training.vectors('values'), { z: x })).rejects.toThrow('no input z')
      await evaluation.release()
    })
  })
})

describe('a checkpoint', () => {
  test.each([1, 2])('resumes to the very same losses (accumulating %i)', async (accumulate) => {
    const parent = join(folder, `resume-${accumulate}`)
    const options = { average: 0.9, accumulate }
    const whole = await withSteps(smallModel(options), (training) => losses(training, 0, 7))
    const first = smallModel(options)
    const before = await withSteps(first, async (training) => {
      const result = await losses(training, 0, 3)
      await saveCheckpoint(parent, first.graph, { state: await training.snapshot(), record: { epoch: 1 } })
      return result
    })
    const second = smallModel(options)
    const newest = await loadNewest(parent, second.graph)
    expect(newest?.record).toEqual({ epoch: 1 })
    const training = await TrainStep.create(second.graph, newest?.state ?? new Map(), { threads: 1 })
    expect([...before, ...(await losses(training, 3, 7))]).toEqual(whole)
    await training.release()
  })

  test('keeps the newest ones and leaves no draft behind', async () => {
    const parent = join(folder, 'kept')
    // of a save that failed, for example on a full disk
    await mkdir(join(parent, 'step-00000002.partial'), { recursive: true })
    const model = smallModel()
    await withSteps(model, async (training) => {
      for (let index = 0; index < 4; index++) {
        await training.run(batch(index), 0.01)
        await saveCheckpoint(parent, model.graph, { state: await training.snapshot(), record: null })
      }
    })
    expect((await readdir(parent)).sort()).toEqual(['step-00000003', 'step-00000004'])
  })

  test('that is damaged is passed over for the one before, and newer ones go with the next', async () => {
    const parent = join(folder, 'passed-over')
    const model = smallModel()
    expect(await loadNewest(join(folder, 'nothing-there'), model.graph)).toBeNull()
    await withSteps(model, async (training) => {
      const save = async (): Promise<string> =>
        saveCheckpoint(parent, model.graph, { state: await training.snapshot(), record: null })
      await training.run(batch(0), 0.01)
      const first = await save()
      await training.run(batch(1), 0.01)
      await training.run(batch(2), 0.01)
      await rm(join(await save(), 'state.safetensors'))
      expect(await loadNewest(parent, model.graph)).toMatchObject({ folder: first, state: { step: 1 } })
      await rm(join(first, 'checkpoint.json'))
      await expect(loadNewest(parent, model.graph)).rejects.toThrow(/step-00000003/)
    })
    const again = smallModel()
    await withSteps(again, async (training) => {
      await training.run(batch(0), 0.01)
      await training.run(batch(1), 0.01)
      await saveCheckpoint(parent, again.graph, { state: await training.snapshot(), record: null })
    })
    expect((await readdir(parent)).sort()).toEqual(['step-00000001', 'step-00000002'])
  })

  test('refuses a changed file, a missing one and another model, and names the file', async () => {
    const parent = join(folder, 'damaged')
    const model = smallModel()
    const path = await withSteps(model, async (training) =>
      saveCheckpoint(parent, model.graph, { state: await training.snapshot(), record: null }),
    )
    const other = smallModel({ optimizer: sgd({ momentum: 0.9 }) })
    await expect(loadCheckpoint(path, other.graph)).rejects.toThrow(
      /belongs to another model: momentum\/conv.weight/,
    )
    const file = join(path, 'state.safetensors')
    const bytes = await readFile(file)
    bytes[bytes.length - 1] ^= 1
    await writeFile(file, bytes)
    await expect(loadCheckpoint(path, model.graph)).rejects.toThrow(/was changed/)
    await rm(file)
    await expect(loadCheckpoint(path, model.graph)).rejects.toThrow(CheckpointError)
    await expect(loadCheckpoint(join(parent, 'nowhere'), model.graph)).rejects.toThrow(/checkpoint.json/)
  })
})
