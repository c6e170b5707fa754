import type { StepResult } from '../train-step'
import { exampleOf, openModel } from './compare'
import type { HeldOutScore } from './held-out'
import type { Progress } from './progress'
import type { Pupil } from './pupil'
import { heldOutItems, writeDraft, type Tuning } from './tuning'

const LINE_SECONDS = 1
const EXAMPLE_SECONDS = 40
const EXAMPLES = 2

/** Says how the run goes, lines and examples no more often than they are worth their time. */
export class RunReporter {
  /** Seconds of the run at the last line and the last examples. */
  private lineAt = -LINE_SECONDS
  private examplesAt: number

  /** @param seconds of the run by now */
  constructor(
    private readonly tuning: Tuning,
    private readonly seconds: () => number,
  ) {
    this.examplesAt = seconds()
  }

  /** @param steps of the run; null until their number is known */
  step(
    { step, seconds: sofar }: Progress,
    steps: number | null,
    { loss, terms, rate, seconds }: StepResult & { rate: number; seconds: number },
  ): void {
    const all = steps ?? 0
    if (sofar - this.lineAt < LINE_SECONDS && step !== all) return
    this.lineAt = sofar
    const pairsPerSecond = this.tuning.batch / seconds
    const secondsLeft = all === 0 ? null : (all - step) * seconds
    this.tuning.outside.say({
      type: 'step',
      step,
      steps: all,
      rate,
      loss,
      terms,
      pairsPerSecond,
      secondsLeft,
    })
  }

  score(step: number, { score, maskIou, wordProbability }: HeldOutScore, isBest: boolean): void {
    this.tuning.outside.say({ type: 'score', step, score, maskIou, wordProbability, isBest })
  }

  areExamplesDue({ seconds }: Progress): boolean {
    return seconds - this.examplesAt >= EXAMPLE_SECONDS
  }

  /** What the model by now proposes for held-out pairs. @throws TuneError, PackageError */
  async examples(pupil: Pupil, progress: Progress): Promise<void> {
    const { threads, outside } = this.tuning
    const values = await pupil.stepper.parameters()
    const draft = await writeDraft(this.tuning, progress, values)
    const model = await openModel(draft, threads)
    try {
      const examples = []
      for (const item of heldOutItems(this.tuning).slice(0, EXAMPLES))
        examples.push(await exampleOf(model, item))
      outside.say({ type: 'examples', step: progress.step, examples })
    } finally {
      await model.release()
    }
    this.examplesAt = this.seconds() // without the time that they took
  }
}
