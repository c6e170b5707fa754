import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cosineRate } from '../../graph'
import type { TrainingGraph } from '../../graph'
import { latestCheckpoint, loadCheckpoint, saveCheckpoint } from '../checkpoint'
import { Order } from '../order'
import { ParallelStep } from '../replicas/parallel-step'
import type { Fed } from '../session'
import type { TrainingStart } from '../state-vectors'
import { TrainStep, type Stepper } from '../train-step'
import { readTrainingSet, type TrainingPair } from './training-set'

/** What every run on made pairs is told. */
export interface MadeRunOptions {
  /** Training sets (`deltascribe synth --layout training`), all mixed. */
  readonly data: readonly string[]
  /** A set that is only scored. */
  readonly dev: string | null
  /** Holds log, checkpoints and the result; a run that was stopped goes on from here. */
  readonly out: string
  /** A package whose weights and words the run begins with; null for a start from nothing. */
  readonly from: string | null
  /** The learning rate's cosine ends after so much training, breaks not counted. */
  readonly minutes: number
  /** Ends after so many steps instead; two such runs are alike to the bit. */
  readonly steps: number | null
  readonly batch: number
  readonly rate: number
  readonly seed: number
  readonly words: number
  readonly threads: number | undefined
  /** Threads that share a batch, each with a whole step of its own; 1 for one step with threads within. */
  readonly replicas: number
  /** Steps between lines of the log. */
  readonly logEvery: number
}

export interface MadeLogLine {
  readonly step: number
  readonly minutes: number
  readonly pairsPerSecond: number
  readonly rate: number
  readonly loss: number
  readonly terms: Readonly<Record<string, number>>
}

/** What a run learns by. */
export interface Lesson<Stage extends { readonly graph: TrainingGraph }, Scores extends object> {
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
  readonly warmUp: WarmUp
}

/** How the learning rate rises at the beginning: over so many steps, or over a share of the run where that is less. */
export const warmUpSchema = z.object({ steps: z.int(), share: z.number().nullable() })
export type WarmUp = z.infer<typeof warmUpSchema>

/** Of CCRC, and of runs that say nothing of it. */
export const LONG_WARM_UP: WarmUp = { steps: 400, share: null }
/** Of the other families: a short run is not spent on it. */
export const SHORT_WARM_UP: WarmUp = { steps: 400, share: 0.05 }

/** Of a run's folder: a line for each `logEvery` steps, and one for each checkpoint that was scored. */
export const logFile = 'log.jsonl'
export const scoresFile = 'scores.jsonl'

const CHECKPOINT_MINUTES = 4
const DEV_PAIRS = 128

const progressSchema = z.object({ minutes: z.number(), step: z.number() })
type Progress = z.infer<typeof progressSchema>

/** Trains from the newest checkpoint of `out` where there is one. */
export async function runMade<Stage extends { readonly graph: TrainingGraph }, Scores extends object>(
  options: MadeRunOptions,
  pairs: readonly TrainingPair[],
  lesson: Lesson<Stage, Scores>,
  onLine: (line: MadeLogLine) => void,
  onScores: (scores: Scores) => void,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(options.out, { recursive: true })
  const newest = await latestCheckpoint(options.out)
  const loaded = newest === null ? null : await loadCheckpoint(newest, lesson.at(0).graph)
  let progress = loaded === null ? { minutes: 0, step: 0 } : progressSchema.parse(loaded.record)
  const dev = options.dev === null ? null : (await readTrainingSet(options.dev)).slice(0, DEV_PAIRS)
  let stage = lesson.at(shareDone(options, progress))
  let step = await openStep(stage.graph, loaded?.state ?? (await lesson.firstValues()), options)
  let isOpen = true
  const order = new Order(pairs.length, options.seed)
  const batchAt = (at: number): ReturnType<typeof lesson.batch> => {
    const shown = Array.from(
      { length: options.batch },
      (_, item) => pairs[order.at(at * options.batch + item)],
    )
    return lesson.batch(shown, options.seed * 1_000_003 + at, stage)
  }
  let mark = performance.now()
  let logged = { at: mark, step: progress.step }
  let saved = progress.minutes

  const save = async (): Promise<void> => {
    saved = progress.minutes
    await saveCheckpoint(options.out, stage.graph, { state: await step.snapshot(), record: progress })
    if (dev !== null) {
      const scores = await lesson.score(stage, step, dev)
      appendLine(options.out, scoresFile, { ...progress, ...scores })
      onScores(scores)
    }
    mark = performance.now()
  }

  try {
    await lesson.enter?.(stage, step)
    let batch = await batchAt(progress.step)
    while (shareDone(options, progress) < 1 && !signal.aborted) {
      const due = lesson.at(shareDone(options, progress))
      if (due !== stage) {
        const state = await step.snapshot()
        await step.release()
        isOpen = false
        stage = due
        step = await openStep(stage.graph, state, options)
        isOpen = true
        await lesson.enter?.(stage, step)
        // the one that is there was made for the stage before
        batch = await batchAt(progress.step)
      }
      const rate = rateAt(options, progress, lesson.warmUp)
      // the next batch is made while the threads work on this one
      const [result, next] = await Promise.all([
        step.run(inputsOf(stage.graph, batch), rate),
        batchAt(progress.step + 1),
      ])
      batch = next
      const now = performance.now()
      progress = { minutes: progress.minutes + (now - mark) / 60_000, step: progress.step + 1 }
      mark = now
      if (progress.step % options.logEvery === 0) {
        const line: MadeLogLine = {
          step: progress.step,
          minutes: progress.minutes,
          pairsPerSecond: ((progress.step - logged.step) * options.batch * 1000) / (now - logged.at),
          rate,
          loss: result.loss,
          terms: result.terms,
        }
        logged = { at: now, step: progress.step }
        appendLine(options.out, logFile, line)
        onLine(line)
      }
      if (progress.minutes - saved >= CHECKPOINT_MINUTES) await save()
    }
    await save()
  } finally {
    // threads that are not told to end keep the program from ending
    await lesson.release()
    if (isOpen) await step.release()
  }
}

/** One step in this process, or one that threads share (docs/decisions/081). */
export function openStep(
  graph: TrainingGraph,
  from: TrainingStart,
  { replicas, threads }: Pick<MadeRunOptions, 'replicas' | 'threads'>,
): Promise<Stepper> {
  if (replicas > 1) return ParallelStep.create(graph, from)
  return TrainStep.create(graph, from, threads === undefined ? {} : { threads })
}

/** Pairs that each replica gets. @throws RangeError where the batch cannot be shared evenly */
export function shareOfBatch({ batch, replicas }: Pick<MadeRunOptions, 'batch' | 'replicas'>): number {
  if (batch % replicas !== 0)
    throw new RangeError(`a batch of ${batch} pairs cannot be shared by ${replicas} replicas`)
  return batch / replicas
}

/** The part of a batch that a graph reads. */
export function inputsOf(graph: TrainingGraph, batch: Readonly<Record<string, Fed>>): Record<string, Fed> {
  const wanted = new Set(graph.step.inputs.map(({ name }) => name))
  return Object.fromEntries(Object.entries(batch).filter(([name]) => wanted.has(name)))
}

function shareDone(
  { minutes, steps }: Pick<MadeRunOptions, 'minutes' | 'steps'>,
  progress: Progress,
): number {
  return steps === null ? progress.minutes / minutes : progress.step / steps
}

/** Where the length is given in minutes, the share of the run is one of time. */
export function rateAt(
  options: Pick<MadeRunOptions, 'rate' | 'minutes' | 'steps'>,
  progress: Progress,
  { steps, share }: WarmUp,
): number {
  const cosine = cosineRate(options.rate, 1, 0.01)(shareDone(options, progress))
  const byStep = (progress.step + 1) / steps
  const byShare = share === null ? 0 : shareDone(options, { ...progress, step: progress.step + 1 }) / share
  return cosine * Math.min(1, Math.max(byStep, byShare))
}

function appendLine(out: string, file: string, value: object): void {
  appendFileSync(join(out, file), `${JSON.stringify(value)}\n`)
}
