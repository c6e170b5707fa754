const WINDOW = 20

/** How fast pieces of work end, by the last ones. */
export class WorkRate {
  /** Milliseconds since 1970. */
  private endings: number[] = []

  reset(): void {
    this.endings = []
  }

  /** A piece has ended. */
  record(): void {
    this.endings = [...this.endings, Date.now()].slice(-WINDOW)
  }

  /**
   * Pieces a second. Pieces that began together end together, which tells nothing of their pace: it is null until one
   * more has ended.
   * @param together how many are worked on at once
   */
  rate(together: number): number | null {
    const { endings } = this
    const seconds = (endings.at(-1)! - endings[0]) / 1000
    const isKnown = endings.length > Math.min(together, WINDOW - 1) && seconds > 0
    return isKnown ? (endings.length - 1) / seconds : null
  }
}
