import { join } from 'node:path'
import type { ProviderName } from '../../contract/proposal'
import { FineTuneError } from '../data/corrected-pair'
import type { HeldOutScorer } from '../evaluation/held-out-score'
import { RUN_FILES } from '../run-folder'
import { DeviceError } from '../device-step'
import { resumePoint, Trainer } from '../trainer'
import type { ResumePoint, TimedStep, TrainingRun } from '../trainer'
import { throwIfPauseRequested } from './fine-tune-context'
import type { FineTuneContext } from './fine-tune-context'
import { afterScore, fineTuneSchedule, isScoreDue, PRESETS, MEASURED_STEPS, stepsOf } from './presets'
import type { FineTuneProgress } from './presets'
import { RunReporter } from './run-reporter'
import { fineTuneInfo, writeSetup } from './fine-tune-setup'
import { message, MessageError } from '../../messages/message'

const CHECKPOINT_SECONDS = 45

export interface FineTuneResult {
  readonly progress: FineTuneProgress
  /** The best weights. */
  readonly values: ReadonlyMap<string, Float32Array>
}

/**
 * Trains to the end of the run, from its newest checkpoint where there is one.
 * @throws PausedError, FineTuneError, DeviceError
 */
export async function runFineTuneLoop(context: FineTuneContext): Promise<FineTuneResult> {
  const stepCount = new StepCount(context)
  const run = trainingRun(context, stepCount)
  const resumed = await resumePoint(run)
  let { progress } = resumed
  if (!progress.isEnded) {
    const loop = await FineTuneLoop.open(context, run, resumed, stepCount)
    progress = await loop.toEnd().finally(() => loop.release())
  }
  return { progress, values: await context.bestWeights.read(bestStepOf(progress)) }
}

function trainingRun(context: FineTuneContext, stepCount: StepCount): TrainingRun<FineTuneProgress> {
  const { task, sampler, setup, threads, job } = context
  return {
    task,
    schedule: fineTuneSchedule(job.options, () => stepCount.steps),
    batchAt: (step) => sampler.batchAt(step),
    workers: { provider: setup.provider, replicas: setup.replicas, threads },
    checkpoints: { folder: join(context.run, RUN_FILES.checkpoints), everySeconds: CHECKPOINT_SECONDS },
  }
}

/** One attempt of a run: what happens between its steps. */
class FineTuneLoop {
  private readonly reporter: RunReporter
  /** Step of the best weights at the last checkpoint. */
  private savedBestStep: number

  private constructor(
    private readonly context: FineTuneContext,
    private readonly trainer: Trainer<FineTuneProgress>,
    private readonly scorer: HeldOutScorer,
    private readonly stepCount: StepCount,
  ) {
    this.reporter = new RunReporter(context, trainer)
    this.savedBestStep = bestStepOf(trainer.progress)
  }

  static async open(
    context: FineTuneContext,
    run: TrainingRun<FineTuneProgress>,
    resumed: ResumePoint<FineTuneProgress>,
    stepCount: StepCount,
  ): Promise<FineTuneLoop> {
    const { task, heldOut, threads, job, control } = context
    control.emit({ type: 'phase', phase: 'measuring', message: message('training.measuring') })
    const trainer = await Trainer.open(run, resumed, () => task.initialWeights())
    const limit = PRESETS[job.options.preset].crops
    return new FineTuneLoop(context, trainer, await task.openScorer(heldOut, { limit, threads }), stepCount)
  }

  async release(): Promise<void> {
    await this.scorer.release()
    await this.trainer.release()
  }

  /** @throws PausedError, FineTuneError, DeviceError */
  async toEnd(): Promise<FineTuneProgress> {
    if (this.trainer.progress.step === 0) {
      await this.scoreBefore()
    }
    await this.trainer.train({
      beforeStep: () => this.pauseIfRequested(),
      afterStep: (step) => this.afterStep(step),
    })
    return this.trainer.progress
  }

  /** Where the curve begins: the model that the run goes on from. Its weights are none of the run's. */
  private async scoreBefore(): Promise<void> {
    const scored = await this.scorer.score(this.trainer.stepper)
    // a damaged model ends the run after its first step
    if (Number.isFinite(scored.score)) {
      this.reporter.score(0, scored, false)
    }
  }

  /** A run whose number of steps is unknown restarts, so that its measured steps belong to one attempt. */
  private async pauseIfRequested(): Promise<void> {
    const { control } = this.context
    if (control.isPauseRequested() && this.stepCount.steps !== null) {
      await this.save()
    }
    throwIfPauseRequested(control)
  }

  private async afterStep(result: TimedStep): Promise<void> {
    const { trainer, stepCount, reporter } = this
    this.requireFinite(result.loss, result.gradientNorm ?? 0)
    await stepCount.measure(result.seconds)
    reporter.step(stepCount.steps, result)
    if (isScoreDue(trainer.progress, stepCount.steps, this.context.job.options)) {
      await this.score()
    } else if (trainer.isSaveDue() && stepCount.steps !== null) {
      await this.save()
    }
  }

  private async score(): Promise<void> {
    const { trainer, reporter, stepCount, context } = this
    const scored = await this.scorer.score(trainer.stepper)
    this.requireFinite(scored.score)
    trainer.update(afterScore(trainer.progress, scored.score, stepCount.steps, context.job.options))
    const { step, isEnded, best } = trainer.progress
    const isBest = best?.step === step
    if (isBest) {
      await context.bestWeights.save(step, await trainer.stepper.parameters())
    }
    reporter.score(step, scored, isBest)
    await this.save()
    if (!isEnded && reporter.areExamplesDue()) {
      await reporter.examples()
    }
  }

  /** The best weights are those of the last two checkpoints. */
  private async save(): Promise<void> {
    await this.trainer.save()
    const bestStep = bestStepOf(this.trainer.progress)
    await this.context.bestWeights.deleteOthers([bestStep, this.savedBestStep])
    this.savedBestStep = bestStep
  }

  /** Called before anything of a diverged run is saved. @throws FineTuneError, DeviceError */
  private requireFinite(...figures: readonly number[]): void {
    if (figures.every((figure) => Number.isFinite(figure))) {
      return
    }
    const { setup, run } = this.context
    throw divergedError(setup.provider, this.trainer.progress.step, run)
  }
}

/** Of a loss that is not a number. On a device this may be the device's own fault, and the processor is tried. */
export function divergedError(
  provider: ProviderName,
  step: number,
  run: string,
): FineTuneError | DeviceError {
  return provider === 'cpu'
    ? new FineTuneError(message('training.notANumber', { step }), run)
    : new DeviceError(provider, new MessageError(message('training.lossNotANumber', { step })))
}

function bestStepOf({ best }: FineTuneProgress): number {
  return best?.step ?? 0
}

/** How many steps a run takes: fixed once in it, when it is known what one costs on this machine. */
class StepCount {
  /** Null until it is fixed. */
  private count: number | null
  /** Seconds of each step of this attempt. */
  private readonly measured: number[] = []

  constructor(private readonly context: FineTuneContext) {
    this.count = context.setup.steps
  }

  get steps(): number | null {
    return this.count
  }

  /** Reports and stores the number of steps once this step determines it. */
  async measure(seconds: number): Promise<void> {
    if (this.count !== null) {
      return
    }
    const { job, run, setup, control } = this.context
    const { preset, advanced } = job.options
    this.measured.push(seconds)
    if (this.measured.length < MEASURED_STEPS && advanced.steps === null) {
      return
    }
    const secondsPerStep = medianOf(this.measured)
    const cost = { seconds: secondsPerStep, mean: fineTuneInfo(setup.family)?.stepCost ?? 1 }
    this.count = stepsOf(preset, advanced, cost)
    await writeSetup(run, { ...setup, steps: this.count, secondsPerStep })
    control.emit({ type: 'phase', phase: 'training', message: message('training.running') })
  }
}

/** Without the first two where there are more than three: they are slow. */
function medianOf(seconds: readonly number[]): number {
  const sorted = seconds.slice(seconds.length > 3 ? 2 : 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
