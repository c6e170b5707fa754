import type { InferenceSession } from 'onnxruntime-node'
import { serializeModel, withDecomposedGelu } from '../../graph'
import type { ModelSpec } from '../../graph/onnx'
import { createSession, type SessionOptions } from './session'

/**
 * A session of one of our own graphs, every node of it on the provider. WebGPU samples in no operator set that has
 * GELU, so that off the CPU this is written out. @throws Error in ONNX Runtime's words
 */
export async function createGraphSession(
  spec: ModelSpec,
  options: SessionOptions,
): Promise<InferenceSession> {
  const isCpu = options.provider === 'cpu'
  return createSession(serializeModel(isCpu ? spec : withDecomposedGelu(spec)), options)
}
