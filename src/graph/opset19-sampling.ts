import type { ModelSpec } from './onnx'

/** Operations that no older set has. */
const NEWER_OPERATIONS = new Set(['Gelu'])
const OPSET = 19

/**
 * The model in operator set 19 where it samples and nothing else needs a later one: WebGPU has GridSample of sets
 * 16 to 19 only (ONNX Runtime 1.30), which call the same way of sampling by another name.
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
