import type { HeldOutScore } from '../evaluation/held-out-score'
import type { TimedStep, Trainer } from '../trainer'
import { heldOutPairs, writeDraft } from './fine-tune-context'
import type { FineTuneContext } from './fine-tune-context'
import { openModel, proposeExample } from './held-out-proposals'
import type { FineTuneProgress } from './presets'

const LINE_SECONDS = 1
const EXAMPLE_SECONDS = 40
const EXAMPLES = 2

/** Emits the lines and examples of a run, at limited rates. */
export class RunReporter {
  /** Seconds of the run at the last line and the last examples. */
  private lineAt = -LINE_SECONDS
  private examplesAt: number

  constructor(
    private readonly context: FineTuneContext,
    private readonly trainer: Trainer<FineTuneProgress>,
  ) {
    this.examplesAt = trainer.seconds
  }

  /** @param steps of the run; null until their number is known */
  step(steps: number | null, { loss, terms, rate, seconds }: TimedStep): void {
    const { step, seconds: runSeconds } = this.trainer.progress
    const all = steps ?? 0
    if (runSeconds - this.lineAt < LINE_SECONDS && step !== all) {
      return
    }
    this.lineAt = runSeconds
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

  areExamplesDue(): boolean {
    return this.trainer.progress.seconds - this.examplesAt >= EXAMPLE_SECONDS
  }

  /** Emits the current model's proposals for held-out pairs. @throws FineTuneError, PackageError */
  async examples(): Promise<void> {
    const { threads, control, job } = this.context
    const { progress, stepper } = this.trainer
    const draft = await writeDraft(this.context, progress, await stepper.parameters())
    const model = await openModel(draft, threads, job.detector)
    try {
      const examples = []
      for (const item of heldOutPairs(this.context).slice(0, EXAMPLES)) {
        examples.push(await proposeExample(model, item))
      }
      control.emit({ type: 'examples', step: progress.step, examples })
    } finally {
      await model.release()
    }
    this.examplesAt = this.trainer.seconds // without the time that they took
  }
}
