import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import { messageOf } from '../contract/errors'
import { message, MessageError } from '../messages/message'
import type { Provider, TensorData } from './session'
import type { TrainingState } from './state-vectors'
import type { StepResult, Stepper } from './train-step'

/** A device failed: it was lost, has too little memory, or gave what is no number. The last checkpoint is good. */
export class DeviceError extends MessageError {
  override readonly name = 'DeviceError'

  constructor(provider: string, cause: unknown) {
    const [line] = messageOf(cause).trim().split('\n', 1)
    const reason = cause instanceof MessageError ? cause.text : line
    super(message('training.deviceFailed', { provider, reason }), { cause })
  }
}

/** A step on a device. Whatever is asked of it fails with a `DeviceError`: reading weights needs the device too. */
export class DeviceStep implements Stepper {
  private constructor(
    private readonly provider: Provider,
    private readonly step: Stepper,
  ) {}

  /** @throws DeviceError */
  static async open(provider: Provider, open: () => Promise<Stepper>): Promise<DeviceStep> {
    return new DeviceStep(provider, await onDevice(provider, open))
  }

  run(batch: Readonly<Record<string, TensorData>>, rate: number): Promise<StepResult> {
    return onDevice(this.provider, () => this.step.run(batch, rate))
  }

  vectors(kind: 'values' | 'average'): Promise<Record<string, RuntimeTensor>> {
    return onDevice(this.provider, () => this.step.vectors(kind))
  }

  snapshot(): Promise<TrainingState> {
    return onDevice(this.provider, () => this.step.snapshot())
  }

  parameters(kind?: 'values' | 'average'): Promise<Map<string, Float32Array>> {
    return onDevice(this.provider, () => this.step.parameters(kind))
  }

  release(): Promise<void> {
    return this.step.release()
  }
}

async function onDevice<T>(provider: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new DeviceError(provider, error)
  }
}
