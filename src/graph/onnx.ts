import { create, toBinary } from '@bufbuild/protobuf'
import {
  AttributeProto_AttributeType,
  AttributeProtoSchema,
  ModelProtoSchema,
  TensorProto_DataType,
  TensorProtoSchema,
  TensorShapeProto_DimensionSchema,
  ValueInfoProtoSchema,
} from 'onnx-buf'
import type { AttributeProto, TensorProto, TensorShapeProto_Dimension, ValueInfoProto } from 'onnx-buf'

/**
 * The lowest layer of `src/graph`: plain descriptions of ONNX nodes, and their serialisation.
 * No shapes are inferred and nothing is checked here; ONNX Runtime or the layers above do that.
 */

export type ElementType = 'float32' | 'int64' | 'bool'

/** A fixed size, or a name for one that is known only when the model runs ("batch", "height"). */
export type Dimension = number | string

export interface ValueSpec {
  name: string
  type: ElementType
  shape: readonly Dimension[]
}

/** Row-major data; `float16` as bits, `int64` as bigint, `bool` as 0 or 1. */
export type ConstantSpec = { name: string; shape: readonly number[] } & (
  | { type: 'float32'; data: Float32Array }
  | { type: 'float16'; data: Uint16Array }
  | { type: 'int64'; data: BigInt64Array }
  | { type: 'bool'; data: Uint8Array }
)

/** A whole number is written as INT; wrap a number in `float()` to force FLOAT. */
export type Attribute = number | string | readonly number[] | FloatAttribute

interface FloatAttribute {
  float: number | readonly number[]
}

export interface NodeSpec {
  op: string
  /** An empty string leaves an optional input out. */
  inputs: readonly string[]
  outputs: readonly string[]
  attributes?: Readonly<Record<string, Attribute>>
}

export interface ModelSpec {
  name: string
  inputs: readonly ValueSpec[]
  outputs: readonly ValueSpec[]
  constants: readonly ConstantSpec[]
  /** In an order in which every input comes before its use. */
  nodes: readonly NodeSpec[]
  /** Operator set of the default domain. Default 21 (WebGPU's Gelu needs 20). */
  opset?: number
}

const IR_VERSION = 10n // the IR of opset 21 (onnx/onnx: docs/Versioning.md)

/** Of a constant too, and of what `Cast` casts to. */
export const dataTypes: Record<ConstantSpec['type'], TensorProto_DataType> = {
  float16: TensorProto_DataType.FLOAT16,
  float32: TensorProto_DataType.FLOAT,
  int64: TensorProto_DataType.INT64,
  bool: TensorProto_DataType.BOOL,
}

export function float(value: number | readonly number[]): FloatAttribute {
  return { float: value }
}

/** The bytes of an `.onnx` file (ModelProto). */
export function serializeModel(spec: ModelSpec): Uint8Array {
  const model = create(ModelProtoSchema, {
    irVersion: IR_VERSION,
    producerName: 'deltascribe',
    opsetImport: [{ domain: '', version: BigInt(spec.opset ?? 21) }],
    graph: {
      name: spec.name,
      input: spec.inputs.map(valueInfo),
      output: spec.outputs.map(valueInfo),
      initializer: spec.constants.map(tensor),
      node: spec.nodes.map((node, index) => ({
        name: `${node.op}_${index}`,
        opType: node.op,
        input: [...node.inputs],
        output: [...node.outputs],
        attribute: Object.entries(node.attributes ?? {}).map(([name, value]) => attribute(name, value)),
      })),
    },
  })
  return toBinary(ModelProtoSchema, model)
}

function dimension(size: Dimension): TensorShapeProto_Dimension {
  return create(TensorShapeProto_DimensionSchema, {
    value:
      typeof size === 'number'
        ? { case: 'dimValue', value: BigInt(size) }
        : { case: 'dimParam', value: size },
  })
}

function valueInfo(value: ValueSpec): ValueInfoProto {
  return create(ValueInfoProtoSchema, {
    name: value.name,
    type: {
      value: {
        case: 'tensorType',
        value: { elemType: dataTypes[value.type], shape: { dim: value.shape.map(dimension) } },
      },
    },
  })
}

function tensor(constant: ConstantSpec): TensorProto {
  const { data } = constant
  return create(TensorProtoSchema, {
    name: constant.name,
    dims: constant.shape.map(BigInt),
    dataType: dataTypes[constant.type],
    rawData: Uint8Array.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  })
}

function attribute(name: string, value: Attribute): AttributeProto {
  const type = AttributeProto_AttributeType
  if (typeof value === 'string') {
    return create(AttributeProtoSchema, { name, type: type.STRING, s: ascii(value) })
  }
  if (typeof value === 'number') {
    return create(AttributeProtoSchema, { name, type: type.INT, i: BigInt(value) })
  }
  if (!('float' in value)) {
    return create(AttributeProtoSchema, { name, type: type.INTS, ints: value.map(BigInt) })
  }
  return typeof value.float === 'number'
    ? create(AttributeProtoSchema, { name, type: type.FLOAT, f: value.float })
    : create(AttributeProtoSchema, { name, type: type.FLOATS, floats: [...value.float] })
}

/** ONNX string attributes are ASCII names ("same_upper", "linear"): one byte a character. */
function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Operations that no older set has. */
const NEWER_OPERATIONS = new Set(['Gelu'])
const OPSET = 19

/**
 * The model in operator set 19 where it samples and nothing else needs a later one: WebGPU has GridSample of sets 16
 * to 19 only (ONNX Runtime 1.30), which name the same sampling mode differently.
 */
export function withOpset19Sampling(model: ModelSpec): ModelSpec {
  const samples = model.nodes.some(({ op }) => op === 'GridSample')
  if (!samples || model.nodes.some(({ op }) => NEWER_OPERATIONS.has(op))) {
    return model
  }
  const nodes = model.nodes.map((node) => {
    return node.op === 'GridSample' ? { ...node, attributes: { ...node.attributes, mode: 'bilinear' } } : node
  })
  return { ...model, opset: OPSET, nodes }
}

/**
 * The model with each GELU decomposed into x (1 + erf(x / sqrt 2)) / 2. The operation itself came with operator set 20,
 * which WebGPU cannot sample in (see `withOpset19Sampling`): without it a model that samples fits an older set.
 */
export function withDecomposedGelu(model: ModelSpec): ModelSpec {
  if (!model.nodes.some(({ op }) => op === 'Gelu')) {
    return model
  }
  const numbers = { root: Math.SQRT1_2, one: 1, half: 0.5 }
  const constants = Object.entries(numbers).map(([name, value]): ConstantSpec => ({
    name: `gelu.${name}`,
    type: 'float32',
    shape: [],
    data: Float32Array.of(value),
  }))
  const nodes = model.nodes.flatMap((node) => (node.op === 'Gelu' ? decomposeGelu(node) : [node]))
  return withOpset19Sampling({ ...model, constants: [...model.constants, ...constants], nodes })
}

function decomposeGelu({ inputs: [x], outputs: [y] }: NodeSpec): NodeSpec[] {
  return [
    { op: 'Mul', inputs: [x, 'gelu.root'], outputs: [`${y}.scaled`] },
    { op: 'Erf', inputs: [`${y}.scaled`], outputs: [`${y}.erf`] },
    { op: 'Add', inputs: [`${y}.erf`, 'gelu.one'], outputs: [`${y}.raised`] },
    { op: 'Mul', inputs: [x, `${y}.raised`], outputs: [`${y}.doubled`] },
    { op: 'Mul', inputs: [`${y}.doubled`, 'gelu.half'], outputs: [y] },
  ]
}
