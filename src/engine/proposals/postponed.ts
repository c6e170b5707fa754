/** After which another machine that could not be reached is tried again. */
const WAIT_MILLISECONDS = 60_000

/** Pairs that wait for another machine, and when it is tried again. */
export class Postponed {
  private waiting: { pairIds: readonly number[]; timer: NodeJS.Timeout } | null = null

  /** Null where nothing waits. */
  get pairIds(): readonly number[] | null {
    return this.waiting?.pairIds ?? null
  }

  put(pairIds: readonly number[], again: () => void): void {
    this.forget()
    const timer = setTimeout(again, WAIT_MILLISECONDS)
    timer.unref()
    this.waiting = { pairIds, timer }
  }

  forget(): void {
    clearTimeout(this.waiting?.timer)
    this.waiting = null
  }
}
