import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from './sessions/graph-session'
import type { ProviderName, ProviderReport } from '../contract/proposal'
import { createSession } from './sessions/model-session'
import { serializeModel } from '../graph/onnx'
import type { NodeSpec } from '../graph/onnx'
import { message } from '../messages/message'
import { runtimeReason } from './sessions/runtime-reason'

const PROBE_SIZE = 512
const ROUNDS = 2

/**
 * A sequence of products by an orthogonal matrix and its transpose, so that the expected result is the input itself:
 * 1.1 GFLOP in four products, and only 1 MB in and out, so that mostly arithmetic is timed.
 */
function probeModel(): Uint8Array {
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
function probeInput(): Float32Array {
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

/** A sum of 512 products in float32 four times over is off by some 1e-6; a wrong kernel is off by far more. */
const TOLERANCE = 1e-3

/**
 * Tries one provider alone against a known answer and times it. To be called in a throw-away process
 * with a time limit outside: a driver can hang or crash, and neither comes back as an error.
 */
export async function probeProvider(name: ProviderName): Promise<ProviderReport> {
  try {
    const session = await createSession(probeModel(), { provider: name, threads: 0 })
    const report = await measureProvider(session, name)
    await session.release()
    return report
  } catch (error) {
    return unusable(name, runtimeReason(error))
  }
}

function unusable(name: ProviderName, reason: string): ProviderReport {
  return { name, isUsable: false, reason, maxError: null, milliseconds: null, device: null }
}

async function measureProvider(session: GraphSession, name: ProviderName): Promise<ProviderReport> {
  const input = probeInput()
  const feeds = { x: new Tensor('float32', input, [PROBE_SIZE, PROBE_SIZE]) }
  await session.run(feeds)
  const started = performance.now()
  const { y } = await session.run(feeds)
  const milliseconds = performance.now() - started
  const maxError = largestDifference(input, y.data as Float32Array)
  const isUsable = maxError <= TOLERANCE
  const reason = isUsable ? null : message('providers.wrongAnswer', { by: maxError.toPrecision(2) })
  return {
    name,
    isUsable,
    reason,
    maxError: Number.isFinite(maxError) ? maxError : null,
    milliseconds,
    device: null,
  }
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  let largest = 0
  for (let index = 0; index < a.length; index += 1) {
    const difference = Math.abs(a[index] - b[index])
    // NaN counts as the worst
    largest = difference <= largest ? largest : difference
    if (Number.isNaN(difference)) {
      return Number.POSITIVE_INFINITY
    }
  }
  return largest
}
