import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { loadNewest, saveCheckpoint } from '../checkpoint'
import { inputsOf, openStep } from '../made/shared-step'
import type { TrainingStart } from '../state-vectors'
import type { StepResult, Stepper } from '../train-step'
import { exampleOf, openModel } from './compare'
import type { HeldOut } from './held-out'
import type { LessonStage } from './lesson'
import { TuneError } from './item'
import { presets, stepsOf } from './presets'
import {
  afterScore,
  atStart,
  isScoreDue,
  MEASURED,
  progressSchema,
  rateAt,
  shareOf,
  type Progress,
} from './progress'
import { runFiles } from './run-folder'
import { tunable } from './tunable'
import { writeSetup } from './tune-setup'
import { heldOutItems, pauseIfAsked, writeModel, type Tuning } from './tuning'

const CHECKPOINT_SECONDS = 45
const EXAMPLE_SECONDS = 40
const EXAMPLES = 2
const LINE_SECONDS = 1

export interface Learned {
  readonly progress: Progress
  /** The best weights. */
  readonly values: ReadonlyMap<string, Float32Array>
}

/** Steps to the end of the run, from its newest checkpoint where there is one. @throws Paused, TuneError */
export async function learn(tuning: Tuning): Promise<Learned> {
  const { run, lesson, best } = tuning
  const checkpoints = join(run, runFiles.checkpoints)
  mkdirSync(checkpoints, { recursive: true })
  const loaded = await loadNewest(checkpoints, lesson.at(0).graph)
  let progress = loaded === null ? atStart : progressSchema.parse(loaded.record)
  if (!progress.isEnded) {
    const start = loaded?.state ?? (await lesson.firstValues())
    const learning = await Learning.open(tuning, progress, start)
    progress = await learning.toEnd().finally(() => learning.release())
  }
  return { progress, values: await best.read(progress.best?.step ?? 0) }
}

class Learning {
  private mark = performance.now()
  /** Seconds of the run at the last checkpoint, examples and line. */
  private saved: number
  /** Step of the best weights at the last checkpoint. */
  private savedBest: number
  private shown: number
  private told = -LINE_SECONDS
  private readonly measured: number[] = []

  private constructor(
    private readonly tuning: Tuning,
    private progress: Progress,
    private steps: number | null,
    private stage: LessonStage,
    private stepper: Stepper,
    private readonly heldOut: HeldOut,
  ) {
    this.saved = progress.seconds
    this.savedBest = progress.best?.step ?? 0
    this.shown = progress.seconds
  }

  static async open(tuning: Tuning, progress: Progress, start: TrainingStart): Promise<Learning> {
    const { lesson, setup, heldOut, threads, job, outside } = tuning
    outside.say({ type: 'phase', phase: 'measuring', message: 'Measuring a step' })
    const stage = lesson.at(shareOf(progress, setup.steps))
    const stepper = await openStage(tuning, stage, start)
    const limit = presets[job.options.preset].cuts
    const scorer = await lesson.heldOut(heldOut, { limit, threads })
    return new Learning(tuning, progress, setup.steps, stage, stepper, scorer)
  }

  async release(): Promise<void> {
    await this.heldOut.release()
    await this.stepper.release()
  }

  async toEnd(): Promise<Progress> {
    const { outside, mix, job } = this.tuning
    let batch = await mix.at(this.progress.step)
    while (!this.progress.isEnded) {
      // a run whose steps are not counted yet begins anew, so that its measured steps are of one sitting
      if (outside.wantsPause() && this.steps !== null) await this.save()
      pauseIfAsked(outside)
      await this.enterStage()
      const rate = rateAt(this.progress, this.steps, job.options)
      const started = performance.now()
      const next = mix.at(this.progress.step + 1)
      next.catch(() => undefined) // told below, when the step is done
      const result = await this.stepper.run(inputsOf(this.stage.graph, batch), rate)
      batch = await next
      const seconds = (performance.now() - started) / 1000
      this.progress = { ...this.progress, step: this.progress.step + 1 }
      this.requireFinite(result.loss, result.gradientNorm ?? 0)
      this.takeTime()
      if (this.steps === null) await this.measure(seconds)
      this.tell(result, rate, seconds)
      if (isScoreDue(this.progress, this.steps, job.options)) {
        await this.score()
      } else if (this.progress.seconds - this.saved >= CHECKPOINT_SECONDS && this.steps !== null) {
        await this.save()
      }
      await setImmediate()
    }
    return this.progress
  }

  /** Before anything of a run that has gone astray is kept. @throws TuneError */
  private requireFinite(...figures: readonly number[]): void {
    if (figures.every((figure) => Number.isFinite(figure))) return
    const { step } = this.progress
    const message = `The loss is no number any more after step ${step}: choose a lower learning rate.`
    throw new TuneError(message, this.tuning.run)
  }

  private async enterStage(): Promise<void> {
    const due = this.tuning.lesson.at(shareOf(this.progress, this.steps))
    if (due === this.stage) return
    const state = await this.stepper.snapshot()
    await this.stepper.release()
    this.stage = due
    this.stepper = await openStage(this.tuning, due, state)
  }

  /** Fixes the number of steps, once, when it is known what one takes here. */
  private async measure(seconds: number): Promise<void> {
    const { job, run, setup, outside } = this.tuning
    const { preset, advanced } = job.options
    this.measured.push(seconds)
    if (this.measured.length < MEASURED && advanced.steps === null) return
    const secondsPerStep = middleOf(this.measured)
    const cost = { seconds: secondsPerStep, mean: tunable(setup.family)?.stepCost ?? 1 }
    const steps = Math.max(stepsOf(preset, advanced, cost), this.progress.step + 1)
    this.steps = steps
    await writeSetup(run, { ...setup, steps, secondsPerStep })
    outside.say({ type: 'phase', phase: 'training', message: 'Training' })
  }

  private tell({ loss, terms }: StepResult, rate: number, seconds: number): void {
    const { step, seconds: sofar } = this.progress
    const steps = this.steps ?? 0
    if (sofar - this.told < LINE_SECONDS && step !== steps) return
    this.told = sofar
    const pairsPerSecond = this.tuning.batch / seconds
    const secondsLeft = steps === 0 ? null : (steps - step) * seconds
    this.tuning.outside.say({ type: 'step', step, steps, rate, loss, terms, pairsPerSecond, secondsLeft })
  }

  private async score(): Promise<void> {
    const { best, outside, job } = this.tuning
    const { score, maskIou, wordProbability } = await this.heldOut.score(this.stepper)
    this.requireFinite(score)
    this.progress = afterScore(this.progress, score, this.steps, job.options)
    const { step, isEnded } = this.progress
    const isBest = this.progress.best?.step === step
    if (isBest) await best.keep(step, await this.stepper.parameters())
    outside.say({ type: 'score', step, score, maskIou, wordProbability, isBest })
    await this.save()
    if (!isEnded && this.progress.seconds - this.shown >= EXAMPLE_SECONDS) await this.showExamples()
  }

  private async showExamples(): Promise<void> {
    const { run, threads, outside } = this.tuning
    const values = await this.stepper.parameters()
    const model = await openModel(
      await writeModel(this.tuning, this.progress, values, join(run, runFiles.draft)),
      threads,
    )
    try {
      const examples = []
      for (const item of heldOutItems(this.tuning).slice(0, EXAMPLES))
        examples.push(await exampleOf(model, item))
      outside.say({ type: 'examples', step: this.progress.step, examples })
    } finally {
      await model.release()
    }
    this.takeTime()
    this.shown = this.progress.seconds
  }

  private async save(): Promise<void> {
    this.takeTime()
    this.saved = this.progress.seconds
    const folder = join(this.tuning.run, runFiles.checkpoints)
    const state = await this.stepper.snapshot()
    await saveCheckpoint(folder, this.stage.graph, { state, record: this.progress })
    const best = this.progress.best?.step ?? 0
    await this.tuning.best.dropOthers([best, this.savedBest])
    this.savedBest = best
  }

  private takeTime(): void {
    const now = performance.now()
    this.progress = { ...this.progress, seconds: this.progress.seconds + (now - this.mark) / 1000 }
    this.mark = now
  }
}

function openStage(
  { setup, threads }: Tuning,
  { graph }: LessonStage,
  from: TrainingStart,
): Promise<Stepper> {
  return openStep(graph, from, { replicas: setup.replicas, threads })
}

/** Without the first two where there are more than three: they are slow. */
function middleOf(seconds: readonly number[]): number {
  const sorted = seconds.slice(seconds.length > 3 ? 2 : 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
