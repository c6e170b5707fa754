import { setImmediate } from 'node:timers/promises'
import type { HeldOutScorer } from '../evaluation/held-out-score'
import { FineTuneError } from '../data/corrected-pair'
import type { Batch } from './fine-tune-task'
import { PRESETS, afterScore, isScoreDue, learningRateAt, fractionDone } from './presets'
import type { Progress } from './presets'
import { StagedTrainer } from '../staged-trainer'
import { bestStepOf, loadResumePoint, RunCheckpoints } from './run-checkpoints'
import type { ResumePoint } from './run-checkpoints'
import { RunReporter } from './run-reporter'
import { StepCount } from './step-count'
import { throwIfPauseRequested } from './fine-tune-context'
import type { FineTuneContext } from './fine-tune-context'

export interface FineTuneResult {
  readonly progress: Progress
  /** The best weights. */
  readonly values: ReadonlyMap<string, Float32Array>
}

/** Trains to the end of the run, from its newest checkpoint where there is one. @throws Paused, TuneError */
export async function runFineTuneLoop(context: FineTuneContext): Promise<FineTuneResult> {
  const resumePoint = await loadResumePoint(context)
  let { progress } = resumePoint
  if (!progress.isEnded) {
    const loop = await FineTuneLoop.open(context, resumePoint)
    progress = await loop.toEnd().finally(() => loop.release())
  }
  return { progress, values: await context.bestWeights.read(bestStepOf(progress)) }
}

/** One attempt of a run: steps, with held-out scores and checkpoints in between. */
class FineTuneLoop {
  /** Seconds of the run so far, earlier attempts included. */
  private readonly seconds: () => number
  private readonly stepCount: StepCount
  private readonly checkpoints: RunCheckpoints
  private readonly reporter: RunReporter

  private constructor(
    private readonly context: FineTuneContext,
    private progress: Progress,
    private readonly trainer: StagedTrainer,
    private readonly scorer: HeldOutScorer,
  ) {
    const began = performance.now() - 1000 * progress.seconds
    this.seconds = () => (performance.now() - began) / 1000
    this.stepCount = new StepCount(context)
    this.checkpoints = new RunCheckpoints(context, progress)
    this.reporter = new RunReporter(context, this.seconds)
  }

  static async open(context: FineTuneContext, { progress, state }: ResumePoint): Promise<FineTuneLoop> {
    const { task, setup, heldOut, threads, job, control } = context
    const start = state ?? (await task.initialWeights())
    control.emit({ type: 'phase', phase: 'measuring', message: 'Measuring a step' })
    const trainer = await StagedTrainer.open(context, fractionDone(progress, setup.steps), start)
    const limit = PRESETS[job.options.preset].crops
    return new FineTuneLoop(context, progress, trainer, await task.openScorer(heldOut, { limit, threads }))
  }

  async release(): Promise<void> {
    await this.scorer.release()
    await this.trainer.release()
  }

  /** @throws Paused, TuneError */
  async toEnd(): Promise<Progress> {
    const { sampler, job } = this.context
    let batch = await sampler.batchAt(this.progress.step)
    while (!this.progress.isEnded) {
      await this.pauseIfAsked()
      batch = await this.step(batch)
      if (isScoreDue(this.progress, this.stepCount.steps, job.options)) {
        await this.score()
      } else if (this.checkpoints.isDue(this.progress) && this.stepCount.steps !== null) {
        await this.save()
      }
      await setImmediate()
    }
    return this.progress
  }

  /** A run whose number of steps is unknown restarts, so that its measured steps belong to one attempt. */
  private async pauseIfAsked(): Promise<void> {
    const { control } = this.context
    if (control.isPauseRequested() && this.stepCount.steps !== null) {
      await this.save()
    }
    throwIfPauseRequested(control)
  }

  /** Returns the next step's batch, which is made meanwhile. */
  private async step(batch: Batch): Promise<Batch> {
    const { sampler, job } = this.context
    await this.trainer.enterStage(fractionDone(this.progress, this.stepCount.steps))
    const rate = learningRateAt(this.progress, this.stepCount.steps, job.options)
    const started = performance.now()
    const coming = sampler.batchAt(this.progress.step + 1)
    coming.catch(() => undefined) // reported below, when the step is done
    const result = await this.trainer.train(batch, rate)
    const next = await coming
    const seconds = (performance.now() - started) / 1000
    this.progress = { ...this.progress, step: this.progress.step + 1, seconds: this.seconds() }
    this.requireFinite(result.loss, result.gradientNorm ?? 0)
    await this.stepCount.measure(this.progress.step, seconds)
    this.reporter.step(this.progress, this.stepCount.steps, { ...result, rate, seconds })
    return next
  }

  private async score(): Promise<void> {
    const { bestWeights: best, job } = this.context
    const scored = await this.scorer.score(this.trainer.stepper)
    this.requireFinite(scored.score)
    this.progress = afterScore(this.progress, scored.score, this.stepCount.steps, job.options)
    const { step, isEnded } = this.progress
    const isBest = this.progress.best?.step === step
    if (isBest) {
      await best.save(step, await this.trainer.stepper.parameters())
    }
    this.reporter.score(step, scored, isBest)
    await this.save()
    if (!isEnded && this.reporter.areExamplesDue(this.progress)) {
      await this.reporter.examples(this.trainer, this.progress)
    }
  }

  private async save(): Promise<void> {
    this.progress = { ...this.progress, seconds: this.seconds() }
    await this.checkpoints.save(this.trainer, this.progress)
  }

  /** Called before anything of a diverged run is saved. @throws TuneError */
  private requireFinite(...figures: readonly number[]): void {
    if (figures.every((figure) => Number.isFinite(figure))) {
      return
    }
    const { step } = this.progress
    const message = `The loss is not a number after step ${step}: choose a lower learning rate.`
    throw new FineTuneError(message, this.context.run)
  }
}
