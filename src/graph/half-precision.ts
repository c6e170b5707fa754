import { dataTypes } from './onnx'
import type { ConstantSpec, ModelSpec, NodeSpec } from './onnx'
import { toHalf } from './safetensors'

/** Products, in which the time goes: always in half precision. */
const PRODUCTS = new Set(['Conv', 'ConvTranspose', 'Gemm', 'MatMul'])

/**
 * What may lie between products in half precision. Others stay in float32: sums and means overflow past 65504, and
 * `Exp`, `Log`, `Pow`, `Sqrt`, `Div`, `Softplus`, `Softmax` and `CumSum` magnify a rounding or add many; places of
 * `GridSample` are shares of an image; `Floor` and `Sin` are of integers and angles. Statistics of `LayerNormalization`
 * are computed in float32 by the runtime.
 */
const BETWEEN = new Set(
  `Abs Add Clip Erf Gelu LeakyRelu Max Min Mul Neg Relu Sigmoid Sub Tanh
  Concat Expand Identity Pad Reshape Slice Split Squeeze Tile Transpose Unsqueeze
  LayerNormalization MaxPool ReduceMax Resize`.split(/\s+/),
)

/** What passes numbers on as they are. */
const CARRIES = new Set(
  'Concat Expand Identity Max Min Reshape Slice Split Squeeze Transpose Unsqueeze'.split(' '),
)

/** Inputs that have a type of their own: sizes, scales and places. */
const OWN_TYPE: Readonly<Record<string, number>> = { Resize: 1 }

/** Largest and smallest normal number (IEEE 754, binary16). */
const LARGEST = 65504
const SMALLEST = 2 ** -14
/** Longer constants are weights: what of them is less than the smallest number is as good as 0. */
const MOST_SETTINGS = 64

const INTEGERS = new Set(['ArgMax', 'ArgMin', 'NonZero', 'Shape', 'Size'])
const TRUTHS = new Set(['And', 'Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual', 'Not', 'Or'])

/**
 * The model with half-precision weights and activations, and inputs and outputs as they were. Products are in half
 * precision, but for those of a quotient, and what lies between them where it bears that and one of its readers does:
 * a square whose mean is taken stays in float32. What is computed from constants alone stays too, as the runtime folds
 * it.
 */
export function inHalfPrecision(model: ModelSpec): ModelSpec {
  return new HalfPrecision(model).build()
}

class HalfPrecision {
  private readonly floats: Set<string>
  /** Known without an input. */
  private readonly fixed: Set<string>
  private readonly constants: ReadonlyMap<string, ConstantSpec>
  private readonly halves = new Set<string>()
  private readonly added = new Map<string, ConstantSpec>()
  private readonly nodes: NodeSpec[] = []
  private readonly cast = new Set<string>()

  constructor(private readonly model: ModelSpec) {
    this.constants = new Map(model.constants.map((constant) => [constant.name, constant]))
    this.fixed = new Set(this.constants.keys())
    const given = [...model.inputs, ...model.constants].filter(({ type }) => type === 'float32')
    this.floats = new Set(given.map(({ name }) => name))
    for (const node of model.nodes) {
      floatOutputs(node, this.floats).forEach((name) => this.floats.add(name))
      if (node.inputs.every((name) => name === '' || this.fixed.has(name))) {
        node.outputs.forEach((name) => this.fixed.add(name))
      }
    }
  }

  build(): ModelSpec {
    const halfNodes = this.choose()
    const ends = new Set(this.model.outputs.map(({ name }) => name))
    for (const node of this.model.nodes) {
      const isHalf = halfNodes.has(node)
      const own = OWN_TYPE[node.op] ?? Infinity
      const inputs = node.inputs.map((name, at) =>
        at < own ? this.read(name, isHalf) : this.read(name, false),
      )
      // the outputs after the first are statistics
      const made = isHalf ? this.halfOutputs(node) : new Set<string>()
      made.forEach((name) => this.halves.add(name))
      const isEnd = (name: string): boolean => made.has(name) && ends.has(name)
      const outputs = node.outputs.map((name) => (isEnd(name) ? halfName(name) : name))
      this.nodes.push({ ...node, inputs, outputs })
      node.outputs.filter(isEnd).forEach((name) => {
        this.halves.delete(name)
        this.nodes.push(castNode(halfName(name), name, 'float32'))
        // what was cast is there in half precision too
        this.cast.add(halfName(name))
      })
    }
    const read = new Set([...this.nodes.flatMap(({ inputs }) => inputs), ...ends])
    const constants = [...this.model.constants, ...this.added.values()].filter(({ name }) => read.has(name))
    return { ...this.model, constants, nodes: this.nodes }
  }

  /** The nodes that compute in half precision, from the last to the first: readers are known before what they read. */
  private choose(): Set<NodeSpec> {
    const chosen = new Set<NodeSpec>()
    const wanted = new Set<string>()
    const divided = this.divided()
    for (const node of this.model.nodes.toReversed()) {
      const isFixed = node.outputs.every((name) => this.fixed.has(name))
      const isWanted =
        (PRODUCTS.has(node.op) && !divided.has(node.outputs[0])) ||
        (BETWEEN.has(node.op) && node.outputs.some((name) => wanted.has(name)))
      if (isWanted && !isFixed && this.floats.has(node.outputs[0]) && this.bearsHalf(node)) {
        chosen.add(node)
        node.inputs.slice(0, OWN_TYPE[node.op]).forEach((name) => wanted.add(name))
      }
    }
    return chosen
  }

  /**
   * What is divided by what is computed, and that itself. Sums of weights are: they may all be so small that half
   * precision has few bits for them or none, though their quotient is not.
   */
  private divided(): Set<string> {
    const divided = new Set<string>()
    for (const { op, inputs, outputs } of this.model.nodes.toReversed()) {
      const isQuotient = op === 'Div' && !this.fixed.has(inputs[1])
      if (isQuotient || (CARRIES.has(op) && outputs.some((name) => divided.has(name)))) {
        inputs.forEach((name) => divided.add(name))
      }
    }
    return divided
  }

  /** Whether the numbers that it is set by are numbers in half precision: an epsilon may not be, nor what blocks attention. */
  private bearsHalf(node: NodeSpec): boolean {
    return node.inputs.slice(0, OWN_TYPE[node.op]).every((name) => {
      const constant = this.constants.get(name)
      if (constant?.type !== 'float32') {
        return true
      }
      const isSetting = constant.data.length <= MOST_SETTINGS
      return constant.data.every((value) => {
        const size = Math.abs(value)
        return size <= LARGEST && (!isSetting || size === 0 || size >= SMALLEST)
      })
    })
  }

  private halfOutputs({ op, outputs }: NodeSpec): Set<string> {
    return new Set(op === 'LayerNormalization' ? outputs.slice(0, 1) : outputs)
  }

  /** The name of a value in the precision in which it is read. */
  private read(name: string, isHalf: boolean): string {
    if (!this.floats.has(name) || this.halves.has(name) === isHalf) {
      return name
    }
    const other = isHalf ? halfName(name) : `${name}.whole`
    if (this.cast.has(other) || this.added.has(other)) {
      return other
    }
    const constant = this.constants.get(name)
    if (isHalf && constant?.type === 'float32') {
      this.added.set(other, {
        name: other,
        shape: constant.shape,
        type: 'float16',
        data: toHalf(constant.data),
      })
      return other
    }
    this.cast.add(other)
    this.nodes.push(castNode(name, other, isHalf ? 'float16' : 'float32'))
    return other
  }
}

function floatOutputs(node: NodeSpec, floats: ReadonlySet<string>): readonly string[] {
  const { op, inputs, outputs, attributes } = node
  if (op === 'Cast') {
    return attributes?.['to'] === dataTypes.float32 ? outputs : []
  }
  if (INTEGERS.has(op) || TRUTHS.has(op) || !floats.has(inputs[op === 'Where' ? 1 : 0])) {
    return []
  }
  return op === 'TopK' ? outputs.slice(0, 1) : outputs
}

function halfName(name: string): string {
  return `${name}.half`
}

function castNode(from: string, to: string, type: 'float16' | 'float32'): NodeSpec {
  return { op: 'Cast', inputs: [from], outputs: [to], attributes: { to: dataTypes[type] } }
}
