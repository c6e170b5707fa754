import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { ModelProtoSchema, TensorProto_DataLocation, TensorProto_DataType } from 'onnx-buf'
import type {
  AttributeProto,
  GraphProto,
  ModelProto,
  NodeProto,
  SparseTensorProto,
  TensorProto,
} from 'onnx-buf'

/** An error in an imported `.onnx` file; the message names the file. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError'
  constructor(
    readonly file: string,
    reason: string,
  ) {
    super(`${file} is not a usable ONNX model: ${reason}`)
  }
}

const OPSET_LIMIT = 24
const VALUE_LIMIT = 2 ** 31 // a weight of more values, zeros of a sparse one among them, is taken for an attack

/**
 * Throws a ModelFileError unless the bytes are an ONNX model that is complete in itself: readable, of a
 * known operator set, without weights in other files, with weights as long as they claim and finite.
 */
export function checkModelFile(bytes: Uint8Array, file = 'the data'): void {
  const fail = (reason: string): never => {
    throw new ModelFileError(file, reason)
  }
  const model = parse(bytes, fail)
  if (model.graph === undefined || model.graph.node.length === 0) {
    return fail('it holds no graph')
  }
  const opset = model.opsetImport.find(({ domain }) => domain === '' || domain === 'ai.onnx')?.version
  if (opset === undefined) {
    return fail('it names no operator set')
  }
  if (opset > OPSET_LIMIT) {
    return fail(`operator set ${opset} is newer than ${OPSET_LIMIT}`)
  }
  for (const weight of allWeights(model)) {
    if (isTensor(weight)) {
      checkTensor(weight, fail)
    } else {
      countValues(nameOf(weight.values), weight.dims, fail)
    }
  }
}

type Fail = (reason: string) => never

function parse(bytes: Uint8Array, fail: Fail): ModelProto {
  try {
    return fromBinary(ModelProtoSchema, bytes)
  } catch {
    return fail('it cannot be read as one (truncated, or another format)')
  }
}

type Weight = TensorProto | SparseTensorProto

/** A sparse weight comes before its values and their places, which are tensors. */
function isTensor(weight: Weight): weight is TensorProto {
  return weight.$typeName === 'onnx.TensorProto'
}

/** Every weight of a graph, those of its nodes and of their graphs among them. */
function* weightsOf({ initializer, sparseInitializer, node }: GraphProto): Generator<Weight> {
  yield* initializer
  yield* sparseWeights(sparseInitializer)
  yield* nodeWeights(node)
}

function* sparseWeights(weights: readonly SparseTensorProto[]): Generator<Weight> {
  for (const weight of weights) {
    yield weight
    yield* [weight.values, weight.indices].filter((tensor) => tensor !== undefined)
  }
}

function* nodeWeights(nodes: readonly NodeProto[]): Generator<Weight> {
  for (const { attribute } of nodes) {
    yield* attributeWeights(attribute)
  }
}

function* attributeWeights(attributes: readonly AttributeProto[]): Generator<Weight> {
  for (const { t, tensors, sparseTensor, sparseTensors, g, graphs } of attributes) {
    yield* t === undefined ? tensors : [t, ...tensors]
    yield* sparseWeights(sparseTensor === undefined ? sparseTensors : [sparseTensor, ...sparseTensors])
    for (const inner of g === undefined ? graphs : [g, ...graphs]) {
      yield* weightsOf(inner)
    }
  }
}

/** Those that a function takes where its caller gives none are among them. */
function* allWeights({ graph, functions }: ModelProto): Generator<Weight> {
  yield* graph === undefined ? [] : weightsOf(graph)
  for (const { attributeProto, node } of functions) {
    yield* attributeWeights(attributeProto)
    yield* nodeWeights(node)
  }
}

/** A file beside a model that holds values of its weights. */
export interface ExternalData {
  /** Name of the file, as the model has it. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The model with its external weights in itself. Those that are in another file than this one stay as they are.
 * @throws ModelFileError for what is no model, or where a weight lies outside of the data
 */
export function withDataInside(bytes: Uint8Array, data: ExternalData, file: string): Uint8Array {
  const fail = (reason: string): never => {
    throw new ModelFileError(file, reason)
  }
  const model = parse(bytes, fail)
  for (const tensor of [...allWeights(model)].filter(isTensor)) {
    const entries = new Map(tensor.externalData.map(({ key, value }) => [key, value]))
    if (entries.get('location')?.replace(/^\.\//, '') === data.name) {
      const offset = Number(entries.get('offset') ?? 0)
      const length = Number(entries.get('length') ?? data.bytes.length - offset)
      if (
        !Number.isInteger(offset + length) ||
        offset < 0 ||
        length < 0 ||
        offset + length > data.bytes.length
      ) {
        fail(`${tensor.name} claims bytes that ${data.name} does not have`)
      }
      tensor.rawData = data.bytes.slice(offset, offset + length)
      tensor.externalData = []
      tensor.dataLocation = TensorProto_DataLocation.DEFAULT
    }
  }
  return toBinary(ModelProtoSchema, model)
}

interface ElementFormat {
  /** Bytes of a value. */
  readonly width: number
  /** Field of the values where they are no bytes. Source: onnx.proto, TensorProto. */
  readonly list: 'floatData' | 'doubleData' | 'int32Data' | 'int64Data' | 'uint64Data'
  /** Bits of the highest two bytes that are all ones in what is no finite number; null for whole numbers. */
  readonly exponent: number | null
}

const formats = new Map<number, ElementFormat>([
  [TensorProto_DataType.FLOAT, { width: 4, list: 'floatData', exponent: 0x7f80 }],
  [TensorProto_DataType.FLOAT16, { width: 2, list: 'int32Data', exponent: 0x7c00 }],
  [TensorProto_DataType.BFLOAT16, { width: 2, list: 'int32Data', exponent: 0x7f80 }],
  [TensorProto_DataType.DOUBLE, { width: 8, list: 'doubleData', exponent: 0x7ff0 }],
  [TensorProto_DataType.INT64, { width: 8, list: 'int64Data', exponent: null }],
  [TensorProto_DataType.UINT64, { width: 8, list: 'uint64Data', exponent: null }],
  [TensorProto_DataType.INT32, { width: 4, list: 'int32Data', exponent: null }],
  [TensorProto_DataType.UINT32, { width: 4, list: 'uint64Data', exponent: null }],
  [TensorProto_DataType.INT16, { width: 2, list: 'int32Data', exponent: null }],
  [TensorProto_DataType.UINT16, { width: 2, list: 'int32Data', exponent: null }],
  [TensorProto_DataType.INT8, { width: 1, list: 'int32Data', exponent: null }],
  [TensorProto_DataType.UINT8, { width: 1, list: 'int32Data', exponent: null }],
  [TensorProto_DataType.BOOL, { width: 1, list: 'int32Data', exponent: null }],
])

function checkTensor(tensor: TensorProto, fail: Fail): void {
  const name = nameOf(tensor)
  if (tensor.dataLocation === TensorProto_DataLocation.EXTERNAL || tensor.externalData.length > 0) {
    const path = tensor.externalData.find(({ key }) => key === 'location')?.value ?? 'another file'
    fail(`the values of ${name} are in ${path}, which is not read with it`)
  }
  const count = countValues(name, tensor.dims, fail)
  const format = formats.get(tensor.dataType)
  if (format === undefined) {
    return
  }
  const { rawData } = tensor
  const listed = tensor[format.list].length
  if (rawData.length === 0 && BigInt(listed) !== count) {
    fail(`${name} claims ${count} values but holds ${listed}`)
  }
  if (rawData.length > 0 && BigInt(rawData.length) !== count * BigInt(format.width)) {
    fail(`${name} claims ${count} values but holds ${rawData.length} bytes`)
  }
  if (!areBytesFinite(rawData, format) || !areListedFinite(tensor, format)) {
    fail(`${name} holds values that are no finite numbers`)
  }
}

function nameOf(tensor: TensorProto | undefined): string {
  return tensor === undefined || tensor.name === '' ? 'an unnamed weight' : tensor.name
}

/** Fails for a size that no weight has. */
function countValues(name: string, dims: readonly bigint[], fail: Fail): bigint {
  if (dims.some((size) => size < 0n)) {
    fail(`${name} has a negative size`)
  }
  const count = dims.reduce((product, size) => product * size, 1n)
  if (count > VALUE_LIMIT) {
    fail(`${name} claims ${count} values`)
  }
  return count
}

function areBytesFinite(raw: Uint8Array, { width, exponent }: ElementFormat): boolean {
  if (exponent === null) {
    return true
  }
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  for (let offset = width - 2; offset < raw.length; offset += width) {
    if ((view.getUint16(offset, true) & exponent) === exponent) {
      return false
    }
  }
  return true
}

function areListedFinite(tensor: TensorProto, { list, exponent }: ElementFormat): boolean {
  if (list === 'floatData' || list === 'doubleData') {
    return tensor[list].every(Number.isFinite)
  }
  // half precision is listed by its bits
  return exponent === null || tensor.int32Data.every((bits) => (bits & exponent) !== exponent)
}
