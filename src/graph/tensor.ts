import type { Attribute, ElementType } from './onnx'
import type { Initializer } from './initializers'
import { formatShape, isFixed, sameShape, ShapeError, sizeParts } from './shape'
import type { Shape, Size } from './shape'

/**
 * A symbolic value: nothing is computed when an operation is called. Tensors refer to the node that
 * makes them, so a graph is whatever can be reached from its outputs.
 */
export interface Tensor {
  readonly dtype: ElementType
  readonly shape: Shape
  readonly source: Source
}

export type Source = InputSource | ParameterSource | ConstantSource | SizeSource | NodeSource

export interface InputSource {
  readonly kind: 'input'
  readonly name: string
}

/** Trainable (`trainable`) or a buffer, such as a running mean. */
export interface ParameterSource {
  readonly kind: 'parameter'
  readonly name: string
  readonly trainable: boolean
  readonly initializer: Initializer
  /** Weights of an older model may lack it: with its first values the model is as it was before it had it. */
  readonly isLater: boolean
}

export interface ConstantSource {
  readonly kind: 'constant'
  readonly data: Float32Array | BigInt64Array | Uint8Array
}

/** An int64 of shape [1]: the run-time size behind a symbol. */
export interface SizeSource {
  readonly kind: 'size'
  readonly symbol: string
}

export interface NodeSource {
  readonly kind: 'node'
  readonly node: GraphNode
  readonly output: number
}

/**
 * Takes the loss's gradient with respect to each output (null where the loss does not depend on
 * it) and returns it with respect to each input (null where there is none).
 */
export type Backward = (gradients: readonly (Tensor | null)[]) => readonly (Tensor | null)[]

export type Attributes = Readonly<Record<string, Attribute>>

export interface GraphNode {
  readonly op: string
  /** Null leaves an optional input out. */
  readonly inputs: readonly (Tensor | null)[]
  readonly attributes: Attributes
  readonly outputs: readonly Tensor[]
  readonly backward: Backward | null
  /** The tensors that `backward` differentiates by; the inputs, but for `customGradient`. */
  readonly variables: readonly (Tensor | null)[]
}

/** A parameter with its fixed shape. */
export interface Parameter extends Tensor {
  readonly dtype: 'float32'
  readonly shape: readonly number[]
  readonly source: ParameterSource
}

export type Operand = Tensor | number

interface OutputSpec {
  shape: Shape
  dtype?: ElementType
}

interface NodeOptions {
  attributes?: Attributes
  backward?: Backward
  variables?: readonly Tensor[]
}

export function makeNode(
  op: string,
  inputs: readonly (Tensor | null)[],
  outputs: readonly OutputSpec[],
  options: NodeOptions = {},
): readonly Tensor[] {
  const results: Tensor[] = []
  const node: GraphNode = {
    op,
    inputs,
    attributes: options.attributes ?? {},
    outputs: results,
    backward: options.backward ?? null,
    variables: options.variables ?? inputs,
  }
  for (const [output, { shape, dtype }] of outputs.entries()) {
    results.push({ dtype: dtype ?? 'float32', shape, source: { kind: 'node', node, output } })
  }
  return results
}

/** A node with one output. `backward` takes that output's gradient. */
export function makeTensor(
  op: string,
  inputs: readonly (Tensor | null)[],
  output: OutputSpec,
  options: {
    attributes?: Attributes
    backward?: (gradient: Tensor) => readonly (Tensor | null)[]
  } = {},
): Tensor {
  const { attributes, backward } = options
  return makeNode(op, inputs, [output], {
    ...(attributes && { attributes }),
    ...(backward && {
      backward: ([gradient]) => (gradient === null ? inputs.map(() => null) : backward(gradient)),
    }),
  })[0]
}

/** `y`, with a gradient rule of its own in place of those of the operations that made it. */
export function customGradient(
  y: Tensor,
  variables: readonly Tensor[],
  backward: (gradient: Tensor) => readonly (Tensor | null)[],
): Tensor {
  return makeNode('Identity', [y], [{ shape: y.shape, dtype: y.dtype }], {
    variables,
    backward: ([gradient]) => (gradient === null ? variables.map(() => null) : backward(gradient)),
  })[0]
}

/** A value fed at every run. Names must differ within a graph. */
export function input(name: string, shape: Shape, dtype: ElementType = 'float32'): Tensor {
  return { dtype, shape, source: { kind: 'input', name } }
}

export function makeParameter(
  name: string,
  shape: readonly number[],
  initializer: Initializer,
  trainable: boolean,
  isLater = false,
): Parameter {
  if (!shape.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new ShapeError(name, 'a parameter needs whole sizes above 0', shape)
  }
  return { dtype: 'float32', shape, source: { kind: 'parameter', name, trainable, initializer, isLater } }
}

/** Row-major float32 values. */
export function constant(values: readonly number[] | Float32Array, shape: readonly number[]): Tensor {
  return makeConstant('float32', Float32Array.from(values), shape)
}

/** Row-major int64 values. */
export function integers(values: readonly number[], shape: readonly number[] = [values.length]): Tensor {
  return makeConstant('int64', BigInt64Array.from(values, BigInt), shape)
}

function makeConstant(dtype: ElementType, data: ConstantSource['data'], shape: readonly number[]): Tensor {
  const count = shape.reduce((product, size) => product * size, 1)
  if (data.length !== count) {
    throw new ShapeError('constant', `${data.length} values do not fill the shape`, shape)
  }
  return { dtype, shape, source: { kind: 'constant', data } }
}

export function scalar(value: number): Tensor {
  return constant([value], [])
}

export function asTensor(operand: Operand): Tensor {
  return typeof operand === 'number' ? scalar(operand) : operand
}

/** [0, 1, ..., count - 1] as float32. */
export function iota(count: number): Tensor {
  return constant(
    Float32Array.from({ length: count }, (_, index) => index),
    [count],
  )
}

/** An int64 of shape [1]. */
export function sizeTensor(size: Size): Tensor {
  const { factor, symbol } = sizeParts(size)
  if (symbol === null) {
    return integers([factor])
  }
  const source: Tensor = { dtype: 'int64', shape: [1], source: { kind: 'size', symbol } }
  return factor === 1
    ? source
    : makeTensor('Mul', [source, integers([factor])], { shape: [1], dtype: 'int64' })
}

/** The shape as an int64 vector: a constant where it is known. */
export function shapeTensor(shape: Shape): Tensor {
  if (isFixed(shape)) {
    return integers(shape)
  }
  const sizes = shape.map(sizeTensor)
  if (sizes.length === 1) {
    return sizes[0]
  }
  return makeTensor('Concat', sizes, { shape: [shape.length], dtype: 'int64' }, { attributes: { axis: 0 } })
}

export function requireType(operation: string, tensor: Tensor, dtype: ElementType): void {
  if (tensor.dtype !== dtype) {
    throw new ShapeError(operation, `expected ${dtype}, not ${tensor.dtype}`, tensor.shape)
  }
}

export function requireRank(operation: string, tensor: Tensor, rank: number): void {
  if (tensor.shape.length !== rank) {
    throw new ShapeError(operation, `expected ${rank} axes`, tensor.shape)
  }
}

export function requireShape(operation: string, tensor: Tensor, shape: Shape): void {
  if (!sameShape(tensor.shape, shape)) {
    throw new ShapeError(operation, `expected ${formatShape(shape)}`, tensor.shape)
  }
}
