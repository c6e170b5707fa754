import { add } from './ops/arithmetic'
import { beforeExpand, expand, zeros } from './ops/layout'
import { ShapeError } from './shape'
import type { GraphNode, Tensor } from './tensor'
import { scalar } from './tensor'

/**
 * The gradient of a scalar loss with respect to each of `wrt`, as nodes of the same graph; zeros
 * where the loss does not depend on it. Throws where a path goes through an operation without a
 * gradient only if nothing else reaches it: such paths count as constant (Floor, comparisons).
 * @throws ShapeError for a tensor that `expand` made: elementwise operations read the one before it, so its share of the
 * gradient is not known
 */
export function gradients(loss: Tensor, wrt: readonly Tensor[]): Tensor[] {
  if (loss.shape.some((size) => size !== 1) || loss.dtype !== 'float32') {
    throw new ShapeError('gradients', 'the loss must be one float32 value', loss.shape)
  }
  const expanded = wrt.find((tensor) => beforeExpand(tensor) !== tensor)
  if (expanded !== undefined) {
    throw new ShapeError('gradients', 'take that of the tensor before it was expanded', expanded.shape)
  }
  const order = dependentNodes(loss, new Set(wrt))
  const collected = new Map<Tensor, Tensor>([[loss, expand(scalar(1), loss.shape)]])
  for (const node of order.reverse()) {
    const reached = node.outputs.map((output) => collected.get(output) ?? null)
    if (node.backward === null || reached.every((gradient) => gradient === null)) {
      continue
    }
    const results = node.backward(reached)
    for (const [index, variable] of node.variables.entries()) {
      const gradient = results[index] ?? null
      if (variable === null || gradient === null) {
        continue
      }
      const before = collected.get(variable)
      collected.set(variable, before === undefined ? gradient : add(before, gradient))
    }
  }
  return wrt.map((tensor) => collected.get(tensor) ?? zeros(tensor.shape))
}

/** The nodes between `wrt` and the loss, each after those it reads. */
function dependentNodes(loss: Tensor, wrt: ReadonlySet<Tensor>): GraphNode[] {
  const depends = new Map<GraphNode, boolean>()
  const order: GraphNode[] = []
  for (const node of nodesInOrder([loss], (node) => node.variables)) {
    const touched = node.variables.some((variable) => variable !== null && reaches(variable, wrt, depends))
    depends.set(node, touched)
    if (touched) {
      order.push(node)
    }
  }
  return order
}

function reaches(
  tensor: Tensor,
  wrt: ReadonlySet<Tensor>,
  depends: ReadonlyMap<GraphNode, boolean>,
): boolean {
  if (wrt.has(tensor)) {
    return true
  }
  return tensor.source.kind === 'node' && depends.get(tensor.source.node) === true
}

/** Every node that the tensors need, each after those it reads. No recursion: graphs are deep. */
export function nodesInOrder(
  tensors: readonly Tensor[],
  follow: (node: GraphNode) => readonly (Tensor | null)[],
): GraphNode[] {
  const order: GraphNode[] = []
  const visited = new Set<GraphNode>()
  const stack: { node: GraphNode; next: number }[] = []
  const enter = (tensor: Tensor | null) => {
    if (tensor?.source.kind !== 'node' || visited.has(tensor.source.node)) {
      return
    }
    visited.add(tensor.source.node)
    stack.push({ node: tensor.source.node, next: 0 })
  }
  for (const tensor of tensors) {
    enter(tensor)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const inputs = follow(top.node)
      if (top.next === inputs.length) {
        order.push(top.node)
        stack.pop()
      } else {
        enter(inputs[top.next++])
      }
    }
  }
  return order
}
