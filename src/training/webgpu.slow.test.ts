import { describe, expect, test } from 'vitest'
import { gradients } from '../graph/gradients'
import { caseValues, opCases } from '../graph/op-cases.node'
import { dropout } from '../graph/mode'
import { mul } from '../graph/ops/arithmetic'
import { sum } from '../graph/ops/reduce'
import { initialValues } from '../graph/parameters'
import { constant, input } from '../graph/tensor'
import type { Tensor } from '../graph/tensor'
import { runGraph } from '../graph/testing.node'
import type { Feed } from '../graph/testing.node'
import { evaluationGraph } from '../graph/training-graph'
import { checkInputs, EvaluationSession } from './session'
import { decoderModel, referenceSchedule, segmenterModel } from './testing-models'
import type { ReferenceModel } from './testing-models'
import { startState } from './state-vectors'
import { LocalSessions, stepModels } from './step-sessions'
import { scalarFeeds, stepScalars, TrainStep } from './train-step'
import { placements, useSoftwareDriver, webgpuMissing } from './testing-webgpu'

useSoftwareDriver()
const missing = await webgpuMissing()
const webgpu = { provider: 'webgpu', threads: 1 } as const

/** Values and gradients of every operation, as one graph. */
function everyOperation() {
  const outputs: Record<string, Tensor> = {}
  const feeds: Record<string, Feed> = {}
  for (const [name, { inputs, build, fixed = [] }] of Object.entries(opCases)) {
    const tensors: Record<string, Tensor> = {}
    for (const [key, spec] of Object.entries(inputs)) {
      const [, ...shape] = spec
      tensors[key] = input(`${name}/${key}`, shape)
      feeds[`${name}/${key}`] = { values: caseValues(name, key, spec), shape }
    }
    const y = build(tensors)
    const shape = y.shape.map(Number)
    const loss = sum(mul(y, constant(caseValues(name, 'cotangent', ['normal', ...shape]), shape)))
    const names = Object.keys(inputs).filter((key) => !fixed.includes(key))
    outputs[`${name}/y`] = y
    for (const [index, slope] of gradients(
      loss,
      names.map((key) => tensors[key]),
    ).entries()) {
      outputs[`${name}/gradient/${names[index]}`] = slope
    }
  }
  return { outputs, feeds }
}

async function train(model: ReferenceModel, provider: 'cpu' | 'webgpu', profile?: string) {
  const graph = model.graph({ average: 0.9 })
  const options = { provider, threads: 1 }
  const training = await TrainStep.create(graph, initialValues(model.parameters, 7), {
    ...options,
    ...(profile !== undefined && { profile }),
  })
  const losses: number[] = []
  for (let step = 0; step < 3; step++) {
    losses.push((await training.run(model.batch(step), referenceSchedule(step))).loss)
  }
  const evaluated = evaluationGraph({ loss: model.evaluationLoss }, graph, { batch: 2 })
  const evaluation = await EvaluationSession.create(evaluated, options)
  const { loss } = await evaluation.run(await training.vectors('average'), model.batch(0))
  const values = await training.parameters()
  await evaluation.release()
  await training.release()
  return { losses, evaluated: loss.data[0] as number, values }
}

const models: Record<string, ReferenceModel> = {
  'the segmenter': segmenterModel({ width: 4, stages: 2, image: 16, batch: 2 }),
  'the decoder': decoderModel({ features: 16, heads: 2, words: 20, length: 6, memory: 5, batch: 2 }),
}

describe.skipIf(missing !== null)(`on WebGPU${missing === null ? '' : ` [${missing}]`}`, () => {
  test('every operation and its gradient agree with the CPU within 1e-5', async () => {
    const { outputs, feeds } = everyOperation()
    const onCpu = await runGraph(outputs, feeds)
    const onDevice = await runGraph(outputs, feeds, {}, { executionProviders: ['webgpu'] })
    const wrong: string[] = []
    for (const [name, { values }] of Object.entries(onCpu)) {
      const scale = Math.max(1, ...values.map(Math.abs))
      const far = values.reduce(
        (most, value, at) => Math.max(most, Math.abs(value - onDevice[name].values[at])),
        0,
      )
      if (!(far / scale < 1e-5)) {
        wrong.push(`${name}: ${far / scale}`)
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  test('dropout zeroes the same places as on the CPU', async () => {
    const x = constant(new Float32Array(300).fill(1), [20, 15])
    const y = { y: dropout(x, 0.3, input('seed', []), 'here') }
    const feeds = { seed: { values: [4711], shape: [] } }
    const onDevice = await runGraph(y, feeds, {}, { executionProviders: ['webgpu'] })
    expect(onDevice).toEqual(await runGraph(y, feeds))
  })

  test.each(Object.entries(models))(
    '%s trains as on the CPU within 1e-4, its nodes on the device',
    async (_, model) => {
      const onCpu = await train(model, 'cpu')
      let onDevice = onCpu
      const places = await placements(async (profile) => {
        onDevice = await train(model, 'webgpu', profile)
      })
      // Word indices are int64: their cast to float32 stays beside the input, on the CPU.
      const left = [...(places.get('CPUExecutionProvider') ?? [])].filter(
        (op) => !['Cast', 'Reshape'].includes(op),
      )
      expect(left).toEqual([])
      expect(places.get('WebGpuExecutionProvider')?.size).toBeGreaterThan(10)
      for (const [step, loss] of onCpu.losses.entries()) {
        expect(Math.abs(onDevice.losses[step] - loss) / loss).toBeLessThan(1e-4)
      }
      expect(Math.abs(onDevice.evaluated - onCpu.evaluated) / onCpu.evaluated).toBeLessThan(1e-4)
      const far = [...onCpu.values].filter(([name, values]) => {
        const other = onDevice.values.get(name) ?? new Float32Array()
        // Adam's first steps have the size of the rate whatever the gradient: tiny ones may turn.
        return !values.every((value, at) => Math.abs(value - other[at]) < 2e-3)
      })
      expect(far).toEqual([])
    },
    120_000,
  )

  test('the state stays on the device, and a thread of its own trains as this one does', async () => {
    const model = models['the segmenter']
    const graph = model.graph()
    const values = initialValues(model.parameters, 7)
    const sessions = await LocalSessions.open(
      stepModels(graph, startState(graph, values).vectors, 'webgpu'),
      webgpu,
    )
    const scalars = { ...stepScalars(graph, 0, 0, 1e-3) }
    const { own, feeds } = scalarFeeds(graph, graph.step, scalars)
    await sessions.run('step', { ...feeds, ...checkInputs(own, model.batch(0)) })
    expect([...sessions.locations]).toEqual(['gpu-buffer'])
    await sessions.release()

    const here = await TrainStep.create(graph, values, webgpu)
    const apart = await TrainStep.createInThread(graph, values, webgpu)
    for (let step = 0; step < 2; step++) {
      const expected = await here.run(model.batch(step), 1e-3)
      expect(await apart.run(model.batch(step), 1e-3)).toEqual(expected)
    }
    expect(await apart.snapshot()).toEqual(await here.snapshot())
    await Promise.all([here.release(), apart.release()])
  }, 120_000)

  test('a run that goes on on the CPU after half of its steps ends as well, over five seeds', async () => {
    const model = models['the segmenter']
    const graph = model.graph()
    const [half, whole] = [4, 8]
    const whenSwitched: number[] = []
    const onCpu: number[] = []
    for (const seed of [1, 2, 3, 4, 5]) {
      const values = initialValues(model.parameters, seed)
      const first = await TrainStep.create(graph, values, webgpu)
      await steps(first, model, 0, half)
      const state = await first.snapshot()
      await first.release()
      const second = await TrainStep.create(graph, state)
      whenSwitched.push(await steps(second, model, half, whole))
      await second.release()
      const alone = await TrainStep.create(graph, values)
      onCpu.push(await steps(alone, model, 0, whole))
      await alone.release()
    }
    const far = whenSwitched.filter((loss, at) => !(Math.abs(loss / onCpu[at] - 1) < 1e-3))
    expect(far).toEqual([])
  }, 300_000)
})

/** The loss of the last of these steps. */
async function steps(training: TrainStep, model: ReferenceModel, from: number, to: number): Promise<number> {
  let loss = Number.NaN
  for (let step = from; step < to; step++) {
    ;({ loss } = await training.run(model.batch(step % 4), 1e-3))
  }
  return loss
}
