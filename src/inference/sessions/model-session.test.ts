import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, toBinary } from '@bufbuild/protobuf'
import { ModelProtoSchema, TensorProto_DataLocation, TensorProto_DataType } from 'onnx-buf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildModel, input, mul, serializeModel } from '../../graph'
import { ModelFileError } from '../../graph/model-file'
import { createModelSession } from './model-session'

const options = { provider: 'cpu', threads: 1 } as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-session-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(name: string, bytes: Uint8Array): Promise<string> {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

test('a model that is complete in itself is opened', async () => {
  const x = input('x', [2])
  const path = await put('whole.onnx', serializeModel(buildModel({ y: mul(x, x) }, { name: 'whole' })))
  const session = await createModelSession(path, options)
  expect(session.outputNames).toEqual(['y'])
  await session.release()
})

test('a model whose weights are in another file never reaches the runtime', async () => {
  await writeFile(join(folder, 'weights'), new Uint8Array(4))
  const location = { key: 'location', value: 'weights' }
  const weight = {
    name: 'w',
    dims: [1n],
    dataType: TensorProto_DataType.FLOAT,
    dataLocation: TensorProto_DataLocation.EXTERNAL,
    externalData: [location],
  }
  const type = { value: { case: 'tensorType' as const, value: { elemType: TensorProto_DataType.FLOAT } } }
  const model = create(ModelProtoSchema, {
    irVersion: 10n,
    opsetImport: [{ domain: '', version: 21n }],
    graph: {
      name: 'open',
      node: [{ opType: 'Relu', input: ['w'], output: ['y'] }],
      initializer: [weight],
      output: [{ name: 'y', type }],
    },
  })
  const path = await put('open.onnx', toBinary(ModelProtoSchema, model))
  await expect(createModelSession(path, options)).rejects.toThrow(ModelFileError)
  await expect(createModelSession(path, options)).rejects.toThrow(`${path} is not a usable ONNX model`)
})

test("a file in the runtime's own format is left to the runtime", async () => {
  const path = await put('own.ort', Buffer.from('\x10\0\0\0ORTMrubbish that is no model', 'latin1'))
  const failed: unknown = await createModelSession(path, options).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(failed).not.toBeInstanceOf(ModelFileError)
})
