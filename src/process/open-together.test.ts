import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { input, relu } from '../graph'
import { buildModel } from '../graph/build-model'
import { serializeModel } from '../graph/onnx'
import { openTogether } from './open-together'

const model = serializeModel(buildModel({ y: relu(input('x', [1])) }, { name: 'small' }))
const feeds = { x: new Tensor('float32', [-1], [1]) }

test('what was opened before one failed is released, and what still opens too', async () => {
  const opened: InferenceSession[] = []
  const open = async (): Promise<InferenceSession> => {
    const session = await InferenceSession.create(model)
    opened.push(session)
    return session
  }
  const failed = openTogether(async (keep) => {
    const first = await keep(open())
    await first.run(feeds)
    return Promise.all([keep(open()), keep(InferenceSession.create(new Uint8Array(8)))])
  })
  await expect(failed).rejects.toThrow(/protobuf/i)
  expect(opened).toHaveLength(2)
  for (const session of opened) {
    await expect(session.run(feeds)).rejects.toThrow(/disposed/)
  }
})

test('what opened whole stays open', async () => {
  const session = await openTogether((keep) => keep(InferenceSession.create(model)))
  expect((await session.run(feeds)).y.data).toEqual(Float32Array.of(0))
  await session.release()
})
