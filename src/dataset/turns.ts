import { setImmediate } from 'node:timers/promises'

const turnMilliseconds = 8

/** For long work on the thread that serves others too. */
export class Turns {
  private begun = performance.now()

  /** To be awaited between steps: whatever waits for this thread gets its turn now and then. */
  async give(): Promise<void> {
    if (performance.now() - this.begun >= turnMilliseconds) {
      await setImmediate()
      this.begun = performance.now()
    }
  }
}
