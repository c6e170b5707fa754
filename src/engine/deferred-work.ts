/** Of the engine's time one piece of work may take one part in so many. */
const PARTS = 20

/**
 * Work that follows changes, however many there are: it begins `least` milliseconds after the first of them, and later
 * where it took long the last time. So what grows with the pairs of a project does not keep edits from being stored.
 */
export class DeferredWork {
  private timer: NodeJS.Timeout | null = null
  private ended = -Infinity
  /** Milliseconds that it took the last time. */
  private cost = 0
  private isAtWork = false
  /** Something changed while it was done. */
  private isWanted = false
  private isClosed = false

  constructor(
    private readonly least: number,
    private readonly work: () => void | Promise<void>,
  ) {}

  /** Does it after what has changed now. */
  soon(): void {
    if (this.isAtWork) {
      this.isWanted = true
    } else if (this.timer === null && !this.isClosed) {
      const begin = Math.max(performance.now() + this.least, this.ended + PARTS * this.cost)
      this.timer = setTimeout(() => void this.run(), begin - performance.now())
    }
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer ?? undefined)
    this.timer = null
  }

  /** Work that fails is done with the next changes. */
  private async run(): Promise<void> {
    this.timer = null
    this.isAtWork = true
    const began = performance.now()
    try {
      await this.work()
    } catch (error) {
      if (!this.isClosed) {
        console.error('after changes:', error)
      }
    }
    this.ended = performance.now()
    this.cost = this.ended - began
    this.isAtWork = false
    if (this.isWanted) {
      this.isWanted = false
      this.soon()
    }
  }
}
