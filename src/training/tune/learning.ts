import { setImmediate } from 'node:timers/promises'
import type { HeldOut } from './held-out'
import { TuneError } from './item'
import type { Batch } from './lesson'
import { presets } from './presets'
import { afterScore, isScoreDue, rateAt, shareOf, type Progress } from './progress'
import { Pupil } from './pupil'
import { bestStepOf, loadKept, RunCheckpoints, type Kept } from './run-checkpoints'
import { RunReporter } from './run-reporter'
import { StepCount } from './step-count'
import { pauseIfAsked, type Tuning } from './tuning'

export interface Learned {
  readonly progress: Progress
  /** The best weights. */
  readonly values: ReadonlyMap<string, Float32Array>
}

/** Steps to the end of the run, from its newest checkpoint where there is one. @throws Paused, TuneError */
export async function learn(tuning: Tuning): Promise<Learned> {
  const kept = await loadKept(tuning)
  let { progress } = kept
  if (!progress.isEnded) {
    const learning = await Learning.open(tuning, kept)
    progress = await learning.toEnd().finally(() => learning.release())
  }
  return { progress, values: await tuning.best.read(bestStepOf(progress)) }
}

/** One sitting of a run: step after step, held-out scores and checkpoints in between. */
class Learning {
  /** Seconds of the run by now, those of earlier sittings too. */
  private readonly seconds: () => number
  private readonly count: StepCount
  private readonly checkpoints: RunCheckpoints
  private readonly reporter: RunReporter

  private constructor(
    private readonly tuning: Tuning,
    private progress: Progress,
    private readonly pupil: Pupil,
    private readonly heldOut: HeldOut,
  ) {
    const began = performance.now() - 1000 * progress.seconds
    this.seconds = () => (performance.now() - began) / 1000
    this.count = new StepCount(tuning)
    this.checkpoints = new RunCheckpoints(tuning, progress)
    this.reporter = new RunReporter(tuning, this.seconds)
  }

  static async open(tuning: Tuning, { progress, state }: Kept): Promise<Learning> {
    const { lesson, setup, heldOut, threads, job, outside } = tuning
    const start = state ?? (await lesson.firstValues())
    outside.say({ type: 'phase', phase: 'measuring', message: 'Measuring a step' })
    const pupil = await Pupil.open(tuning, shareOf(progress, setup.steps), start)
    const limit = presets[job.options.preset].cuts
    return new Learning(tuning, progress, pupil, await lesson.heldOut(heldOut, { limit, threads }))
  }

  async release(): Promise<void> {
    await this.heldOut.release()
    await this.pupil.release()
  }

  /** @throws Paused, TuneError */
  async toEnd(): Promise<Progress> {
    const { mix, job } = this.tuning
    let batch = await mix.at(this.progress.step)
    while (!this.progress.isEnded) {
      await this.pauseIfAsked()
      batch = await this.step(batch)
      if (isScoreDue(this.progress, this.count.steps, job.options)) {
        await this.score()
      } else if (this.checkpoints.isDue(this.progress) && this.count.steps !== null) {
        await this.save()
      }
      await setImmediate()
    }
    return this.progress
  }

  /** A run whose steps are not counted yet begins anew, so that its measured steps are of one sitting. */
  private async pauseIfAsked(): Promise<void> {
    const { outside } = this.tuning
    if (outside.wantsPause() && this.count.steps !== null) await this.save()
    pauseIfAsked(outside)
  }

  /** Returns the next step's batch, which is made meanwhile. */
  private async step(batch: Batch): Promise<Batch> {
    const { mix, job } = this.tuning
    await this.pupil.enterStage(shareOf(this.progress, this.count.steps))
    const rate = rateAt(this.progress, this.count.steps, job.options)
    const started = performance.now()
    const coming = mix.at(this.progress.step + 1)
    coming.catch(() => undefined) // told below, when the step is done
    const result = await this.pupil.learn(batch, rate)
    const next = await coming
    const seconds = (performance.now() - started) / 1000
    this.progress = { ...this.progress, step: this.progress.step + 1, seconds: this.seconds() }
    this.requireFinite(result.loss, result.gradientNorm ?? 0)
    await this.count.measure(this.progress.step, seconds)
    this.reporter.step(this.progress, this.count.steps, { ...result, rate, seconds })
    return next
  }

  private async score(): Promise<void> {
    const { best, job } = this.tuning
    const scored = await this.heldOut.score(this.pupil.stepper)
    this.requireFinite(scored.score)
    this.progress = afterScore(this.progress, scored.score, this.count.steps, job.options)
    const { step, isEnded } = this.progress
    const isBest = this.progress.best?.step === step
    if (isBest) await best.keep(step, await this.pupil.stepper.parameters())
    this.reporter.score(step, scored, isBest)
    await this.save()
    if (!isEnded && this.reporter.areExamplesDue(this.progress)) {
      await this.reporter.examples(this.pupil, this.progress)
    }
  }

  private async save(): Promise<void> {
    this.progress = { ...this.progress, seconds: this.seconds() }
    await this.checkpoints.save(this.pupil, this.progress)
  }

  /** Before anything of a run that has gone astray is kept. @throws TuneError */
  private requireFinite(...figures: readonly number[]): void {
    if (figures.every((figure) => Number.isFinite(figure))) return
    const { step } = this.progress
    const message = `The loss is no number any more after step ${step}: choose a lower learning rate.`
    throw new TuneError(message, this.tuning.run)
  }
}
