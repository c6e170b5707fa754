import { buildModel, inference, initialValues, input, Parameters } from '../src/graph'
import { createGraphSession } from '../src/inference/sessions/model-session'
import { pairEncoder } from '../src/models/layers/pair-encoder'
import { IMAGE_SIDE } from '../src/models/layers/sizes'
import { noiseBatch } from '../src/models/testing-batch'
import { rdd } from '../src/models/rdd/family'
import { TrainStep } from '../src/training/train-step'
import { tensorOf } from '../src/models/encode-decode/predictor/stage-data'
import { quantile } from './statistics'

/**
 * The share of a training step that the frozen encoder takes: what a cache of its features could save at most. RDD+ACR,
 * captions trained, 16 pairs, one thread; steps and encodings alternate, medians. `npx tsx bench/frozen-encoder.bench.ts`
 */
const BATCH = 16
const ROUNDS = 7
const SIZES = { words: 640, categories: 9, freezeEncoder: true }

const model = rdd.network.build(SIZES)
const values = initialValues(model.parameters, 1)
const graph = model.training(BATCH, 'decode')
const step = await TrainStep.create(graph, values, { threads: 1 })
const made = noiseBatch(model.inputs, BATCH, 1)
const names = new Set(graph.step.inputs.map(({ name }) => name))
const batch = Object.fromEntries(Object.entries(made).filter(([name]) => names.has(name)))

const parameters = Parameters.create()
const encode = pairEncoder(parameters.scope('pair'), { matching: true, naming: true })
const SHAPE = ['batch', 3, IMAGE_SIDE, IMAGE_SIDE]
const { own, differences } = encode(input('before', SHAPE), input('after', SHAPE), inference)
const spec = buildModel({ own, differences: differences.map }, { name: 'encoder', values })
const session = await createGraphSession(spec, { provider: 'cpu', threads: 1 })
const frames = { before: tensorOf(framesOf('before')), after: tensorOf(framesOf('after')) }

const times = new Array<{ step: number; encoder: number }>()
for (let round = 0; round <= ROUNDS; round++) {
  const began = performance.now()
  await step.run(batch, 1e-4)
  const between = performance.now()
  await session.run(frames)
  // the first round opens what is opened late
  if (round > 0) {
    times.push({ step: between - began, encoder: performance.now() - between })
  }
}
await step.release()
await session.release()
const [whole, part] = (['step', 'encoder'] as const).map((name) =>
  quantile(
    times.map((each) => each[name]),
    0.5,
  ),
)
const floats = own.shape.slice(1).reduce<number>((size, side) => size * Number(side), 2)
console.log(
  `a step ${(whole / 1000).toFixed(2)} s, the encoder in it ${(part / 1000).toFixed(2)} s: ${((100 * part) / whole).toFixed(0)} %; tokens alone are ${((4 * floats) / 2 ** 20).toFixed(2)} MiB a pair`,
)

function framesOf(name: 'before' | 'after'): { data: Float32Array; shape: number[] } {
  const { data } = made[name]
  if (!(data instanceof Float32Array)) {
    throw new TypeError(`${name} is no picture`)
  }
  return { data, shape: [BATCH, 3, IMAGE_SIDE, IMAGE_SIDE] }
}
