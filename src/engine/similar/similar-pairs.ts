import type { Worker } from 'node:worker_threads'
import { failWith } from '../../contract/errors'
import type { ContractError } from '../../contract/errors'
import { startThread } from '../../process/own-programs'
import type { FromThread, SimilarAnswers, SimilarRequest, ThreadData } from './similar-requests'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'

interface PendingRequest {
  readonly request: SimilarRequest
  readonly answered: (answer: SimilarAnswers[keyof SimilarAnswers]) => void
  readonly failed: (error: ContractError) => void
}

/**
 * Compares the embeddings of a project in a thread, which starts with the first request. It reads the store by
 * itself. One request at a time; of those that wait, the newest of each kind. To cancel one, the thread is ended.
 */
export class SimilarPairs {
  private worker: Worker | null = null
  private current: PendingRequest | null = null
  private waiting: PendingRequest[] = []
  /** Requests under way or waiting that have no input: who asks for the same gets the same answer. */
  private readonly shared = new Map<string, Promise<SimilarAnswers[keyof SimilarAnswers]>>()
  private isClosed = false

  constructor(private readonly data: ThreadData) {}

  /** All pairs, the most similar to this one first; null where it has no embedding. @throws ContractError */
  nearest(likeId: number): Promise<SimilarAnswers['nearest']> {
    return this.ask({ kind: 'nearest', likeId })
  }

  /** All pairs, the most different first. @throws ContractError */
  farthest(): Promise<SimilarAnswers['farthest']> {
    return this.share({ kind: 'farthest' })
  }

  /** @throws ContractError */
  duplicates(): Promise<SimilarAnswers['duplicates']> {
    return this.share({ kind: 'duplicates' })
  }

  /** These of the pairs that have an embedding. @throws ContractError `cancelled` where a newer map was asked for */
  map(pairIds: readonly number[], reviewer: string | null): Promise<SimilarAnswers['map']> {
    return this.ask({ kind: 'map', pairIds: Int32Array.from(pairIds), reviewer })
  }

  close(): void {
    this.isClosed = true
    this.end()
    const cancelled = failWith('cancelled', message('folders.closedMeanwhile'))
    this.current?.failed(cancelled)
    this.waiting.forEach(({ failed }) => failed(cancelled))
    this.current = null
    this.waiting = []
  }

  private share<K extends keyof SimilarAnswers>(
    request: SimilarRequest & { kind: K },
  ): Promise<SimilarAnswers[K]> {
    const underWay = this.shared.get(request.kind)
    if (underWay !== undefined) {
      return underWay as Promise<SimilarAnswers[K]>
    }
    const answer = this.ask<K>(request)
    this.shared.set(request.kind, answer)
    const forget = (): boolean => this.shared.delete(request.kind)
    answer.then(forget, forget)
    return answer
  }

  private ask<K extends keyof SimilarAnswers>(
    request: SimilarRequest & { kind: K },
  ): Promise<SimilarAnswers[K]> {
    if (this.isClosed) {
      return Promise.reject(failWith('cancelled', message('folders.closedMeanwhile')))
    }
    return new Promise((resolve, failed) => {
      this.cancelWaiting(request.kind)
      const answered = resolve as PendingRequest['answered']
      this.waiting.push({ request, answered, failed })
      this.makeWay(request.kind)
      this.next()
    })
  }

  private cancelWaiting(kind: SimilarRequest['kind']): void {
    const older = this.waiting.filter(({ request }) => request.kind === kind)
    this.waiting = this.waiting.filter(({ request }) => request.kind !== kind)
    older.forEach(({ failed }) => failed(failWith('cancelled', message('engine.otherRequest'))))
  }

  /**
   * An order that takes long is not wanted any more once another one is asked for, and near-duplicates wait for what
   * a person waits for.
   */
  private makeWay(kind: SimilarRequest['kind']): void {
    const { current } = this
    const isOtherOrder = current?.request.kind === 'farthest' && kind === 'nearest'
    const isBehind = current?.request.kind === 'duplicates' && kind !== 'duplicates'
    if (current === null || !(isOtherOrder || isBehind)) {
      return
    }
    this.end()
    this.current = null
    if (isBehind) {
      this.waiting.push(current)
    } else {
      current.failed(failWith('cancelled', message('engine.otherOrder')))
    }
  }

  private next(): void {
    if (this.current === null && this.waiting.length > 0) {
      this.current = this.waiting.shift()!
      this.started().postMessage(this.current.request)
    }
  }

  private started(): Worker {
    if (this.worker !== null) {
      return this.worker
    }
    const worker = startThread('similar-thread', this.data)
    this.worker = worker
    worker.on('message', (message: FromThread) => this.answer(worker, message))
    worker.on('error', (error) => this.lose(worker, error.message))
    worker.once('exit', () => this.lose(worker, message('engine.threadEnded')))
    return worker
  }

  private answer(worker: Worker, found: FromThread): void {
    if (worker !== this.worker || this.current === null) {
      return
    }
    const { answered, failed } = this.current
    this.current = null
    if ('problem' in found) {
      failed(failWith('unavailable', message('engine.notCompared', { reason: found.problem })))
    } else {
      answered(found.answer)
    }
    this.next()
  }

  private lose(worker: Worker, reason: MessageText): void {
    if (worker === this.worker) {
      this.worker = null
      this.current?.failed(failWith('unavailable', message('engine.notCompared', { reason })))
      this.current = null
      this.next()
    }
  }

  private end(): void {
    const { worker } = this
    this.worker = null
    void worker?.terminate()
  }
}
