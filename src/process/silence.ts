interface Options {
  /** Of one turn. */
  milliseconds: number
  /** So many turns without a word are too many. */
  turns: number
  onTurn?: () => void
  /** Called once. */
  onSilent: () => void
}

/**
 * Notices who says nothing for too long. It counts turns of its own timer: while the machine sleeps, or gives
 * this process no time either, none pass.
 */
export class Silence {
  private readonly timer: NodeJS.Timeout
  private turns = 0

  constructor({ milliseconds, turns, onTurn = () => {}, onSilent }: Options) {
    this.timer = setInterval(() => {
      this.turns += 1
      if (this.turns < turns) {
        onTurn()
      } else {
        this.end()
        onSilent()
      }
    }, milliseconds)
    this.timer.unref()
  }

  heard(): void {
    this.turns = 0
  }

  end(): void {
    clearInterval(this.timer)
  }
}
