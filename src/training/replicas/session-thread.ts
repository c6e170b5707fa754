import type { Worker } from 'node:worker_threads'
import { message, MessageError } from '../../messages/message'
import { startThread } from '../../process/own-programs'
import type { SentTensors, SessionOptions } from '../session'
import type { StepModelName, StepModels, StepSessions } from '../step-sessions'

const MINUTE = 60_000
/** A software driver takes two minutes for its first step, and later ones take about as long as each other. */
const PATIENCE = { milliseconds: 10 * MINUTE, runs: 20 }

/** How long an answer is waited for. */
export interface Patience {
  /** At least. */
  readonly milliseconds: number
  /** At least as long as this many runs of the slowest one so far. */
  readonly runs: number
}

/** Sessions in a thread of their own: this thread is free while they run. One request at a time. */
export class SessionThread implements StepSessions {
  private settle: { done: (message: FromThread) => void; failed: (error: Error) => void } | null = null
  private readonly gone: Promise<void>
  private isGone = false
  /** A driver never came back: the thread cannot be ended, and the process ends without it. */
  private isStuck = false
  /** Milliseconds. */
  private slowest = 0

  private constructor(
    private readonly worker: Worker,
    private readonly patience: Patience,
  ) {
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
  static async open(
    models: StepModels,
    options: SessionOptions,
    patience: Patience = PATIENCE,
  ): Promise<SessionThread> {
    const thread = new SessionThread(startThread('session-worker'), patience)
    try {
      await thread.request({ kind: 'open', models, options })
      return thread
    } catch (error) {
      await thread.release()
      throw error
    }
  }

  /** @throws Error where the run fails, the thread has ended, or a device answers nothing for too long */
  async run(model: StepModelName, feeds: SentTensors): Promise<SentTensors> {
    const started = performance.now()
    const reply = await this.request({ kind: 'run', model, feeds })
    this.slowest = Math.max(this.slowest, performance.now() - started)
    return reply.kind === 'ran' ? reply.outputs : {}
  }

  async read(names: readonly string[]): Promise<Map<string, Float32Array>> {
    const reply = await this.request({ kind: 'read', names })
    return reply.kind === 'read' ? reply.vectors : new Map()
  }

  /** After the present run: ending a thread within one aborts the whole process (onnxruntime-node 1.30). */
  async release(): Promise<void> {
    if (this.isStuck) {
      this.worker.unref()
      return
    }
    this.worker.postMessage({ kind: 'close' } satisfies ToThread)
    await this.gone
  }

  private request(message: ToThread): Promise<FromThread> {
    if (this.isGone) {
      return Promise.reject(new Error('The training thread has ended.'))
    }
    if (this.isStuck) {
      return Promise.reject(new Error('The training thread answers nothing.'))
    }
    const answer = new Promise<FromThread>((done, failed) => {
      this.settle = { done, failed }
      this.worker.postMessage(message)
    })
    const { milliseconds, runs } = this.patience
    const most = Math.max(milliseconds, runs * this.slowest)
    const timer = setTimeout(() => this.giveUp(most), most)
    return answer.finally(() => clearTimeout(timer))
  }

  private giveUp(milliseconds: number): void {
    this.isStuck = true
    // a process that waits for such a thread never ends
    process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
    const minutes = Math.ceil(milliseconds / MINUTE)
    this.fail(new MessageError(message('training.deviceSilent', { minutes })))
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
