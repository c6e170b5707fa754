import type { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import { buildModel } from '../graph/build-model'
import { makeTensor, input } from '../graph/tensor'
import { openSession } from './session'
import type { SessionOptions } from './session'

/**
 * Copies vectors from the device to memory. `getData()` on a tensor in a GPU buffer aborts the
 * process (onnxruntime-node 1.30), so the copy is a graph of its own whose output is on the CPU.
 */
export class DeviceDownload {
  private constructor(private readonly session: InferenceSession) {}

  static async create(options: SessionOptions): Promise<DeviceDownload> {
    const x = input('x', ['length'])
    const copy = makeTensor('Identity', [x], { shape: x.shape })
    return new DeviceDownload(await openSession(buildModel({ copy }, { name: 'download' }), options))
  }

  async read(vector: RuntimeTensor): Promise<Float32Array> {
    if (vector.location === 'cpu') return Float32Array.from(vector.data as Float32Array)
    const { copy } = await this.session.run({ x: vector })
    return copy.data as Float32Array
  }

  release(): Promise<void> {
    return this.session.release()
  }
}
