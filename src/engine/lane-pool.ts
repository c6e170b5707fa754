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

  dispose(): void {
    this.lanes.forEach(({ lane }) => lane.dispose())
  }
}
