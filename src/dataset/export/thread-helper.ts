import { encodeMaskPng } from '../../images/mask-png'
import type { GreyImage } from '../../images/raster'
import { createFile } from '../files'
import { paintRle } from '../../mask/rle'
import type { PlannedPair } from './export-pair'
import { startThread } from '../../process/own-programs'

/** Work of an export that another thread can do. */
export interface Helper {
  /** Pairs that may wait for it at a time. */
  readonly room: number
  /** Does not flush. @throws the system's error if the file exists, too */
  create(path: string, bytes: Uint8Array): Promise<void>
  /** An 8-bit PNG. @param image must not be used afterwards */
  mask(image: GreyImage, channels: 1 | 3): Promise<Buffer>
  close(): Promise<void>
}

/** Used by exports that are too small for a thread. */
export const onThisThread: Helper = {
  room: 8,
  create: createFile,
  mask: encodeMaskPng,
  close: async () => {},
}

/** PNG of one channel in the after frame: 255 where any region is set, else 0. */
export function encodeMask(helper: Helper, { item, content }: PlannedPair): Promise<Buffer> {
  const { width, height } = item
  const data = new Uint8Array(width * height)
  content.regions.forEach(({ mask }) => paintRle(mask, data, 255))
  return helper.mask({ width, height, data }, 1)
}

export type Job =
  | { kind: 'create'; path: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'mask'; image: GreyImage; channels: 1 | 3 }

/** Done in order. */
export type ToThread = readonly Job[]

/** Once at the start; then as many answers as there were jobs. */
export type FromThread = 'ready' | readonly Answer[]

export type Answer =
  | { kind: 'created' }
  | { kind: 'encoded'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; message: string; code: string | null }

/** Larger files are written by this thread, because sending copies them. */
const SENT_BYTES = 2 ** 20

interface PendingJob {
  done: (answer: Answer) => void
  failed: (error: Error) => void
}

/**
 * A thread that encodes masks and writes files. Requests of one turn are sent together. Until the thread has started,
 * and if it does not start, this thread does the work.
 */
export class ThreadHelper implements Helper {
  readonly room = 64
  /** Resolves when the thread has started or failed to. */
  readonly settled: Promise<void>
  private readonly worker = startThread('export-thread')
  private readonly pending: PendingJob[] = []
  private jobs: Job[] = []
  private isReady = false
  private broken: Error | null = null

  constructor() {
    this.settled = new Promise((resolve) => {
      this.worker.on('message', (message: FromThread) => {
        if (message === 'ready') {
          this.isReady = true
          resolve()
        } else {
          message.forEach((answer) => this.pending.shift()!.done(answer))
        }
      })
      this.worker.on('error', (error) => this.fail(error))
      this.worker.once('exit', () => {
        this.fail(new Error('A thread of the export ended early.'))
        resolve()
      })
    })
  }

  async create(path: string, bytes: Uint8Array): Promise<void> {
    await (!this.isReady || bytes.length > SENT_BYTES
      ? onThisThread.create(path, bytes)
      : this.request({ kind: 'create', path, bytes: new Uint8Array(bytes) }))
  }

  async mask(image: GreyImage, channels: 1 | 3): Promise<Buffer> {
    if (!this.isReady) {
      return onThisThread.mask(image, channels)
    }
    const answer = await this.request({ kind: 'mask', image, channels })
    return answer.kind === 'encoded' ? Buffer.from(answer.bytes.buffer) : Buffer.alloc(0)
  }

  /** Not called while a request is pending. */
  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private async request(job: Job): Promise<Exclude<Answer, { kind: 'failed' }>> {
    const answer = await new Promise<Answer>((done, failed) => {
      if (this.broken !== null) {
        failed(this.broken)
        return
      }
      this.pending.push({ done, failed })
      this.jobs.push(job)
      if (this.jobs.length === 1) {
        setImmediate(() => this.send())
      }
    })
    if (answer.kind === 'failed') {
      const { message, code } = answer
      throw Object.assign(new Error(message), code === null ? {} : { code })
    }
    return answer
  }

  private send(): void {
    const jobs: ToThread = this.jobs
    this.jobs = []
    this.worker.postMessage(
      jobs,
      jobs.map((job) => (job.kind === 'create' ? job.bytes.buffer : (job.image.data.buffer as ArrayBuffer))),
    )
  }

  private fail(error: Error): void {
    this.broken = error
    this.pending.splice(0).forEach(({ failed }) => failed(error))
  }
}
