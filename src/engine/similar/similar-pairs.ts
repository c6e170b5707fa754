import type { Worker } from 'node:worker_threads'
import type { Asker } from '../../contract/person'
import { failWith } from '../../contract/errors'
import type { ContractError } from '../../contract/errors'
import { startThread } from '../../process/own-programs'
import type { FromThread, SimilarAnswers, SimilarRequest, ThreadData } from './similar-requests'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'

interface SharedRequest {
  readonly answer: Promise<SimilarAnswers[keyof SimilarAnswers]>
  readonly askers: Set<Asker>
}

/** What is used of a thread. */
export type SimilarThread = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>

interface PendingRequest {
  readonly request: SimilarRequest
  /** Who waits for it. */
  readonly askers: Set<Asker>
  readonly answered: (answer: SimilarAnswers[keyof SimilarAnswers]) => void
  readonly failed: (error: ContractError) => void
}

/**
 * Compares the embeddings of a project in a thread, which starts with the first request. It reads the store by
 * itself. One request at a time; of those that wait, each person's newest of each kind. To cancel one, the thread is
 * ended.
 */
export class SimilarPairs {
  private worker: SimilarThread | null = null
  private current: PendingRequest | null = null
  private waiting: PendingRequest[] = []
  /** Requests under way or waiting that have no input: who asks for the same gets the same answer. */
  private readonly shared = new Map<string, SharedRequest>()
  private isClosed = false

  constructor(
    private readonly data: ThreadData,
    private readonly startWith: (data: ThreadData) => SimilarThread = (given) =>
      startThread('similar-thread', given),
  ) {}

  /** All pairs, the most similar to this one first; null where it has no embedding. @throws ContractError */
  nearest(likeId: number, asker: Asker): Promise<SimilarAnswers['nearest']> {
    return this.ask({ kind: 'nearest', likeId }, new Set([asker]))
  }

  /** All pairs, the most different first. @throws ContractError `cancelled` where who asked asks for another order */
  farthest(asker: Asker): Promise<SimilarAnswers['farthest']> {
    return this.share({ kind: 'farthest' }, asker)
  }

  /** @throws ContractError */
  duplicates(): Promise<SimilarAnswers['duplicates']> {
    return this.share({ kind: 'duplicates' }, null)
  }

  /**
   * These of the pairs that have an embedding.
   * @param reviewer who reviews blindly, and is told of their own reviews
   * @throws ContractError `cancelled` where who asked asks for a newer map
   */
  map(pairIds: readonly number[], reviewer: string | null, asker: Asker): Promise<SimilarAnswers['map']> {
    return this.ask({ kind: 'map', pairIds: Int32Array.from(pairIds), reviewer }, new Set([asker]))
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
    asker: Asker,
  ): Promise<SimilarAnswers[K]> {
    const underWay = this.shared.get(request.kind)
    if (underWay !== undefined) {
      underWay.askers.add(asker)
      return underWay.answer as Promise<SimilarAnswers[K]>
    }
    const askers = new Set([asker])
    const answer = this.ask<K>(request, askers)
    this.shared.set(request.kind, { answer, askers })
    const forget = (): boolean => this.shared.delete(request.kind)
    answer.then(forget, forget)
    return answer
  }

  private ask<K extends keyof SimilarAnswers>(
    request: SimilarRequest & { kind: K },
    askers: Set<Asker>,
  ): Promise<SimilarAnswers[K]> {
    if (this.isClosed) {
      return Promise.reject(failWith('cancelled', message('folders.closedMeanwhile')))
    }
    return new Promise((resolve, failed) => {
      const answered = resolve as PendingRequest['answered']
      const asked = { request, askers, answered, failed }
      this.cancelWaiting(asked)
      this.waiting.push(asked)
      this.makeWay(asked)
      this.next()
    })
  }

  private cancelWaiting({ request: { kind }, askers }: PendingRequest): void {
    const isOlder = (one: PendingRequest): boolean =>
      one.request.kind === kind && [...one.askers].every((asker) => askers.has(asker))
    const older = this.waiting.filter(isOlder)
    this.waiting = this.waiting.filter((one) => !isOlder(one))
    older.forEach(({ failed }) => failed(failWith('cancelled', message('engine.otherRequest'))))
  }

  /**
   * An order that takes long waits for one that does not, and is not wanted any more once all who asked for it ask for
   * another one. Near-duplicates wait for what a person waits for.
   */
  private makeWay({ request: { kind }, askers }: PendingRequest): void {
    const { current } = this
    const isOtherOrder = current?.request.kind === 'farthest' && kind === 'nearest'
    const isBehind = current?.request.kind === 'duplicates' && kind !== 'duplicates'
    if (current === null || !(isOtherOrder || isBehind)) {
      return
    }
    this.end()
    this.current = null
    if (isOtherOrder) {
      askers.forEach((asker) => current.askers.delete(asker))
    }
    if (current.askers.size > 0) {
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

  private started(): SimilarThread {
    if (this.worker !== null) {
      return this.worker
    }
    const worker = this.startWith(this.data)
    this.worker = worker
    worker.on('message', (message: FromThread) => this.answer(worker, message))
    worker.on('error', (error) => this.lose(worker, error.message))
    worker.once('exit', () => this.lose(worker, message('engine.threadEnded')))
    return worker
  }

  private answer(worker: SimilarThread, found: FromThread): void {
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

  private lose(worker: SimilarThread, reason: MessageText): void {
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
