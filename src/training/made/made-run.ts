import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TrainingGraph } from '../../graph'
import { loadNewest, saveCheckpoint } from '../checkpoint'
import { Order } from '../order'
import type { Fed } from '../session'
import type { StepResult, Stepper } from '../train-step'
import { Mirrors } from './mirrors'
import { atStart, progressSchema, rateAt, shareDone, type Progress } from './pace'
import { inputsOf, openStep } from './shared-step'
import { readTrainingSet, type TrainingPair } from './training-set'
import type { MadeRunOptions } from './run-setup'

export interface MadeLogLine {
  readonly step: number
  readonly minutes: number
  readonly pairsPerSecond: number
  readonly rate: number
  readonly loss: number
  readonly terms: Readonly<Record<string, number>>
}

export interface MadeStage {
  readonly graph: TrainingGraph
}

/** What a run learns by. */
export interface Lesson<Stage extends MadeStage, Scores extends object> {
  /** The stage at a share of the run; the same one is the same object. All have the same state. */
  readonly at: (share: number) => Stage
  readonly firstValues: () => Promise<ReadonlyMap<string, Float32Array>>
  /** At least the inputs that the stage reads; a function of what it is given alone. */
  readonly batch: (
    pairs: readonly TrainingPair[],
    seed: number,
    stage: Stage,
  ) => Promise<Readonly<Record<string, Fed>>>
  /** Before the first step of a stage, and before the first one after a break. */
  readonly enter?: (stage: Stage, step: Stepper) => Promise<void>
  readonly score: (stage: Stage, step: Stepper, dev: readonly TrainingPair[]) => Promise<Scores>
  readonly release: () => Promise<void>
}

/** Of a run's folder: a line for each `logEvery` steps, and one for each checkpoint that was scored. */
export const logFile = 'log.jsonl'
export const scoresFile = 'scores.jsonl'

const CHECKPOINT_MINUTES = 4
const DEV_PAIRS = 128

/** Trains from the newest checkpoint of `out` where there is one. */
export async function runMade<Stage extends MadeStage, Scores extends object>(
  options: MadeRunOptions,
  pairs: readonly TrainingPair[],
  lesson: Lesson<Stage, Scores>,
  onLine: (line: MadeLogLine) => void,
  onScores: (scores: Scores) => void,
  signal: AbortSignal,
): Promise<void> {
  const dev = options.dev === null ? null : (await readTrainingSet(options.dev)).slice(0, DEV_PAIRS)
  const run = await MadeRun.open({ options, pairs, lesson, dev, onLine, onScores })
  try {
    await run.toEnd(signal)
  } finally {
    await run.release()
  }
}

interface Around<Stage extends MadeStage, Scores extends object> {
  readonly options: MadeRunOptions
  readonly pairs: readonly TrainingPair[]
  readonly lesson: Lesson<Stage, Scores>
  readonly dev: readonly TrainingPair[] | null
  readonly onLine: (line: MadeLogLine) => void
  readonly onScores: (scores: Scores) => void
}

class MadeRun<Stage extends MadeStage, Scores extends object> {
  private readonly order: Order
  private readonly mirrors: Mirrors
  private mark = performance.now()
  private logged: { at: number; step: number }
  /** Minutes of the run at the last checkpoint. */
  private saved: number

  private constructor(
    private readonly around: Around<Stage, Scores>,
    private progress: Progress,
    private stage: Stage,
    /** Null where the last one was released and the next could not be opened. */
    private step: Stepper | null,
  ) {
    this.order = new Order(around.pairs.length, around.options.seed)
    this.mirrors = new Mirrors(around.options)
    this.logged = { at: this.mark, step: progress.step }
    this.saved = progress.minutes
  }

  static async open<Stage extends MadeStage, Scores extends object>(
    around: Around<Stage, Scores>,
  ): Promise<MadeRun<Stage, Scores>> {
    const { options, lesson } = around
    mkdirSync(options.out, { recursive: true })
    const loaded = await loadNewest(options.out, lesson.at(0).graph)
    const progress = loaded === null ? atStart : progressSchema.parse(loaded.record)
    const stage = lesson.at(shareDone(options, progress))
    const step = await openStep(stage.graph, loaded?.state ?? (await lesson.firstValues()), options)
    return new MadeRun(around, progress, stage, step)
  }

  async toEnd(signal: AbortSignal): Promise<void> {
    const { options, lesson } = this.around
    await lesson.enter?.(this.stage, this.stepper)
    let batch = await this.batchAt(this.progress.step)
    while (shareDone(options, this.progress) < 1 && !signal.aborted) {
      const due = lesson.at(shareDone(options, this.progress))
      if (due !== this.stage) {
        await this.goTo(due)
        // the one that is there was made for the stage before
        batch = await this.batchAt(this.progress.step)
      }
      const rate = rateAt(options, this.progress)
      // the next batch is made while the threads work on this one
      const [result, next] = await Promise.all([
        this.stepper.run(inputsOf(this.stage.graph, batch), rate),
        this.batchAt(this.progress.step + 1),
      ])
      batch = next
      this.count()
      const isLast = shareDone(options, this.progress) >= 1 || signal.aborted
      if (isLast || this.progress.step % options.logEvery === 0) this.log(result, rate)
      if (this.progress.minutes - this.saved >= CHECKPOINT_MINUTES) await this.save()
    }
    await this.save()
  }

  /** Threads that are not told to end keep the program from ending. */
  async release(): Promise<void> {
    await this.around.lesson.release()
    await this.step?.release()
  }

  private get stepper(): Stepper {
    if (this.step === null) throw new Error('no step is open')
    return this.step
  }

  private batchAt(at: number): ReturnType<Lesson<Stage, Scores>['batch']> {
    const { options, pairs, lesson } = this.around
    const { batch, seed } = options
    const shown = Array.from({ length: batch }, (_, item) => {
      const place = at * batch + item
      return this.mirrors.at(pairs[this.order.at(place)], place)
    })
    return lesson.batch(shown, seed * 1_000_003 + at, this.stage)
  }

  private async goTo(stage: Stage): Promise<void> {
    const state = await this.stepper.snapshot()
    await this.stepper.release()
    this.step = null
    this.stage = stage
    this.step = await openStep(stage.graph, state, this.around.options)
    await this.around.lesson.enter?.(stage, this.step)
  }

  private count(): void {
    const now = performance.now()
    const { minutes, step } = this.progress
    this.progress = { minutes: minutes + (now - this.mark) / 60_000, step: step + 1 }
    this.mark = now
  }

  private log({ loss, terms }: StepResult, rate: number): void {
    const { options, onLine } = this.around
    const { progress, logged, mark } = this
    const shown = (progress.step - logged.step) * options.batch
    const line = { ...progress, pairsPerSecond: (shown * 1000) / (mark - logged.at), rate, loss, terms }
    this.logged = { at: mark, step: progress.step }
    appendLine(options.out, logFile, line)
    onLine(line)
  }

  private async save(): Promise<void> {
    const { progress, stage, stepper } = this
    const { options, lesson, dev, onScores } = this.around
    this.saved = progress.minutes
    await saveCheckpoint(options.out, stage.graph, { state: await stepper.snapshot(), record: progress })
    if (dev !== null) {
      const scores = await lesson.score(stage, stepper, dev)
      appendLine(options.out, scoresFile, { ...progress, ...scores })
      onScores(scores)
    }
    this.mark = performance.now()
  }
}

function appendLine(out: string, file: string, value: object): void {
  appendFileSync(join(out, file), `${JSON.stringify(value)}\n`)
}
