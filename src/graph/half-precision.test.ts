import { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import {
  add,
  buildModel,
  causalMask,
  div,
  input,
  layerNorm,
  matmul,
  maximum,
  mul,
  softmax,
  sqrt,
  sum,
} from '.'
import { inHalfPrecision } from './half-precision'
import { serializeModel } from './onnx'
import type { ModelSpec } from './onnx'
import { constant } from './tensor'

const SIDE = 8
const values = Float32Array.from({ length: SIDE * SIDE }, (_, at) => Math.sin(at + 1))
const weight = constant(
  values.map((value) => value / 3),
  [SIDE, SIDE],
)
const x = input('x', [1, SIDE, SIDE])

async function answer(model: ModelSpec, data = values): Promise<Float32Array> {
  const session = await InferenceSession.create(serializeModel(model), { logSeverityLevel: 3 })
  const { y } = await session.run({ x: new RuntimeTensor('float32', data, [1, SIDE, SIDE]) })
  await session.release()
  return y.data as Float32Array
}

/** Types of what the nodes of an operator read, by the casts and constants of the model. */
function precisionOf({ nodes }: ModelSpec, op: string): string[] {
  const isHalf = (name: string): boolean => name.endsWith('.half') || halves.has(name)
  const halves = new Set<string>()
  for (const node of nodes) {
    if (node.op !== 'Cast' && node.inputs.some(isHalf)) {
      node.outputs.forEach((name) => halves.add(name))
    }
  }
  return nodes.filter((node) => node.op === op).map(({ inputs }) => (isHalf(inputs[0]) ? 'half' : 'full'))
}

test('products run in half precision, inputs and outputs stay, and the answer is near', async () => {
  const ones = constant(new Float32Array(SIDE).fill(1), [SIDE])
  const inside = layerNorm(matmul(x, weight), { scale: ones, bias: ones })
  const model = buildModel({ y: matmul(add(inside, 0.5), weight) }, { name: 'products' })
  const half = inHalfPrecision(model)
  expect(half.inputs).toEqual(model.inputs)
  expect(half.outputs).toEqual(model.outputs)
  expect(precisionOf(half, 'Gemm')).toEqual(['half', 'half'])
  expect(precisionOf(half, 'LayerNormalization')).toEqual(['half'])
  // one at the input, one at the output
  expect(half.nodes.filter(({ op }) => op === 'Cast')).toHaveLength(2)
  expect(half.constants.every(({ type }) => type !== 'float32')).toBe(true)
  const [expected, made] = [await answer(model), await answer(half)]
  made.forEach((value, at) => expect(Math.abs(value - expected[at])).toBeLessThan(0.01))
  expect(made).not.toEqual(expected)
})

test('both sides of a quotient stay in full precision: sums of weights may be too small for half', async () => {
  const sums = matmul(x, weight)
  const mean = div(mul(sums, 2), maximum(sums, 1e-6))
  const model = buildModel({ y: matmul(div(matmul(mean, weight), 4), weight) }, { name: 'means' })
  // what is divided by a constant is none
  expect(precisionOf(inHalfPrecision(model), 'Gemm')).toEqual(['full', 'half', 'half'])
})

test('sums, roots and squares before them stay in full precision: 600 squared is beyond half', async () => {
  const long = sqrt(add(sum(mul(x, x), { axes: [2], keepDims: true }), 1e-6))
  const model = buildModel({ y: mul(matmul(x, weight), long) }, { name: 'norms' })
  const half = inHalfPrecision(model)
  expect(precisionOf(half, 'Gemm')).toEqual(['half'])
  expect(precisionOf(half, 'Mul')[0]).toBe('full')
  expect(precisionOf(half, 'ReduceSum')).toEqual(['full'])
  const large = values.map((value) => 600 * value)
  const [expected, made] = [await answer(model, large), await answer(half, large)]
  made.forEach((value, at) => expect(Math.abs(value - expected[at])).toBeLessThan(2e-3 * 1e6))
})

test('a mask of -1e9 blocks as before', async () => {
  const weights = softmax(add(matmul(x, weight), causalMask(SIDE)))
  const model = buildModel({ y: matmul(weights, weight) }, { name: 'attention' })
  const half = inHalfPrecision(model)
  expect(precisionOf(half, 'Softmax')).toEqual(['full'])
  const [expected, made] = [await answer(model), await answer(half)]
  made.forEach((value, at) => expect(Math.abs(value - expected[at])).toBeLessThan(5e-3))
})

test('a value that is an output and read on is there in both precisions', async () => {
  const inside = matmul(x, weight)
  const model = buildModel({ inside, y: matmul(add(inside, 1), weight) }, { name: 'both' })
  const half = inHalfPrecision(model)
  const [expected, made] = [await answer(model), await answer(half)]
  made.forEach((value, at) => expect(Math.abs(value - expected[at])).toBeLessThan(0.01))
})
