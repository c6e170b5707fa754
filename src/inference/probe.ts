import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { ProviderName, ProviderReport } from '../contract/proposal'
import { createSession } from './sessions/session'
import { probeInput, probeModel, PROBE_SIZE } from './probe-model'
import { messageOf } from '../contract/errors'

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
    return unusable(name, firstLine(error))
  }
}

function unusable(name: ProviderName, reason: string): ProviderReport {
  return { name, isUsable: false, reason, maxError: null, milliseconds: null, device: null }
}

async function measureProvider(session: InferenceSession, name: ProviderName): Promise<ProviderReport> {
  const input = probeInput()
  const feeds = { x: new Tensor('float32', input, [PROBE_SIZE, PROBE_SIZE]) }
  await session.run(feeds)
  const started = performance.now()
  const { y } = await session.run(feeds)
  const milliseconds = performance.now() - started
  const maxError = largestDifference(input, y.data as Float32Array)
  const isUsable = maxError <= TOLERANCE
  const reason = isUsable ? null : `its answer is off by ${maxError.toPrecision(2)}`
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

/** ONNX Runtime's messages begin with the place in its sources; what went wrong comes last on the line. */
function firstLine(error: unknown): string {
  const message = messageOf(error)
  const line = message.trim().split('\n', 1)[0]
  return line.replace(/^.*was false\. /, '')
}
