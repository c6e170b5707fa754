import { fromBinary } from '@bufbuild/protobuf'
import { ModelProtoSchema, TensorProto_DataLocation, TensorProto_DataType } from 'onnx-buf'
import type { GraphProto, ModelProto, NodeProto, TensorProto } from 'onnx-buf'

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
const VALUE_LIMIT = 2 ** 31 // a weight of more values than this is taken for an attack

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
  checkGraph(model.graph, fail)
  for (const { node } of model.functions) {
    checkNodes(node, fail)
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

function checkGraph(graph: GraphProto, fail: Fail): void {
  for (const tensor of graph.initializer) {
    checkTensor(tensor, fail)
  }
  for (const { values } of graph.sparseInitializer) {
    if (values !== undefined) {
      checkTensor(values, fail)
    }
  }
  checkNodes(graph.node, fail)
}

function checkNodes(nodes: readonly NodeProto[], fail: Fail): void {
  for (const { attribute } of nodes) {
    for (const { t, tensors, g, graphs } of attribute) {
      for (const tensor of t === undefined ? tensors : [t, ...tensors]) {
        checkTensor(tensor, fail)
      }
      for (const inner of g === undefined ? graphs : [g, ...graphs]) {
        checkGraph(inner, fail)
      }
    }
  }
}

const floatType: number = TensorProto_DataType.FLOAT

const widths = new Map<number, number>([
  [floatType, 4],
  [TensorProto_DataType.FLOAT16, 2],
  [TensorProto_DataType.DOUBLE, 8],
  [TensorProto_DataType.INT64, 8],
  [TensorProto_DataType.INT32, 4],
  [TensorProto_DataType.INT8, 1],
  [TensorProto_DataType.UINT8, 1],
  [TensorProto_DataType.BOOL, 1],
])

function checkTensor(tensor: TensorProto, fail: Fail): void {
  const name = tensor.name === '' ? 'an unnamed weight' : tensor.name
  if (tensor.dataLocation === TensorProto_DataLocation.EXTERNAL || tensor.externalData.length > 0) {
    const path = tensor.externalData.find(({ key }) => key === 'location')?.value ?? 'another file'
    fail(`the values of ${name} are in ${path}; only models in one file are opened`)
  }
  if (tensor.dims.some((size) => size < 0n)) {
    fail(`${name} has a negative size`)
  }
  const count = tensor.dims.reduce((product, size) => product * size, 1n)
  if (count > VALUE_LIMIT) {
    fail(`${name} claims ${count} values`)
  }
  const width = widths.get(tensor.dataType)
  const { rawData } = tensor
  if (rawData.length === 0) {
    if (!tensor.floatData.every(Number.isFinite)) {
      fail(`${name} holds values that are no finite numbers`)
    }
    return
  }
  if (width !== undefined && BigInt(rawData.length) !== count * BigInt(width)) {
    fail(`${name} claims ${count} values but holds ${rawData.length} bytes`)
  }
  if (tensor.dataType === floatType && !allFinite(rawData)) {
    fail(`${name} holds values that are no finite numbers`)
  }
}

function allFinite(raw: Uint8Array): boolean {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  for (let offset = 0; offset < raw.length; offset += 4) {
    if ((view.getUint32(offset, true) & 0x7f800000) >>> 0 === 0x7f800000) {
      return false
    }
  }
  return true
}
