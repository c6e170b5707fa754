import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { ModelProtoSchema, TensorProto_DataLocation, TensorProto_DataType } from 'onnx-buf'
import type { TensorProto } from 'onnx-buf'
import { expect, test } from 'vitest'
import { checkModelFile, ModelFileError, withDataInside } from './model-file'

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

/** Of a model whose function takes a constant where its caller gives none. */
function defaultModel(constant: Partial<TensorProto>): Uint8Array {
  const proto = fromBinary(ModelProtoSchema, model({}))
  const withFunction = create(ModelProtoSchema, { functions: [{ attributeProto: [{ name: 'value' }] }] })
  withFunction.functions[0].attributeProto[0].t = { ...template(), name: 'usual', ...constant }
  proto.functions.push(...withFunction.functions)
  return toBinary(ModelProtoSchema, proto)
}

/** Of a model with a sparse weight, which has its values and their places apart. */
function sparseModel(values: Partial<TensorProto>): Uint8Array {
  const proto = fromBinary(ModelProtoSchema, model({}))
  const sparse = create(ModelProtoSchema, { graph: { sparseInitializer: [{ dims: [4n] }] } })
  const [weight] = sparse.graph!.sparseInitializer
  weight.values = { ...template(), name: 'sparse', ...values }
  proto.graph!.sparseInitializer.push(weight)
  return toBinary(ModelProtoSchema, proto)
}

/** Of a model whose node has sparse constants: values and places, apart. */
function sparseConstantModel(
  values: Partial<TensorProto>,
  {
    several = false,
    dims = [4n],
    indices,
  }: { several?: boolean; dims?: bigint[]; indices?: Partial<TensorProto> } = {},
): Uint8Array {
  const proto = fromBinary(ModelProtoSchema, model({}))
  const constant = { dims, values: {}, indices: {} }
  const attribute = several
    ? { name: 'sparse_values', sparseTensors: [constant] }
    : { name: 'sparse_value', sparseTensor: constant }
  const outer = create(ModelProtoSchema, {
    graph: { node: [{ opType: 'Constant', attribute: [attribute] }] },
  })
  const [given] = outer.graph!.node[0].attribute
  const sparse = given.sparseTensor ?? given.sparseTensors[0]
  const { FLOAT, INT64 } = TensorProto_DataType
  const two = { dims: [2n], rawData: new Uint8Array(8) }
  sparse.values = { ...template(), ...two, name: 'constant', dataType: FLOAT, ...values }
  sparse.indices = {
    ...template(),
    ...two,
    name: 'places',
    dataType: INT64,
    rawData: new Uint8Array(16),
    ...indices,
  }
  proto.graph!.node.push(...outer.graph!.node)
  return toBinary(ModelProtoSchema, proto)
}

/** Of a model with a loop, whose body has weights of its own. */
function innerModel(constant: Partial<TensorProto>): Uint8Array {
  const proto = fromBinary(ModelProtoSchema, model({}))
  const outer = create(ModelProtoSchema, {
    graph: { node: [{ opType: 'Loop', attribute: [{ name: 'body', g: { initializer: [{}] } }] }] },
  })
  outer.graph!.node[0].attribute[0].g!.initializer[0] = { ...template(), name: 'inner', ...constant }
  proto.graph!.node.push(...outer.graph!.node)
  return toBinary(ModelProtoSchema, proto)
}

function withoutOperators(): Uint8Array {
  const proto = fromBinary(ModelProtoSchema, model({}))
  proto.opsetImport = []
  return toBinary(ModelProtoSchema, proto)
}

const single = { name: '', dims: [1n], dataType: TensorProto_DataType.FLOAT, rawData: new Uint8Array() }

/** Of a weight of one value in these bytes. */
function rawModel(dataType: number, bytes: readonly number[]): Uint8Array {
  return model({ dataType, rawData: Uint8Array.from(bytes) })
}

test.each<[string, Uint8Array, RegExp]>([
  ['no operator set', withoutOperators(), /names no operator set/],
  ['a sparse weight in another file', sparseModel(elsewhere), /of sparse are in ..\/..\/etc\/passwd/],
  [
    'a sparse constant in another file',
    sparseConstantModel(elsewhere),
    /of constant are in ..\/..\/etc\/passwd/,
  ],
  [
    'one of several sparse constants in another file',
    sparseConstantModel(elsewhere, { several: true }),
    /of constant are in ..\/..\/etc\/passwd/,
  ],
  [
    'the places of a sparse constant in another file',
    sparseConstantModel({}, { indices: elsewhere }),
    /of places are in ..\/..\/etc\/passwd/,
  ],
  [
    'NaN in a sparse constant',
    sparseConstantModel({ rawData: Uint8Array.of(0, 0, 0xc0, 0x7f, 0, 0, 0, 0) }),
    /constant holds values that are no finite numbers/,
  ],
  [
    'a sparse constant of fewer bytes than values',
    sparseConstantModel({ rawData: new Uint8Array(4) }),
    /constant claims 2 values but holds 4 bytes/,
  ],
  [
    'a sparse constant that is huge with its zeros',
    sparseConstantModel({}, { dims: [2n ** 20n, 2n ** 20n] }),
    /constant claims 1099511627776 values/,
  ],
  [
    'a sparse constant of negative size',
    sparseConstantModel({}, { dims: [-4n] }),
    /constant has a negative size/,
  ],
  ['a weight of a loop in another file', innerModel(elsewhere), /of inner are in ..\/..\/etc\/passwd/],
  [
    'a weight in a file that has no name',
    model({ name: '', dataLocation: TensorProto_DataLocation.EXTERNAL }),
    /of an unnamed weight are in another file/,
  ],
  [
    'infinity in a list of numbers',
    model({ ...single, floatData: [Infinity] }),
    /an unnamed weight holds values/,
  ],
  [
    'infinity in a list of doubles',
    model({ ...single, dataType: TensorProto_DataType.DOUBLE, doubleData: [-Infinity] }),
    /an unnamed weight holds values/,
  ],
  [
    'NaN in a list of half precision',
    model({ ...single, dataType: TensorProto_DataType.FLOAT16, int32Data: [0x7e00] }),
    /an unnamed weight holds values/,
  ],
  [
    'fewer numbers than values',
    model({ ...single, dims: [2n], floatData: [1] }),
    /claims 2 values but holds 1$/,
  ],
  ['no numbers', model({ ...single, dataType: TensorProto_DataType.INT64 }), /claims 1 values but holds 0$/],
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
  ['a default of a function in another file', defaultModel(elsewhere), /of usual are in ..\/..\/etc\/passwd/],
  ['a huge weight', model({ dims: [2n ** 40n], rawData: new Uint8Array() }), /claims 1099511627776 values/],
  ['a negative size', model({ dims: [-1n] }), /negative/],
  ['fewer bytes than values', model({ dims: [5n] }), /claims 5 values but holds 4 bytes/],
  ['NaN in half precision', rawModel(TensorProto_DataType.FLOAT16, [0, 0x7e]), /no finite numbers/],
  ['infinity in bfloat16', rawModel(TensorProto_DataType.BFLOAT16, [0x80, 0xff]), /no finite numbers/],
  [
    'NaN in doubles',
    rawModel(TensorProto_DataType.DOUBLE, [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]),
    /no finite numbers/,
  ],
  ['NaN', model({ rawData: Uint8Array.of(0, 0, 0xc0, 0x7f) }), /no finite numbers/],
])('%s is refused with its reason', (_, bytes, reason) => {
  expect(() => checkModelFile(bytes, 'pack.onnx')).toThrow(ModelFileError)
  expect(() => checkModelFile(bytes, 'pack.onnx')).toThrow(reason)
})

test('a weight that is a list of numbers, and one of a type of no fixed width, are accepted', () => {
  expect(() => checkModelFile(model({ ...single, floatData: [1.5] }))).not.toThrow()
  const { FLOAT16, BFLOAT16, DOUBLE, INT64 } = TensorProto_DataType
  expect(() => checkModelFile(model({ ...single, dataType: DOUBLE, doubleData: [1e300] }))).not.toThrow()
  expect(() => checkModelFile(model({ ...single, dataType: INT64, int64Data: [3n] }))).not.toThrow()
  expect(() => checkModelFile(model({ ...single, dataType: FLOAT16, int32Data: [0x7bff] }))).not.toThrow()
  // the largest in each
  expect(() => checkModelFile(rawModel(FLOAT16, [0xff, 0x7b]))).not.toThrow()
  expect(() => checkModelFile(rawModel(BFLOAT16, [0x7f, 0x7f]))).not.toThrow()
  expect(() =>
    checkModelFile(rawModel(DOUBLE, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xef, 0x7f])),
  ).not.toThrow()
  const text = { dataType: TensorProto_DataType.STRING, rawData: Uint8Array.of(1, 2, 3) }
  expect(() => checkModelFile(model(text))).not.toThrow()
})

test('sparse constants that are whole are accepted', () => {
  expect(() => checkModelFile(sparseConstantModel({}))).not.toThrow()
  expect(() => checkModelFile(sparseConstantModel({}, { several: true }))).not.toThrow()
})

/** The weight `w` is a part of this file. */
function external(entries: Record<string, string>): Uint8Array {
  const externalData = Object.entries(entries).map(([key, value]) => ({
    $typeName: 'onnx.StringStringEntryProto' as const,
    key,
    value,
  }))
  return model({ ...elsewhere, externalData })
}

const data = { name: 'w.data', bytes: Uint8Array.from({ length: 12 }, (_, at) => at) }

test.each([
  ['the bytes that it names', { location: 'w.data', offset: '4', length: '4' }, [4, 5, 6, 7]],
  ['all from its offset on', { location: './w.data', offset: '8' }, [8, 9, 10, 11]],
  ['the whole file', { location: 'w.data' }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
])('a weight beside the model gets %s', (_, entries, expected) => {
  const { graph } = fromBinary(ModelProtoSchema, withDataInside(external(entries), data, 'pack.onnx'))
  expect([...graph!.initializer[0].rawData]).toEqual(expected)
  expect(graph!.initializer[0].externalData).toEqual([])
})

test('a sparse constant beside the model gets its bytes', () => {
  const { externalData } = fromBinary(ModelProtoSchema, external({ location: 'w.data', offset: '4' })).graph!
    .initializer[0]
  const beside = sparseConstantModel({ ...elsewhere, externalData })
  const whole = withDataInside(beside, data, 'pack.onnx')
  const { sparseTensor } = fromBinary(ModelProtoSchema, whole).graph!.node[1].attribute[0]
  expect([...sparseTensor!.values!.rawData]).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
  expect(() => checkModelFile(whole)).not.toThrow()
})

test('a weight in another file than the one that is given stays there', () => {
  const bytes = withDataInside(external({ location: 'other.data' }), data, 'pack.onnx')
  expect(() => checkModelFile(bytes, 'pack.onnx')).toThrow(/of w are in other.data/)
})

test.each([
  { location: 'w.data', offset: '9', length: '4' },
  { location: 'w.data', offset: '-4', length: '4' },
  { location: 'w.data', offset: '4', length: '-4' },
  { location: 'w.data', offset: 'x' },
])('bytes that the file beside the model does not have are refused: %j', (entries) => {
  expect(() => withDataInside(external(entries), data, 'pack.onnx')).toThrow(
    /w claims bytes that w.data does not have/,
  )
})
