import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { float, serializeModel, withDecomposedGelu } from './onnx'
import { buildModel } from './build-model'
import type { ModelSpec } from './onnx'
import { gelu } from './ops/activation'
import { sampleAt } from './ops/resize'
import { input } from './tensor'

test('a serialised model runs in ONNX Runtime, with a size known only at run time', async () => {
  const bytes = serializeModel({
    name: 'scaled-elu',
    inputs: [{ name: 'x', type: 'float32', shape: ['n', 2] }],
    outputs: [{ name: 'y', type: 'float32', shape: ['n', 2] }],
    constants: [{ name: 'scale', type: 'float32', shape: [2], data: Float32Array.of(2, 3) }],
    nodes: [
      { op: 'Mul', inputs: ['x', 'scale'], outputs: ['scaled'] },
      { op: 'Elu', inputs: ['scaled'], outputs: ['y'], attributes: { alpha: float(0.5) } },
    ],
  })
  const session = await InferenceSession.create(bytes)
  const { y } = await session.run({ x: new Tensor('float32', [1, -1, 2, 0, 0.5, 0], [3, 2]) })
  expect(y.dims).toEqual([3, 2])
  const values = y.data as Float32Array
  expect(values[0]).toBeCloseTo(2)
  expect(values[1]).toBeCloseTo(0.5 * (Math.exp(-3) - 1))
  await session.release()
})

const x = input('x', [1, 1, 3, 3])
const places = input('places', [1, 1, 5, 2])

async function run(model: ModelSpec): Promise<ArrayLike<unknown>> {
  const session = await InferenceSession.create(serializeModel(model), { logSeverityLevel: 3 })
  const { y } = await session.run({
    x: new Tensor('float32', [-6, -2, -1, -0.1, 0, 0.1, 1, 2, 6], [1, 1, 3, 3]),
    places: new Tensor('float32', [-0.6, -0.6, 0.6, 0.6, 0, 0.3, -0.2, 0.9, 1, -1], [1, 1, 5, 2]),
  })
  await session.release()
  return y.data
}

test('a model that samples and has GELUs fits an older operator set, and gives the same', async () => {
  const model = buildModel({ y: gelu(sampleAt(gelu(x), places)) }, { name: 'test' })
  const written = withDecomposedGelu(model)
  expect(model.opset).toBeUndefined()
  expect(written.opset).toBe(19)
  expect(written.nodes.map(({ op }) => op)).not.toContain('Gelu')
  const [plain, older] = [await run(model), await run(written)].map((values) => Array.from(values, Number))
  older.forEach((value, at) => expect(value).toBeCloseTo(plain[at], 5))
})

test('a model without GELU stays as it is', () => {
  const model = buildModel({ y: sampleAt(x, places) }, { name: 'test' })
  expect(withDecomposedGelu(model)).toBe(model)
})
