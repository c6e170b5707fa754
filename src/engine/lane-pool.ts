import type { WorkerLane } from './worker-lane'

/** Several lanes for one kind of work. The process of a lane starts with its first call. */
export class LanePool {
  private readonly lanes: readonly { lane: WorkerLane; uses: number }[]

  constructor(lanes: readonly WorkerLane[]) {
    this.lanes = lanes.map((lane) => ({ lane, uses: 0 }))
  }

  get size(): number {
    return this.lanes.length
  }

  /**
   * Runs `work` on the lane with the least to do, the first of equals. Its process keeps the pixels of a pair, so all
   * requests about one pair belong into one `work`.
   */
  async use<T>(work: (lane: WorkerLane) => Promise<T>): Promise<T> {
    const chosen = this.lanes.reduce((best, one) => (one.uses < best.uses ? one : best))
    chosen.uses += 1
    try {
      return await work(chosen.lane)
    } finally {
      chosen.uses -= 1
    }
  }

  /**
   * Runs `work` on every lane at once, and waits for all of them.
   * @throws the first error, once all have ended
   */
  async useAll(work: (lane: WorkerLane) => Promise<void>): Promise<void> {
    const ends = this.lanes.map(async (one) => {
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
