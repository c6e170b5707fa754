import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { float, serializeModel } from './onnx'

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
