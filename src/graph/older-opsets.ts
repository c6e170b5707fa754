import type { ModelSpec, ConstantSpec, NodeSpec } from './onnx'

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
