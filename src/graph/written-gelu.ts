import type { ConstantSpec, ModelSpec, NodeSpec } from './onnx'
import { withOlderSampling } from './older-sampling'

/**
 * The model with each GELU written out as x (1 + erf(x / sqrt 2)) / 2. The operation itself came with operator set 20,
 * which WebGPU cannot sample in (`older-sampling.ts`): without it a model that samples fits an older set.
 */
export function withWrittenGelu(model: ModelSpec): ModelSpec {
  if (!model.nodes.some(({ op }) => op === 'Gelu')) return model
  const numbers = { root: Math.SQRT1_2, one: 1, half: 0.5 }
  const constants = Object.entries(numbers).map(([name, value]): ConstantSpec => ({
    name: `gelu.${name}`,
    type: 'float32',
    shape: [],
    data: Float32Array.of(value),
  }))
  const nodes = model.nodes.flatMap((node) => (node.op === 'Gelu' ? written(node) : [node]))
  return withOlderSampling({ ...model, constants: [...model.constants, ...constants], nodes })
}

function written({ inputs: [x], outputs: [y] }: NodeSpec): NodeSpec[] {
  return [
    { op: 'Mul', inputs: [x, 'gelu.root'], outputs: [`${y}.scaled`] },
    { op: 'Erf', inputs: [`${y}.scaled`], outputs: [`${y}.erf`] },
    { op: 'Add', inputs: [`${y}.erf`, 'gelu.one'], outputs: [`${y}.raised`] },
    { op: 'Mul', inputs: [x, `${y}.raised`], outputs: [`${y}.doubled`] },
    { op: 'Mul', inputs: [`${y}.doubled`, 'gelu.half'], outputs: [y] },
  ]
}
