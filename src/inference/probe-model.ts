import { serializeModel } from '../graph/onnx'
import type { NodeSpec } from '../graph/onnx'

export const PROBE_SIZE = 512
const ROUNDS = 2

/**
 * A chain of products by an orthogonal matrix and its transpose, so that the known answer is the input
 * itself: 1.1 GFLOP in four products, and only 1 MB in and out, so that what is timed is the arithmetic.
 */
export function probeModel(): Uint8Array {
  const nodes: NodeSpec[] = []
  let value = 'x'
  for (let round = 0; round < ROUNDS; round += 1) {
    nodes.push({ op: 'MatMul', inputs: [value, 'forward'], outputs: [`turned_${round}`] })
    value = round === ROUNDS - 1 ? 'y' : `back_${round}`
    nodes.push({ op: 'MatMul', inputs: [`turned_${round}`, 'backward'], outputs: [value] })
  }
  const shape = [PROBE_SIZE, PROBE_SIZE]
  return serializeModel({
    name: 'probe',
    inputs: [{ name: 'x', type: 'float32', shape }],
    outputs: [{ name: 'y', type: 'float32', shape }],
    constants: [
      { name: 'forward', type: 'float32', shape, data: cosines(false) },
      { name: 'backward', type: 'float32', shape, data: cosines(true) },
    ],
    nodes,
  })
}

/** Values in -1 to 1 without a pattern that a wrong kernel could keep. */
export function probeInput(): Float32Array {
  return Float32Array.from({ length: PROBE_SIZE * PROBE_SIZE }, (_, index) => Math.sin(index * 12.9898 + 0.5))
}

/** The orthonormal type II discrete cosine transform, or its transpose, row-major. */
function cosines(isTransposed: boolean): Float32Array {
  const matrix = new Float32Array(PROBE_SIZE * PROBE_SIZE)
  for (let row = 0; row < PROBE_SIZE; row += 1) {
    for (let column = 0; column < PROBE_SIZE; column += 1) {
      const [k, n] = isTransposed ? [column, row] : [row, column]
      const scale = Math.sqrt((k === 0 ? 1 : 2) / PROBE_SIZE)
      matrix[row * PROBE_SIZE + column] = scale * Math.cos((Math.PI * (n + 0.5) * k) / PROBE_SIZE)
    }
  }
  return matrix
}
