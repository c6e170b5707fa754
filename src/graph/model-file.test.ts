import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { ModelProtoSchema, TensorProto_DataLocation, TensorProto_DataType } from 'onnx-buf'
import type { TensorProto } from 'onnx-buf'
import { expect, test } from 'vitest'
import { checkModelFile, ModelFileError } from './model-file'

function model(weight: Partial<Omit<TensorProto, '$typeName'>>, opset = 21n): Uint8Array {
  const proto = create(ModelProtoSchema, {
    irVersion: 10n,
    opsetImport: [{ domain: '', version: opset }],
    graph: { node: [{ opType: 'Relu', input: ['w'], output: ['y'] }] },
  })
  const graph = proto.graph
  if (graph === undefined) {
    throw new Error('no graph')
  }
  const values = {
    name: 'w',
    dims: [1n],
    dataType: TensorProto_DataType.FLOAT,
    rawData: new Uint8Array(4),
    ...weight,
  }
  graph.initializer.push({ ...template(), ...values })
  return toBinary(ModelProtoSchema, proto)
}

function template(): TensorProto {
  const proto = create(ModelProtoSchema, { graph: { initializer: [{}] } })
  const tensor = proto.graph?.initializer[0]
  if (tensor === undefined) {
    throw new Error('no tensor')
  }
  return tensor
}

test('a model that is complete in itself is accepted', () => {
  expect(() => checkModelFile(model({}))).not.toThrow()
})

const elsewhere = {
  rawData: new Uint8Array(),
  dataLocation: TensorProto_DataLocation.EXTERNAL,
  externalData: [
    { $typeName: 'onnx.StringStringEntryProto', key: 'location', value: '../../etc/passwd' },
  ] as TensorProto['externalData'],
}

/** Of a model whose function holds a constant. */
function functionModel(constant: Partial<TensorProto>): Uint8Array {
  const proto = fromBinary(ModelProtoSchema, model({}))
  const withFunction = create(ModelProtoSchema, {
    functions: [{ node: [{ attribute: [{ name: 'value' }] }] }],
  })
  withFunction.functions[0].node[0].attribute[0].t = { ...template(), name: 'c', ...constant }
  proto.functions.push(...withFunction.functions)
  return toBinary(ModelProtoSchema, proto)
}

test.each<[string, Uint8Array, RegExp]>([
  ['an empty file', new Uint8Array(), /holds no graph/],
  ['another format', Uint8Array.from({ length: 64 }, (_, at) => (at * 37) % 256), /cannot be read|no graph/],
  [
    'a truncated file',
    model({ rawData: new Uint8Array(4000), dims: [1000n] }).subarray(0, 2000),
    /cannot be read/,
  ],
  ['a newer operator set', model({}, 99n), /operator set 99/],
  ['weights in another file', model(elsewhere), /in ..\/..\/etc\/passwd/],
  ['values of a function in another file', functionModel(elsewhere), /of c are in ..\/..\/etc\/passwd/],
  ['a huge weight', model({ dims: [2n ** 40n], rawData: new Uint8Array() }), /claims 1099511627776 values/],
  ['a negative size', model({ dims: [-1n] }), /negative/],
  ['fewer bytes than values', model({ dims: [5n] }), /claims 5 values but holds 4 bytes/],
  ['NaN', model({ rawData: Uint8Array.of(0, 0, 0xc0, 0x7f) }), /no finite numbers/],
])('%s is refused with its reason', (_, bytes, reason) => {
  expect(() => checkModelFile(bytes, 'pack.onnx')).toThrow(ModelFileError)
  expect(() => checkModelFile(bytes, 'pack.onnx')).toThrow(reason)
})
