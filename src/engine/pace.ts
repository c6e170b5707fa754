const WINDOW = 20

/** How fast pieces of work end, by the last ones. */
export class Pace {
  /** Milliseconds since 1970. */
  private endings: number[] = []

  reset(): void {
    this.endings = []
  }

  /** A piece has ended. */
  record(): void {
    this.endings = [...this.endings, Date.now()].slice(-WINDOW)
  }

  /** Pieces a second; null before the second one. */
  get rate(): number | null {
    const { endings } = this
    const seconds = (endings.at(-1)! - endings[0]) / 1000
    return endings.length > 1 && seconds > 0 ? (endings.length - 1) / seconds : null
  }
}
