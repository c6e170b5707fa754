import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/own-programs'
import type { ElementType } from '../../graph/onnx'

/** A thread that runs one model for us, one batch at a time. */
export class Replica {
  private settle: { done: (message: FromReplica) => void; failed: (error: Error) => void } | null = null
  private readonly gone: Promise<void>

  private constructor(private readonly worker: Worker) {
    worker.on('message', (message: FromReplica) => {
      if (message.kind === 'failed') {
        this.fail(new Error(message.message))
      } else {
        this.finish(message)
      }
    })
    worker.on('error', (error) => this.fail(error))
    this.gone = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.fail(new Error(`A training thread ended early (exit code ${code}).`))
        resolve()
      })
    })
  }

  /** @throws Error where the model does not start */
  static async open(model: Uint8Array): Promise<Replica> {
    const replica = new Replica(startThread('replica-worker'))
    try {
      await replica.request({ kind: 'open', model })
      return replica
    } catch (error) {
      await replica.release()
      throw error
    }
  }

  /** @throws Error where the run fails or the thread has ended */
  async run(feeds: SentTensors): Promise<SentTensors> {
    const reply = await this.request({ kind: 'run', feeds })
    return reply.kind === 'ran' ? reply.outputs : {}
  }

  /** After the present run: ending a thread within one aborts the whole process (onnxruntime-node 1.30). */
  async release(): Promise<void> {
    this.worker.postMessage({ kind: 'close' } satisfies ToReplica)
    await this.gone
  }

  private request(message: ToReplica): Promise<FromReplica> {
    return new Promise((done, failed) => {
      this.settle = { done, failed }
      this.worker.postMessage(message)
    })
  }

  private finish(message: FromReplica): void {
    const settle = this.settle
    this.settle = null
    settle?.done(message)
  }

  private fail(error: Error): void {
    const settle = this.settle
    this.settle = null
    settle?.failed(error)
  }
}

/** An array as it crosses to another thread and back. */
export interface SentTensor {
  readonly type: ElementType
  readonly data: Float32Array | BigInt64Array | Uint8Array
  readonly shape: readonly number[]
}
export type SentTensors = Readonly<Record<string, SentTensor>>

export type ToReplica =
  | { readonly kind: 'open'; readonly model: Uint8Array }
  | { readonly kind: 'run'; readonly feeds: SentTensors }
  | { readonly kind: 'close' }

export type FromReplica =
  | { readonly kind: 'opened' }
  | { readonly kind: 'ran'; readonly outputs: SentTensors }
  | { readonly kind: 'failed'; readonly message: string }
