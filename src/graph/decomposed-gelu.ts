import type { ConstantSpec, ModelSpec, NodeSpec } from './onnx'
import { withOpset19Sampling } from './opset19-sampling'

/**
 * The model with each GELU decomposed into x (1 + erf(x / sqrt 2)) / 2. The operation itself came with operator set 20,
 * which WebGPU cannot sample in (`opset19-sampling.ts`): without it a model that samples fits an older set.
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
