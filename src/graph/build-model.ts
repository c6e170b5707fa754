import { nodesInOrder } from './gradients'
import type { ConstantSpec, ElementType, ModelSpec, NodeSpec, ValueSpec } from './onnx'
import { withOpset19Sampling } from './onnx'
import { bindSize, sameShape, ShapeError } from './shape'
import type { Shape } from './shape'
import { integers } from './tensor'
import type { GraphNode, Tensor } from './tensor'

export interface BuildOptions {
  name: string
  /** Values of parameters, stored in the model. One that is not given must be replaced. */
  values?: ReadonlyMap<string, Float32Array>
  /** Tensors (parameters mostly) for which others stand in. */
  replace?: ReadonlyMap<Tensor, Tensor>
  /** Symbols with a known size, such as `{ batch: 16 }`: the runtime plans better with them. */
  sizes?: Readonly<Record<string, number>>
}

/** The nodes that the outputs need, and nothing else, as a model. Throws on what cannot be one. */
export function buildModel(outputs: Readonly<Record<string, Tensor>>, options: BuildOptions): ModelSpec {
  return withOpset19Sampling(new ModelBuilder(options).build(outputs))
}

class ModelBuilder {
  private readonly names = new Map<Tensor, string>()
  private readonly inputs = new Map<string, ValueSpec>()
  private readonly constants = new Map<string, ConstantSpec>()
  private readonly constantNames = new Map<string, string>()
  private readonly nodes: NodeSpec[] = []
  /** Where a symbol's size can be read: an input and its axis. */
  private readonly symbols = new Map<string, { tensor: Tensor; axis: number }>()
  private readonly sizeNodes = new Set<string>()
  private readonly outputNames = new Map<Tensor, string>()
  private readonly sizes: Readonly<Record<string, number>>
  private count = 0

  constructor(private readonly options: BuildOptions) {
    this.sizes = options.sizes ?? {}
  }

  build(outputs: Readonly<Record<string, Tensor>>): ModelSpec {
    const targets = Object.values(outputs)
    const order = nodesInOrder(
      targets.map((tensor) => this.resolve(tensor)),
      (node) => node.inputs.map((tensor) => tensor && this.resolve(tensor)),
    )
    for (const node of order) {
      this.collectInputs(node.inputs)
    }
    this.collectInputs(targets)
    for (const [name, tensor] of Object.entries(outputs)) {
      this.outputNames.set(this.resolve(tensor), name)
    }
    for (const node of order) {
      this.addNode(node)
    }
    for (const [name, tensor] of Object.entries(outputs)) {
      if (this.inputs.has(name) || this.constants.has(name)) {
        throw new ShapeError(name, 'an output has the name of an input or a parameter', tensor.shape)
      }
    }
    const results = Object.entries(outputs).map(([name, tensor]) => this.addOutput(name, tensor))
    return {
      name: this.options.name,
      inputs: [...this.inputs.values()],
      outputs: results,
      constants: [...this.constants.values()],
      nodes: this.nodes,
    }
  }

  private resolve(tensor: Tensor): Tensor {
    const { replace } = this.options
    for (let other = tensor; ;) {
      const next = replace?.get(other)
      if (next === undefined) {
        return other
      }
      other = next
    }
  }

  private bind(shape: Shape): Shape {
    return shape.map((size) => bindSize(size, this.sizes))
  }

  private collectInputs(tensors: readonly (Tensor | null)[]): void {
    for (const tensor of tensors) {
      const resolved = tensor && this.resolve(tensor)
      if (resolved?.source.kind === 'input') {
        this.addInput(resolved, resolved.source.name)
      }
    }
  }

  private addInput(tensor: Tensor, name: string): void {
    const shape = this.bind(tensor.shape)
    if (this.names.has(tensor)) {
      return
    }
    this.names.set(tensor, name)
    const before = this.inputs.get(name)
    if (before !== undefined) {
      if (before.type === tensor.dtype && sameShape(before.shape, shape)) {
        return
      }
      throw new ShapeError(name, 'two inputs of this name differ', before.shape, shape)
    }
    this.inputs.set(name, { name, type: tensor.dtype, shape })
    for (const [axis, size] of tensor.shape.entries()) {
      if (typeof size === 'string' && !this.symbols.has(size)) {
        this.symbols.set(size, { tensor, axis })
      }
    }
  }

  private addNode(node: GraphNode): void {
    const inputs = node.inputs.map((tensor) => (tensor === null ? '' : this.nameOf(this.resolve(tensor))))
    const outputs = node.outputs.map((tensor) => {
      const name = this.outputNames.get(tensor) ?? `${node.op}_${this.count++}`
      this.names.set(tensor, name)
      return name
    })
    this.nodes.push({ op: node.op, inputs, outputs, attributes: node.attributes })
  }

  private nameOf(tensor: Tensor): string {
    const existing = this.names.get(tensor)
    if (existing !== undefined) {
      return existing
    }
    const name = this.addSource(tensor)
    this.names.set(tensor, name)
    return name
  }

  private addSource(tensor: Tensor): string {
    const { source } = tensor
    if (source.kind === 'constant') {
      return this.addConstant(tensor.dtype, tensor.shape.map(Number), source.data)
    }
    if (source.kind === 'size') {
      return this.addSize(source.symbol)
    }
    if (source.kind === 'parameter') {
      return this.addParameter(source.name, tensor.shape.map(Number))
    }
    throw new ShapeError(source.kind, 'a tensor is used before it is made', tensor.shape)
  }

  private addParameter(name: string, shape: readonly number[]): string {
    const data = this.options.values?.get(name)
    if (data === undefined) {
      throw new ShapeError(name, 'no values were given for this parameter', shape)
    }
    if (data.length !== shape.reduce((product, size) => product * size, 1)) {
      throw new ShapeError(name, `${data.length} values do not fill the parameter`, shape)
    }
    this.constants.set(name, { name, type: 'float32', shape, data })
    return name
  }

  /** Equal constants are stored once. */
  private addConstant(
    type: ElementType,
    shape: readonly number[],
    data: Float32Array | BigInt64Array | Uint8Array,
  ): string {
    const key = data.length > 64 ? null : `${type}[${shape.join()}]${data.join()}`
    const existing = key === null ? undefined : this.constantNames.get(key)
    if (existing !== undefined) {
      return existing
    }
    const name = `constant_${this.count++}`
    if (key !== null) {
      this.constantNames.set(key, name)
    }
    this.constants.set(name, { name, type, shape, data } as ConstantSpec)
    return name
  }

  private addSize(symbol: string): string {
    if (symbol in this.sizes) {
      return this.nameOf(integers([this.sizes[symbol]]))
    }
    const origin = this.symbols.get(symbol)
    if (origin === undefined) {
      throw new ShapeError('build', `no input has an axis of size ${symbol}`)
    }
    const name = `size_${symbol}`
    if (this.sizeNodes.has(symbol)) {
      return name
    }
    this.sizeNodes.add(symbol)
    this.nodes.push({
      op: 'Shape',
      inputs: [this.nameOf(origin.tensor)],
      outputs: [name],
      attributes: { start: origin.axis, end: origin.axis + 1 },
    })
    return name
  }

  private addOutput(name: string, tensor: Tensor): ValueSpec {
    const source = this.nameOf(this.resolve(tensor))
    if (source !== name) {
      this.nodes.push({ op: 'Identity', inputs: [source], outputs: [name] })
    }
    return { name, type: tensor.dtype, shape: this.bind(tensor.shape) }
  }
}
