import { InferenceSession } from 'onnxruntime-node'
import type { ProviderName } from '../../contract/proposal'

export interface SessionOptions {
  provider: ProviderName
  /** Threads of the CPU provider for one operator. */
  threads: number
}

/**
 * A session of which every node runs on the named provider: where the runtime would silently put one on
 * the CPU instead, creation fails. @throws Error in ONNX Runtime's words.
 */
export async function createSession(model: Uint8Array, options: SessionOptions): Promise<InferenceSession> {
  const { provider, threads } = options
  const isCpu = provider === 'cpu'
  return InferenceSession.create(model, {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    // DirectML asks for both (onnxruntime.ai, DirectML execution provider, configuration options)
    ...(provider === 'dml' ? { enableMemPattern: false, executionMode: 'sequential' } : {}),
    extra: {
      session: {
        // a model is several sessions, each with threads of its own: those that wait busily hold up the next
        intra_op: { allow_spinning: '0' },
        ...(isCpu ? {} : { disable_cpu_ep_fallback: '1' }),
      },
    },
  })
}
