import type { StepResult } from '../train-step'
import { proposeExample, openModel } from '../evaluation/held-out-proposals'
import type { HeldOutScore } from '../evaluation/held-out-score'
import type { Progress } from './presets'
import type { StagedTrainer } from '../staged-trainer'
import { heldOutPairs, writeDraft } from './fine-tune-context'
import type { FineTuneContext } from './fine-tune-context'

const LINE_SECONDS = 1
const EXAMPLE_SECONDS = 40
const EXAMPLES = 2

/** Emits the lines and examples of a run, at limited rates. */
export class RunReporter {
  /** Seconds of the run at the last line and the last examples. */
  private lineAt = -LINE_SECONDS
  private examplesAt: number

  /** @param seconds of the run by now */
  constructor(
    private readonly context: FineTuneContext,
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
    if (sofar - this.lineAt < LINE_SECONDS && step !== all) {
      return
    }
    this.lineAt = sofar
    const pairsPerSecond = this.context.batch / seconds
    const secondsLeft = all === 0 ? null : (all - step) * seconds
    this.context.control.emit({
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
    this.context.control.emit({ type: 'score', step, score, maskIou, wordProbability, isBest })
  }

  areExamplesDue({ seconds }: Progress): boolean {
    return seconds - this.examplesAt >= EXAMPLE_SECONDS
  }

  /** Emits the current model's proposals for held-out pairs. @throws TuneError, PackageError */
  async examples(trainer: StagedTrainer, progress: Progress): Promise<void> {
    const { threads, control } = this.context
    const values = await trainer.stepper.parameters()
    const draft = await writeDraft(this.context, progress, values)
    const model = await openModel(draft, threads)
    try {
      const examples = []
      for (const item of heldOutPairs(this.context).slice(0, EXAMPLES)) {
        examples.push(await proposeExample(model, item))
      }
      control.emit({ type: 'examples', step: progress.step, examples })
    } finally {
      await model.release()
    }
    this.examplesAt = this.seconds() // without the time that they took
  }
}
