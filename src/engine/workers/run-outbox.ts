import pLimit from 'p-limit'
import type { TrainingLine } from '../../contract/training'
import type { WantedOfRun } from '../../queue/worker-runs'
import { DatabaseAway } from '../../store/postgres/postgres-error'

const SEND_MILLISECONDS = 1000
const LINES_AT_ONCE = 200

/** `gone`: nobody wants the run any more, or another worker has it. */
export type Wish = WantedOfRun | 'gone'

/** Lines of a run on their way to who asked for it. While the database is away they wait. */
export class RunOutbox {
  private waiting: TrainingLine[] = []
  private readonly inTurn = pLimit(1)
  private timer: NodeJS.Timeout | null = null
  /** As of the last answer. */
  wish: Wish = 'run'

  /**
   * @param report sends lines and returns what is wanted, null where the run is not this worker's
   * @param onWish another wish than before
   */
  constructor(
    private readonly report: (lines: readonly TrainingLine[]) => Promise<WantedOfRun | null>,
    private readonly onWish: (wish: Wish) => void,
  ) {}

  open(): void {
    // what fails here fails again where the end is told
    this.timer = setInterval(() => void this.flush().catch(() => undefined), SEND_MILLISECONDS)
  }

  /** Of phases the last one counts. */
  add(line: TrainingLine): void {
    if (line.type === 'phase' && this.waiting.at(-1)?.type === 'phase') {
      this.waiting.pop()
    }
    this.waiting.push(line)
  }

  /** @throws StoreError; none where the database is away */
  flush(): Promise<void> {
    return this.inTurn(async () => {
      do {
        const some = this.waiting.splice(0, LINES_AT_ONCE)
        try {
          this.heard((await this.report(some)) ?? 'gone')
        } catch (error) {
          this.waiting.unshift(...some)
          if (error instanceof DatabaseAway) {
            return
          }
          throw error
        }
      } while (this.waiting.length > 0)
    })
  }

  close(): void {
    if (this.timer !== null) {
      clearInterval(this.timer)
    }
  }

  private heard(wish: Wish): void {
    if (wish !== this.wish) {
      this.wish = wish
      this.onWish(wish)
    }
  }
}
