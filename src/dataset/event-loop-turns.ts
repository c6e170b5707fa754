import { setImmediate } from 'node:timers/promises'

const turnMilliseconds = 8

/** For long work on the thread that serves others too. */
export class EventLoopTurns {
  private begun = performance.now()

  /** To be awaited between steps: whatever waits for this thread gets its turn now and then. */
  async yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.begun >= turnMilliseconds) {
      await setImmediate()
      this.begun = performance.now()
    }
  }
}
