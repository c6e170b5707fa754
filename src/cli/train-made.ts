import { failWith } from '../contract/errors'
import { PackageError } from '../packages/package-error'
import { CheckpointError } from '../training/checkpoint'
import { ccrcStarts, runCcrc } from '../training/made/ccrc-run'
import { runFamily } from '../training/made/family-run'
import type { MadeLogLine } from '../training/made/made-run'
import type { MadeRunOptions } from '../training/made/run-setup'
import { runCard } from '../training/made/run-card'
import { packRun } from '../training/made/run-package'
import { TrainingSetError } from '../training/made/training-set'
import { exitCodes, remark, say } from './output'
import { stoppable } from './stoppable'

export interface TrainMadeOptions {
  readonly family: string
  readonly data: readonly string[]
  readonly dev?: string
  readonly out: string
  readonly from?: string
  readonly sight?: string
  readonly id?: string
  readonly minutes: number
  readonly steps?: number
  readonly batch: number
  readonly mirror: MadeRunOptions['mirror']
  readonly rate: number
  readonly seed: number
  readonly words: number
  readonly replicas: number
  readonly threads?: number
  readonly without: readonly string[]
}

/** Steps between lines of the log. */
const LOG_EVERY = 50

/** Trains a family on made sets, and makes a package of what it came to. */
export async function trainMade(options: TrainMadeOptions): Promise<number> {
  const { family, out, id = family } = options
  const isStopped = await stoppable(async (signal) => {
    await train(options, signal).catch((error: unknown) => {
      throw isOfUse(error) ? failWith('invalid-input', error.message) : error
    })
    return signal.aborted
  })
  if (isStopped) {
    remark('Stopped; the same command goes on from the last checkpoint.')
    return exitCodes.stopped
  }
  const model = await packRun(out, out, { id, version: '1', card: runCard(out, id) })
  say(`The model is in ${model}, its log in ${out}.`)
  return exitCodes.fine
}

function isOfUse(error: unknown): error is Error {
  return [TrainingSetError, PackageError, CheckpointError, RangeError].some((kind) => error instanceof kind)
}

async function train({ family, without, ...flags }: TrainMadeOptions, signal: AbortSignal): Promise<void> {
  const { data, out, minutes: whole, batch, mirror, rate, seed, words, threads, replicas, steps } = flags
  const options: MadeRunOptions = {
    data,
    out,
    dev: flags.dev ?? null,
    from: flags.from ?? null,
    sight: flags.sight ?? null,
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
  const onLine = ({ step, minutes, pairsPerSecond, loss, terms }: MadeLogLine): void => {
    const parts = Object.entries(terms).map(([name, value]) => `${name} ${value.toFixed(3)}`)
    const done =
      steps === undefined
        ? `step ${step}, ${minutes.toFixed(1)} of ${whole} min`
        : `step ${step} of ${steps}, ${minutes.toFixed(1)} min`
    remark(`${done}, ${pairsPerSecond.toFixed(1)} pairs/s, loss ${loss.toFixed(3)} (${parts.join(', ')})`)
  }
  if (family !== 'ccrc') {
    await runFamily({ ...options, family, without }, onLine, remarkScores, signal)
    return
  }
  await runCcrc({ ...options, ...ccrcStarts(options.from), without }, onLine, remarkScores, signal)
}

function remarkScores(scores: {
  readonly maskIou: number
  readonly accuracy: number
  readonly 'CIDEr-D'?: number
}): void {
  const { maskIou, accuracy, 'CIDEr-D': cider } = scores
  const said = cider === undefined ? '' : `, CIDEr-D ${cider.toFixed(3)}`
  remark(`held out: mask IoU ${maskIou.toFixed(3)}, changed or not ${accuracy.toFixed(3)}${said}`)
}
