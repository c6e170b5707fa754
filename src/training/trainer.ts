import { mkdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { loadNewest, saveCheckpoint } from './checkpoint'
import { ParallelStep } from './replicas/parallel-step'
import { DeviceStep } from './device-step'
import { stageStart } from './stage-start'
import { TrainStep } from './train-step'
import type { Batch, TrainingStage, Workers, TrainingTask, Progress, Schedule } from './task'
import type { TrainingStart, TrainingState } from './state-vectors'
import type { StepResult, Stepper } from './train-step'

/** One run: what is trained, on which data, how long, and where its checkpoints are. */
export interface TrainingRun<P extends Progress> {
  readonly task: TrainingTask
  readonly schedule: Schedule<P>
  /** The batch of a step; a pure function of the step and the stage. */
  readonly batchAt: (step: number, stage: TrainingStage) => Promise<Batch>
  readonly workers: Pick<Workers, 'provider' | 'replicas' | 'threads'>
  readonly checkpoints: { readonly folder: string; readonly everySeconds: number }
}

export interface TimedStep extends StepResult {
  readonly rate: number
  /** Of this step, with the making of the next batch. */
  readonly seconds: number
}

/** The hooks of a run between steps. */
export interface TrainerCallbacks {
  /** Before each step, the first one too; a throw ends the attempt. */
  readonly beforeStep?: () => Promise<void>
  readonly afterStep: (step: TimedStep) => Promise<void>
  /** Whether to stop where the run is. */
  readonly isStopRequested?: () => boolean
}

export interface ResumePoint<P extends Progress> {
  readonly progress: P
  /** Null at the beginning of a run. */
  readonly state: TrainingState | null
}

/** Where a run resumes: at its newest checkpoint, or at its beginning. @throws CheckpointError */
export async function resumePoint<P extends Progress>({
  task,
  schedule,
  checkpoints,
}: Pick<TrainingRun<P>, 'task' | 'schedule' | 'checkpoints'>): Promise<ResumePoint<P>> {
  const newest = await loadNewest(checkpoints.folder, task.stageAt(0).graph)
  return newest === null
    ? { progress: schedule.initial, state: null }
    : { progress: schedule.fromRecord(newest.record), state: newest.state }
}

/**
 * Trains a model stage by stage, on any data. The next batch is made while a step runs. A run that is stopped and
 * resumed comes to the same weights.
 */
export class Trainer<P extends Progress> {
  private readonly clock: Clock
  private savedSeconds: number

  private constructor(
    private readonly run: TrainingRun<P>,
    private current: P,
    private currentStage: TrainingStage,
    /** Null where the last one was released and the next could not be opened. */
    private step: Stepper | null,
  ) {
    this.clock = new Clock(current.seconds)
    this.savedSeconds = current.seconds
    mkdirSync(run.checkpoints.folder, { recursive: true })
  }

  /** @param initialWeights of a run that has no checkpoint yet */
  static async open<P extends Progress>(
    run: TrainingRun<P>,
    { progress, state }: ResumePoint<P>,
    initialWeights: () => Promise<TrainingStart>,
  ): Promise<Trainer<P>> {
    const stage = run.task.stageAt(run.schedule.share(progress))
    const step = await openStep(stage, state ?? (await initialWeights()), run.workers)
    return new Trainer(run, progress, stage, step)
  }

  get progress(): P {
    return this.current
  }

  get stage(): TrainingStage {
    return this.currentStage
  }

  /** Valid until another stage is entered. */
  get stepper(): Stepper {
    if (this.step === null) {
      throw new Error('no step is open')
    }
    return this.step
  }

  /** Seconds of the run by now. */
  get seconds(): number {
    return this.clock.seconds
  }

  /** Takes over what a callback has decided. */
  update(progress: P): void {
    this.current = progress
  }

  /** Steps until the run ends or is to stop. */
  async train({ beforeStep, afterStep, isStopRequested }: TrainerCallbacks): Promise<void> {
    const { task, schedule } = this.run
    await this.announceStage(false)
    let batch = await this.run.batchAt(this.progress.step, this.stage)
    const isDone = (): boolean => schedule.isEnded(this.progress) || isStopRequested?.() === true
    while (!isDone()) {
      await beforeStep?.()
      const due = task.stageAt(schedule.share(this.progress))
      if (due !== this.stage) {
        await this.enterStage(due)
        // the batch at hand was made for the stage before
        batch = await this.run.batchAt(this.progress.step, due)
      }
      const [result, next] = await this.trainStep(batch)
      batch = next
      await afterStep(result)
      await setImmediate()
    }
  }

  isSaveDue(): boolean {
    return this.progress.seconds - this.savedSeconds >= this.run.checkpoints.everySeconds
  }

  /** Writes a checkpoint. @throws errors of the disk; the previous checkpoint then stays */
  async save(): Promise<void> {
    const { schedule, checkpoints } = this.run
    this.current = { ...this.current, seconds: this.clock.seconds }
    this.savedSeconds = this.current.seconds
    const state = await this.stepper.snapshot()
    const record = schedule.toRecord(this.current)
    await saveCheckpoint(checkpoints.folder, this.stage.graph, { state, record })
  }

  /** Work whose time is no part of the run's. */
  async outsideTime(work: () => Promise<void>): Promise<void> {
    await this.clock.without(work)
  }

  /** Must be called: the threads keep the program alive. */
  async release(): Promise<void> {
    await this.step?.release()
  }

  private async trainStep(batch: Batch): Promise<[TimedStep, Batch]> {
    const rate = this.run.schedule.rate(this.progress)
    const started = performance.now()
    const coming = this.run.batchAt(this.progress.step + 1, this.stage)
    coming.catch(() => undefined) // reported below, when the step is done
    const result = await this.stepper.run(stageInputs(this.stage, batch), rate)
    const next = await coming
    const seconds = (performance.now() - started) / 1000
    this.current = { ...this.current, step: this.progress.step + 1, seconds: this.clock.seconds }
    return [{ ...result, rate, seconds }, next]
  }

  private async enterStage(stage: TrainingStage): Promise<void> {
    const state = await this.stepper.snapshot()
    await this.stepper.release()
    this.step = null
    this.currentStage = stage
    this.step = await openStep(stage, state, this.run.workers)
    await this.announceStage(true)
  }

  /** @param isStart whether the stage begins, or the run resumes in it */
  private async announceStage(isStart: boolean): Promise<void> {
    const { run, stage, progress } = this
    const snapshot = (): Promise<TrainingState> => this.stepper.snapshot()
    await run.task.onStageEnter?.(stage, () => stageStart(run, { stage, progress, isStart, snapshot }))
  }
}

/** Counts the seconds of a run. */
class Clock {
  private began = performance.now()

  /** @param before seconds of earlier attempts */
  constructor(private readonly before: number) {}

  get seconds(): number {
    return this.before + (performance.now() - this.began) / 1000
  }

  async without(work: () => Promise<void>): Promise<void> {
    const start = performance.now()
    await work()
    this.began += performance.now() - start
  }
}

/** One step in this thread, one that threads share (docs/decisions/081), or one on a device. */
function openStep(
  { graph }: TrainingStage,
  from: TrainingStart,
  { provider, replicas, threads }: TrainingRun<Progress>['workers'],
): Promise<Stepper> {
  if (provider !== 'cpu') {
    return DeviceStep.open(provider, () => TrainStep.createInThread(graph, from, { provider }))
  }
  if (replicas > 1) {
    return ParallelStep.create(graph, from)
  }
  return TrainStep.create(graph, from, threads === undefined ? {} : { threads })
}

/** The part of a batch that a stage reads. */
function stageInputs({ inputNames }: TrainingStage, batch: Batch): Batch {
  return Object.fromEntries(Object.entries(batch).filter(([name]) => inputNames.has(name)))
}
