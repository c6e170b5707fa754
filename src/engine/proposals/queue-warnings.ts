import { toFailure } from '../../contract/errors'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** Of warnings that are not about one pair. */
const INTERRUPTIONS = { 'cannot-write': 'proposals.stopped', unreachable: 'proposals.wait' } as const

/** What the queue says of pairs without a proposal: the same once. */
export class QueueWarnings {
  private last: string | null = null

  constructor(private readonly onWarning: (message: MessageText) => void) {}

  /** A new run may say it again. */
  forget(): void {
    this.last = null
  }

  /** Runs `work`, which forgets nothing. */
  keeping(work: () => void): void {
    const { last } = this
    work()
    this.last = last
  }

  /** A bad image is the pair's problem, and no warning. */
  tell(error: unknown, key = 'a pair'): void {
    const { code, message: english } = toFailure(error)
    if (code !== 'bad-image' && english !== this.last) {
      this.last = english
      const reason = messageTextOf(error)
      this.onWarning(
        code === 'cannot-write' || code === 'unreachable'
          ? message(INTERRUPTIONS[code], { reason })
          : message('proposals.none', { key, reason }),
      )
    }
  }
}
