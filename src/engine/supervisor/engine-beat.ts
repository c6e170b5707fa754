import { Silence } from '../../process/silence'

const BEAT_MILLISECONDS = 5000
/** A statement of the store on a slow disk takes seconds, and nothing else as long: half a minute is no answer. */
const MOST_MISSED = 6
/** Until it serves: a large program is read from the disk, and a store of another version is rewritten. */
const MOST_MISSED_AT_START = 24

/**
 * Asks an engine now and then whether it answers. An engine whose thread is taken lives, and answers nothing. Where
 * the machine is merely slow, an engine answers late, and that counts as an answer.
 */
export class EngineBeat {
  private readonly ask: () => Promise<unknown>
  private readonly milliseconds: number
  private readonly onSilent: (seconds: number) => void
  private silence: Silence
  private isAsked = false

  /**
   * @param ask is answered, or fails where the engine has ended
   * @param onSilent called once, with for how long
   * @param milliseconds between two questions, once it serves
   */
  constructor(
    ask: () => Promise<unknown>,
    onSilent: (seconds: number) => void,
    milliseconds = BEAT_MILLISECONDS,
  ) {
    this.ask = ask
    this.onSilent = onSilent
    this.milliseconds = milliseconds
    this.silence = this.listen(MOST_MISSED_AT_START, BEAT_MILLISECONDS)
  }

  /** It has started, and is to answer sooner. */
  serves(): void {
    this.silence.end()
    this.silence = this.listen(MOST_MISSED, this.milliseconds)
  }

  end(): void {
    this.silence.end()
  }

  private listen(turns: number, milliseconds: number): Silence {
    this.beat()
    return new Silence({
      milliseconds,
      turns,
      onTurn: () => this.beat(),
      onSilent: () => this.onSilent(Math.round((turns * milliseconds) / 1000)),
    })
  }

  /** One question at a time: an engine that is behind gets no more to do. */
  private beat(): void {
    if (this.isAsked) {
      return
    }
    this.isAsked = true
    this.ask().then(
      () => {
        this.isAsked = false
        this.silence.heard()
      },
      () => {
        this.isAsked = false
      },
    )
  }
}
