import { readFile } from 'node:fs/promises'
import { InferenceSession } from 'onnxruntime-node'
import type { SessionOptions } from './session'

/**
 * A session of a model that was made elsewhere. Nodes that the provider lacks run on the CPU, as such models
 * hold some that only the CPU has. From bytes, so that the model can name no file beside it.
 * @throws Error in ONNX Runtime's or the system's words
 */
export async function createModelSession(
  path: string,
  { provider, threads }: SessionOptions,
): Promise<InferenceSession> {
  return InferenceSession.create(await readFile(path), {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    ...(provider === 'dml' ? { enableMemPattern: false, executionMode: 'sequential' } : {}),
    // threads that wait do not spin: other processes of the same program compute beside this one
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}
