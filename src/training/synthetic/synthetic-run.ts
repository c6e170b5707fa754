import { openPackage } from '../../packages/read-package'
import { partsWithout } from '../../models/network'
import { familyNamed } from '../../models/registry'
import { FlipAugmentation, readTrainingSet } from '../data/training-set'
import type { TrainingPair } from '../data/training-set'
import type { TrainingStage, SyntheticScores, SyntheticTask, Progress, Schedule } from '../task'
import { RandomSampler } from '../random-sampler'
import { warmCosine } from '../task'
import { resumePoint, Trainer } from '../trainer'
import type { TimedStep, TrainingRun } from '../trainer'
import { appendScoreLog, appendTrainingLog } from './run-log'
import type { TrainingLogEntry } from './run-log'
import { loadInitialWeights, openRunSetup } from './run-setup'
import type { SyntheticRunOptions } from './run-setup'
import { z } from 'zod'

const recordSchema = z.object({ minutes: z.number(), step: z.number() })

/** The learning rate rises over so many steps, or over that share of the run where it is less. */
const WARM_UP = { steps: 400, share: 0.05 } as const
/** The last learning rate over the highest. */
const LOWEST_RATE = 0.01

/**
 * A cosine over the run, or one after the other. Where its length is given in minutes, the fraction of the run is one of
 * time.
 * @param starts fractions of the run at which a cosine begins, 0 first
 */
export function syntheticSchedule(
  { minutes, steps, rate }: Pick<SyntheticRunOptions, 'minutes' | 'steps' | 'rate'>,
  starts: readonly number[] = [0],
): Schedule<Progress> {
  const share = ({ step, seconds }: Progress): number =>
    steps === null ? seconds / 60 / minutes : step / steps
  return {
    initial: { step: 0, seconds: 0 },
    fromRecord(record) {
      const { step, minutes } = recordSchema.parse(record)
      return { step, seconds: 60 * minutes }
    },
    toRecord: ({ step, seconds }) => ({ minutes: seconds / 60, step }),
    share,
    rate(progress) {
      const next = { ...progress, step: progress.step + 1 }
      const index = starts.findLastIndex((start) => share(progress) >= start - 1e-9)
      const [start, end] = [starts[index], starts[index + 1] ?? 1]
      const within = (of: Progress): number => (share(of) - start) / (end - start)
      // in a run of so many minutes the steps since a later start are not known
      const stepsSince = steps === null ? (index === 0 ? next.step : 0) : next.step - start * steps
      const warm = Math.max(stepsSince / WARM_UP.steps, within(next) / WARM_UP.share)
      return warmCosine({ highest: rate, lowest: LOWEST_RATE }, within(progress), warm)
    },
    isEnded: (progress) => share(progress) >= 1,
  }
}

const CHECKPOINT_SECONDS = 240
const DEV_PAIRS = 128

export interface SyntheticRunCallbacks {
  readonly onLine: (line: TrainingLogEntry) => void
  /** Scores on the held-out set, after each checkpoint. */
  readonly onScores?: (scores: SyntheticScores) => void
  readonly signal: AbortSignal
}

/**
 * Trains a family on synthetic pairs, from the newest checkpoint of `out` where there is one.
 * @throws RangeError for an unknown family or part; TrainingSetError, PackageError, CheckpointError
 */
export async function trainOnSyntheticPairs(
  options: SyntheticRunOptions,
  callbacks: SyntheticRunCallbacks,
): Promise<void> {
  const { without, batch, provider, replicas, threads, detector } = options
  const family = familyNamed(options.family)
  partsWithout(family.network.parts, without)
  const trainer = await family.trainer()
  const pairs = (
    await Promise.all(options.data.map((folder) => readTrainingSet(folder, family.network.trainingSide)))
  ).flat()
  const start = options.from === null ? null : await openPackage(options.from, options.family)
  const { categories, tokenizer, entities } = openRunSetup(options, trainer.entities, pairs, start)
  const task = trainer.syntheticTask({
    tokenizer,
    categories,
    entities,
    without,
    freezeEncoder: options.encoder !== null,
    isContinued: start !== null,
    batch,
    provider,
    replicas,
    threads,
    detector,
  })
  await runTask(options, task, pairs, () => loadInitialWeights(options, start, task.parameters), callbacks)
}

/** Trains a task to its end, or until it is stopped. */
export async function runTask(
  options: SyntheticRunOptions,
  task: SyntheticTask,
  pairs: readonly TrainingPair[],
  initialWeights: () => Promise<ReadonlyMap<string, Float32Array>>,
  callbacks: SyntheticRunCallbacks,
): Promise<void> {
  const { out, dev, provider, replicas, threads } = options
  const run: TrainingRun<Progress> = {
    task,
    schedule: syntheticSchedule(options, task.rateStarts),
    batchAt: batchesOf(options, task, pairs),
    workers: { provider, replicas, threads },
    checkpoints: { folder: out, everySeconds: CHECKPOINT_SECONDS },
  }
  const devPairs =
    dev === null
      ? null
      : (await readTrainingSet(dev, familyNamed(options.family).network.trainingSide)).slice(0, DEV_PAIRS)
  const trainer = await Trainer.open(run, await resumePoint(run), initialWeights)
  const log = new RunLog(options, trainer, callbacks.onLine)
  const save = (): Promise<void> =>
    trainer.outsideTime(async () => {
      await trainer.save()
      if (devPairs !== null) {
        const scores = await task.score(trainer.stage, trainer.stepper, devPairs)
        appendScoreLog(out, { ...minutesOf(trainer.progress), ...scores })
        callbacks.onScores?.(scores)
      }
    })
  try {
    await trainer.train({
      isStopRequested: () => callbacks.signal.aborted,
      async afterStep(step) {
        const isLast = run.schedule.isEnded(trainer.progress) || callbacks.signal.aborted
        log.afterStep(step, isLast)
        const isStageEnd = task.stageAt(run.schedule.share(trainer.progress)) !== trainer.stage
        if (trainer.isSaveDue() || (isStageEnd && !isLast)) {
          await save()
        }
      },
    })
    await save()
  } finally {
    await task.release()
    await trainer.release()
  }
}

/** Batches of pairs in random order, some of them flipped: each a function of the seed, the step and the stage. */
function batchesOf(
  { batch, seed, mirror }: SyntheticRunOptions,
  task: SyntheticTask,
  pairs: readonly TrainingPair[],
): TrainingRun<Progress>['batchAt'] {
  const sampler = new RandomSampler(pairs.length, seed)
  const flips = new FlipAugmentation({ mirror, seed })
  return (step: number, stage: TrainingStage) => {
    const own = Array.from({ length: batch }, (_, item) => {
      const index = step * batch + item
      return flips.apply(pairs[sampler.at(index)], index)
    })
    return task.batch(own, seed * 1_000_003 + step, stage)
  }
}

/** Writes a line of the log for each `logEvery` steps, and one for the last step. */
class RunLog {
  private logged: { at: number; step: number }

  constructor(
    private readonly options: SyntheticRunOptions,
    private readonly trainer: Trainer<Progress>,
    private readonly onLine: (line: TrainingLogEntry) => void,
  ) {
    this.logged = { at: performance.now(), step: trainer.progress.step }
  }

  afterStep({ loss, terms, rate }: TimedStep, isLast: boolean): void {
    const { options, logged } = this
    const { progress } = this.trainer
    if (!isLast && progress.step % options.logEvery !== 0) {
      return
    }
    const now = performance.now()
    const pairCount = (progress.step - logged.step) * options.batch
    const pairsPerSecond = (1000 * pairCount) / (now - logged.at)
    const line = { ...minutesOf(progress), pairsPerSecond, rate, loss, terms }
    this.logged = { at: now, step: progress.step }
    appendTrainingLog(options.out, line)
    this.onLine(line)
  }
}

function minutesOf({ step, seconds }: Progress): { minutes: number; step: number } {
  return { minutes: seconds / 60, step }
}
