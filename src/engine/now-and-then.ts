/** Of the engine's time one piece of work may take one part in so many. */
const PARTS = 20

/**
 * Work that follows changes, however many there are: it begins `least` milliseconds after the first of them, and later
 * where it took long the last time. So what grows with the pairs of a project does not keep edits from being stored.
 */
export class NowAndThen {
  private timer: NodeJS.Timeout | null = null
  private ended = -Infinity
  /** Milliseconds that it took the last time. */
  private cost = 0

  constructor(
    private readonly least: number,
    private readonly work: () => void,
  ) {}

  /** Does it after what has changed now. */
  soon(): void {
    if (this.timer === null) {
      const begin = Math.max(performance.now() + this.least, this.ended + PARTS * this.cost)
      this.timer = setTimeout(() => this.run(), begin - performance.now())
    }
  }

  close(): void {
    clearTimeout(this.timer ?? undefined)
    this.timer = null
  }

  private run(): void {
    this.timer = null
    const began = performance.now()
    try {
      this.work()
    } finally {
      this.ended = performance.now()
      this.cost = this.ended - began
    }
  }
}
