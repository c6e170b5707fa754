import { setImmediate } from 'node:timers/promises'

const TURN_MILLISECONDS = 8

/** For long work on a thread that has other tasks too. */
export class EventLoopTurns {
  private begun = performance.now()

  /** Awaited between steps: other tasks of this thread then run now and then. */
  async yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.begun >= TURN_MILLISECONDS) {
      await setImmediate()
      this.begun = performance.now()
    }
  }
}
