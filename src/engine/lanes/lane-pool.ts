import type { InferenceLane } from './inference-lane'

/** Several lanes for one kind of work. The process of a lane starts with its first call. */
export class LanePool {
  private readonly lanes: readonly { lane: InferenceLane; uses: number }[]

  /** @param size how many are used; all if absent */
  constructor(
    lanes: readonly InferenceLane[],
    private used = lanes.length,
  ) {
    this.lanes = lanes.map((lane) => ({ lane, uses: 0 }))
  }

  /** Lanes that are used. */
  get size(): number {
    return this.used
  }

  /** What is under way on all lanes. */
  get busy(): number {
    return this.lanes.reduce((sum, { uses }) => sum + uses, 0)
  }

  /** Lanes that there are. */
  get most(): number {
    return this.lanes.length
  }

  /** What is under way on other lanes goes on. */
  setSize(size: number): void {
    this.used = Math.max(1, Math.min(size, this.lanes.length))
  }

  /**
   * Runs `work` on the lane with the least to do, the first of equals. Its process keeps the pixels of a pair, so all
   * requests about one pair belong into one `work`.
   */
  async use<T>(work: (lane: InferenceLane) => Promise<T>): Promise<T> {
    const chosen = this.lanes.slice(0, this.used).reduce((best, one) => (one.uses < best.uses ? one : best))
    chosen.uses += 1
    try {
      return await work(chosen.lane)
    } finally {
      chosen.uses -= 1
    }
  }

  /**
   * Runs `work` on every lane that is used at once, and waits for all of them.
   * @throws the first error, once all have ended
   */
  async useAll(work: (lane: InferenceLane) => Promise<void>): Promise<void> {
    const ends = this.lanes.slice(0, this.used).map(async (one) => {
      one.uses += 1
      try {
        await work(one.lane)
      } finally {
        one.uses -= 1
      }
    })
    await Promise.allSettled(ends)
    await Promise.all(ends)
  }

  dispose(): void {
    this.lanes.forEach(({ lane }) => lane.dispose())
  }
}
