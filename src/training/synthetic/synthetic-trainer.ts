import { appendFileSync, mkdirSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadNewest, saveCheckpoint } from '../checkpoint'
import { RandomSampler } from '../random-sampler'
import type { TensorData } from '../session'
import type { StepResult, Stepper } from '../train-step'
import { FlipAugmentation } from '../data/flip-augmentation'
import {
  INITIAL_SYNTHETIC_PROGRESS,
  syntheticProgressSchema,
  syntheticRateAt,
  fractionOfRun,
} from './progress'
import type { SyntheticProgress } from './progress'
import { graphInputs, openStep } from '../open-step'
import type { TrainingStage } from '../open-step'
import { readTrainingSet } from '../data/training-set'
import type { TrainingPair } from '../data/training-set'
import type { SyntheticRunOptions } from './run-setup'
import { z } from 'zod'

export interface TrainingLogEntry {
  readonly step: number
  readonly minutes: number
  readonly pairsPerSecond: number
  readonly rate: number
  readonly loss: number
  readonly terms: Readonly<Record<string, number>>
}

/** All in which families differ in a run on synthetic pairs. */
export interface SyntheticTask<Stage extends TrainingStage, Scores extends object> {
  /** The stage at a fraction of the run; the same stage is the same object. All have the same state. */
  readonly stageAt: (share: number) => Stage
  readonly initialWeights: () => Promise<ReadonlyMap<string, Float32Array>>
  /** At least the inputs that the stage reads; a pure function of its arguments. */
  readonly makeBatch: (
    pairs: readonly TrainingPair[],
    seed: number,
    stage: Stage,
  ) => Promise<Readonly<Record<string, TensorData>>>
  /** Before the first step of a stage, and before the first one after a break. */
  readonly onStageEnter?: (stage: Stage, step: Stepper) => Promise<void>
  readonly score: (stage: Stage, step: Stepper, dev: readonly TrainingPair[]) => Promise<Scores>
  readonly release: () => Promise<void>
}

/** Of a run's folder: a line for each `logEvery` steps, and one for each checkpoint that was scored. */
const TRAINING_LOG_FILE = 'log.jsonl'
const SCORE_LOG_FILE = 'scores.jsonl'

const CHECKPOINT_MINUTES = 4
const DEV_PAIRS = 128

/** Trains from the newest checkpoint of `out` where there is one. */
export async function trainOnSynthetic<Stage extends TrainingStage, Scores extends object>(
  options: SyntheticRunOptions,
  pairs: readonly TrainingPair[],
  task: SyntheticTask<Stage, Scores>,
  onLine: (line: TrainingLogEntry) => void,
  onScores: (scores: Scores) => void,
  signal: AbortSignal,
): Promise<void> {
  const dev = options.dev === null ? null : (await readTrainingSet(options.dev)).slice(0, DEV_PAIRS)
  const run = await SyntheticTrainer.open({ options, pairs, task, dev, onLine, onScores })
  try {
    await run.toEnd(signal)
  } finally {
    await run.release()
  }
}

interface TrainerContext<Stage extends TrainingStage, Scores extends object> {
  readonly options: SyntheticRunOptions
  readonly pairs: readonly TrainingPair[]
  readonly task: SyntheticTask<Stage, Scores>
  readonly dev: readonly TrainingPair[] | null
  readonly onLine: (line: TrainingLogEntry) => void
  readonly onScores: (scores: Scores) => void
}

class SyntheticTrainer<Stage extends TrainingStage, Scores extends object> {
  private readonly sampler: RandomSampler
  private readonly flips: FlipAugmentation
  private stepStartedAt = performance.now()
  private logged: { at: number; step: number }
  /** Minutes of the run at the last checkpoint. */
  private savedMinutes: number

  private constructor(
    private readonly context: TrainerContext<Stage, Scores>,
    private progress: SyntheticProgress,
    private stage: Stage,
    /** Null where the last one was released and the next could not be opened. */
    private step: Stepper | null,
  ) {
    this.sampler = new RandomSampler(context.pairs.length, context.options.seed)
    this.flips = new FlipAugmentation(context.options)
    this.logged = { at: this.stepStartedAt, step: progress.step }
    this.savedMinutes = progress.minutes
  }

  static async open<Stage extends TrainingStage, Scores extends object>(
    context: TrainerContext<Stage, Scores>,
  ): Promise<SyntheticTrainer<Stage, Scores>> {
    const { options, task } = context
    mkdirSync(options.out, { recursive: true })
    const loaded = await loadNewest(options.out, task.stageAt(0).graph)
    const progress =
      loaded === null ? INITIAL_SYNTHETIC_PROGRESS : syntheticProgressSchema.parse(loaded.record)
    const stage = task.stageAt(fractionOfRun(options, progress))
    const step = await openStep(stage.graph, loaded?.state ?? (await task.initialWeights()), options)
    return new SyntheticTrainer(context, progress, stage, step)
  }

  async toEnd(signal: AbortSignal): Promise<void> {
    const { options, task } = this.context
    await task.onStageEnter?.(this.stage, this.stepper)
    let batch = await this.batchAt(this.progress.step)
    while (fractionOfRun(options, this.progress) < 1 && !signal.aborted) {
      const due = task.stageAt(fractionOfRun(options, this.progress))
      if (due !== this.stage) {
        await this.switchStage(due)
        // the batch at hand was made for the previous stage
        batch = await this.batchAt(this.progress.step)
      }
      const rate = syntheticRateAt(options, this.progress)
      // the next batch is made while the threads work on this one
      const [result, next] = await Promise.all([
        this.stepper.run(graphInputs(this.stage.graph, batch), rate),
        this.batchAt(this.progress.step + 1),
      ])
      batch = next
      this.recordStep()
      const isLast = fractionOfRun(options, this.progress) >= 1 || signal.aborted
      if (isLast || this.progress.step % options.logEvery === 0) {
        this.log(result, rate)
      }
      if (this.progress.minutes - this.savedMinutes >= CHECKPOINT_MINUTES) {
        await this.save()
      }
    }
    await this.save()
  }

  /** Must be called: the threads keep the program alive. */
  async release(): Promise<void> {
    await this.context.task.release()
    await this.step?.release()
  }

  private get stepper(): Stepper {
    if (this.step === null) {
      throw new Error('no step is open')
    }
    return this.step
  }

  private batchAt(at: number): ReturnType<SyntheticTask<Stage, Scores>['makeBatch']> {
    const { options, pairs, task } = this.context
    const { batch, seed } = options
    const batchPairs = Array.from({ length: batch }, (_, item) => {
      const place = at * batch + item
      return this.flips.apply(pairs[this.sampler.at(place)], place)
    })
    return task.makeBatch(batchPairs, seed * 1_000_003 + at, this.stage)
  }

  private async switchStage(stage: Stage): Promise<void> {
    const state = await this.stepper.snapshot()
    await this.stepper.release()
    this.step = null
    this.stage = stage
    this.step = await openStep(stage.graph, state, this.context.options)
    await this.context.task.onStageEnter?.(stage, this.step)
  }

  private recordStep(): void {
    const now = performance.now()
    const { minutes, step } = this.progress
    this.progress = { minutes: minutes + (now - this.stepStartedAt) / 60_000, step: step + 1 }
    this.stepStartedAt = now
  }

  private log({ loss, terms }: StepResult, rate: number): void {
    const { options, onLine } = this.context
    const { progress, logged, stepStartedAt: mark } = this
    const pairCount = (progress.step - logged.step) * options.batch
    const line = { ...progress, pairsPerSecond: (pairCount * 1000) / (mark - logged.at), rate, loss, terms }
    this.logged = { at: mark, step: progress.step }
    appendLine(options.out, TRAINING_LOG_FILE, line)
    onLine(line)
  }

  private async save(): Promise<void> {
    const { progress, stage, stepper } = this
    const { options, task, dev, onScores } = this.context
    this.savedMinutes = progress.minutes
    await saveCheckpoint(options.out, stage.graph, { state: await stepper.snapshot(), record: progress })
    if (dev !== null) {
      const scores = await task.score(stage, stepper, dev)
      appendLine(options.out, SCORE_LOG_FILE, { ...progress, ...scores })
      onScores(scores)
    }
    this.stepStartedAt = performance.now()
  }
}

function appendLine(out: string, file: string, value: object): void {
  appendFileSync(join(out, file), `${JSON.stringify(value)}\n`)
}

/** JSON has no infinity and no NaN: a run that went wrong has null there. */
const figure = z
  .number()
  .nullable()
  .transform((value) => value ?? NaN)

const lineSchema = z.object({
  step: z.number(),
  minutes: z.number(),
  pairsPerSecond: z.number(),
  rate: z.number(),
  loss: figure,
  terms: z.record(z.string(), figure),
})

const scoresSchema = z.object({
  step: z.number(),
  minutes: z.number(),
  maskIou: z.number(),
  accuracy: z.number(),
  /** Absent before captions are trained, and for CCRC. */
  'CIDEr-D': z.number().optional(),
})
export type ScoreLogEntry = z.infer<typeof scoresSchema>

/** The lines of a run's log, in their order. */
export function readTrainingLog(out: string): TrainingLogEntry[] {
  return readLines(join(out, TRAINING_LOG_FILE), lineSchema)
}

/** A run's scores on held-out pairs, one for each checkpoint. */
export function readScoreLog(out: string): ScoreLogEntry[] {
  return readLines(join(out, SCORE_LOG_FILE), scoresSchema)
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path)) {
    return []
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}
