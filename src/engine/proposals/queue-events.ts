import type { QueueStatus } from '../../contract/proposal'
import type { MessageText } from '../../messages/message'

/** What the queue of proposals tells. */
export interface QueueEvents {
  onStatus(status: QueueStatus): void
  /** The pair's row changed: a proposal came, or a problem was found. */
  onPair(pairId: number): void
  /** A proposal failed for a reason other than the pair's files. */
  onWarning(message: MessageText): void
  /** What is well and worth knowing. */
  onInfo(message: MessageText): void
}

/** From its start until nothing waits, or until it is stopped. */
export interface QueueRun {
  stopper: AbortController
  /** Pairs that are worked on. */
  underWay: number
  /** The newest proposal when it was started: what the same proposer makes after it in another program counts. */
  since: number
  /** Whether the last one that was begun had a proposal. */
  isNaming: boolean
}
