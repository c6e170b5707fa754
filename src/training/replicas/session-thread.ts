import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/own-programs'
import type { SentTensors, SessionOptions } from '../session'
import type { StepModelName, StepModels, StepSessions } from '../step-sessions'

/** Sessions in a thread of their own: this thread is free while they run. One request at a time. */
export class SessionThread implements StepSessions {
  private settle: { done: (message: FromThread) => void; failed: (error: Error) => void } | null = null
  private readonly gone: Promise<void>
  private isGone = false

  private constructor(private readonly worker: Worker) {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'failed') {
        this.fail(new Error(message.message))
      } else {
        this.finish(message)
      }
    })
    worker.on('error', (error) => this.fail(error))
    this.gone = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.isGone = true
        this.fail(new Error(`A training thread ended early (exit code ${code}).`))
        resolve()
      })
    })
  }

  /** @throws Error where a model does not start */
  static async open(models: StepModels, options: SessionOptions): Promise<SessionThread> {
    const thread = new SessionThread(startThread('session-worker'))
    try {
      await thread.request({ kind: 'open', models, options })
      return thread
    } catch (error) {
      await thread.release()
      throw error
    }
  }

  /** @throws Error where the run fails or the thread has ended */
  async run(model: StepModelName, feeds: SentTensors): Promise<SentTensors> {
    const reply = await this.request({ kind: 'run', model, feeds })
    return reply.kind === 'ran' ? reply.outputs : {}
  }

  async read(names: readonly string[]): Promise<Map<string, Float32Array>> {
    const reply = await this.request({ kind: 'read', names })
    return reply.kind === 'read' ? reply.vectors : new Map()
  }

  /** After the present run: ending a thread within one aborts the whole process (onnxruntime-node 1.30). */
  async release(): Promise<void> {
    this.worker.postMessage({ kind: 'close' } satisfies ToThread)
    await this.gone
  }

  private request(message: ToThread): Promise<FromThread> {
    if (this.isGone) {
      return Promise.reject(new Error('The training thread has ended.'))
    }
    return new Promise((done, failed) => {
      this.settle = { done, failed }
      this.worker.postMessage(message)
    })
  }

  private finish(message: FromThread): void {
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

export type ToThread =
  | { readonly kind: 'open'; readonly models: StepModels; readonly options: SessionOptions }
  | { readonly kind: 'run'; readonly model: StepModelName; readonly feeds: SentTensors }
  | { readonly kind: 'read'; readonly names: readonly string[] }
  | { readonly kind: 'close' }

export type FromThread =
  | { readonly kind: 'opened' }
  | { readonly kind: 'ran'; readonly outputs: SentTensors }
  | { readonly kind: 'read'; readonly vectors: Map<string, Float32Array> }
  | { readonly kind: 'failed'; readonly message: string }
