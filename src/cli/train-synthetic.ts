import { failWith } from '../contract/errors'
import { PackageError } from '../packages/package-error'
import { CheckpointError } from '../training/checkpoint'
import { trainOnSyntheticPairs } from '../training/synthetic/synthetic-run'
import type { TrainingLogEntry } from '../training/synthetic/run-log'
import type { SyntheticRunOptions } from '../training/synthetic/run-setup'
import { modelCard, writeRunPackage } from '../training/synthetic/run-package'
import { TrainingSetError } from '../training/data/training-set'
import { EXIT_CODES, remark, print } from './output'
import { stoppable } from './with-engine'

export interface TrainSyntheticOptions {
  readonly family: string
  readonly data: readonly string[]
  readonly dev?: string
  readonly out: string
  readonly from?: string
  readonly encoder?: string
  readonly id?: string
  readonly minutes: number
  readonly steps?: number
  readonly batch: number
  readonly mirror: SyntheticRunOptions['mirror']
  readonly rate: number
  readonly seed: number
  readonly words: number
  readonly replicas: number
  readonly threads?: number
  readonly without: readonly string[]
}

/** Steps between lines of the log. */
const LOG_EVERY = 50

/** Trains a family on synthetic sets and writes its model package. */
export async function trainSynthetic(options: TrainSyntheticOptions): Promise<number> {
  const { family, out, id = family } = options
  const isStopped = await stoppable(async (signal) => {
    await train(options, signal).catch((error: unknown) => {
      throw isUserError(error) ? failWith('invalid-input', error.message) : error
    })
    return signal.aborted
  })
  if (isStopped) {
    remark('Stopped; the same command continues from the last checkpoint.')
    return EXIT_CODES.stopped
  }
  const model = await writeRunPackage(out, out, { id, version: '1', card: modelCard(out, id) })
  print(`The model is in ${model}, its log in ${out}.`)
  return EXIT_CODES.fine
}

function isUserError(error: unknown): error is Error {
  return [TrainingSetError, PackageError, CheckpointError, RangeError].some((kind) => error instanceof kind)
}

async function train(
  { family, without, ...flags }: TrainSyntheticOptions,
  signal: AbortSignal,
): Promise<void> {
  const { data, out, minutes: whole, batch, mirror, rate, seed, words, threads, replicas, steps } = flags
  const options: SyntheticRunOptions = {
    family,
    without,
    data,
    out,
    dev: flags.dev ?? null,
    from: flags.from ?? null,
    encoder: flags.encoder ?? null,
    minutes: whole,
    steps: steps ?? null,
    batch,
    mirror,
    rate,
    seed,
    words,
    threads,
    replicas,
    logEvery: Math.min(LOG_EVERY, steps ?? LOG_EVERY),
  }
  const onLine = ({ step, minutes, pairsPerSecond, loss, terms }: TrainingLogEntry): void => {
    const parts = Object.entries(terms).map(([name, value]) => `${name} ${value.toFixed(3)}`)
    const done =
      steps === undefined
        ? `step ${step}, ${minutes.toFixed(1)} of ${whole} min`
        : `step ${step} of ${steps}, ${minutes.toFixed(1)} min`
    remark(`${done}, ${pairsPerSecond.toFixed(1)} pairs/s, loss ${loss.toFixed(3)} (${parts.join(', ')})`)
  }
  await trainOnSyntheticPairs(options, { onLine, onScores: printScores, signal })
}

function printScores(scores: {
  readonly maskIou: number
  readonly accuracy: number
  readonly 'CIDEr-D'?: number
}): void {
  const { maskIou, accuracy, 'CIDEr-D': cider } = scores
  const captionText = cider === undefined ? '' : `, CIDEr-D ${cider.toFixed(3)}`
  remark(`held out: mask IoU ${maskIou.toFixed(3)}, changed or not ${accuracy.toFixed(3)}${captionText}`)
}
