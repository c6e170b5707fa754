import { failWith } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { chooseSyntheticProvider } from '../engine/training/choose-provider'
import { englishOf } from '../messages/message'
import { commandHost } from '../process/process-host'
import { appPaths, presentDetector } from '../engine/user-folder'
import type { TrainingProvider } from '../contract/training'
import { EXIT_CODES, remark, print } from './output'
import { PackageError } from '../packages/files'
import { CheckpointError } from '../training/checkpoint'
import { trainOnSyntheticPairs } from '../training/synthetic/synthetic-run'
import type { TrainingLogEntry } from '../training/synthetic/run-log'
import type { SyntheticRunOptions } from '../training/synthetic/run-setup'
import { modelCard, writeRunPackage } from '../training/synthetic/run-package'
import { DeviceError } from '../training/device-step'
import { TrainingSetError } from '../training/data/training-set'
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
  readonly provider?: TrainingProvider
  readonly without: readonly string[]
}

const LOG_EVERY = 50 // steps
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
  return [TrainingSetError, PackageError, CheckpointError, DeviceError, RangeError].some(
    (kind) => error instanceof kind,
  )
}

async function train(
  { family, without, ...flags }: TrainSyntheticOptions,
  signal: AbortSignal,
): Promise<void> {
  const { data, out, minutes: whole, batch, mirror, rate, seed, words, threads, replicas, steps } = flags
  const optionsOn = (provider: ProviderName): SyntheticRunOptions => ({
    family,
    without,
    data,
    out,
    dev: flags.dev ?? null,
    from: flags.from ?? null,
    encoder: flags.encoder ?? null,
    detector: presentDetector(appPaths().detector),
    minutes: whole,
    steps: steps ?? null,
    batch,
    mirror,
    rate,
    seed,
    words,
    provider,
    threads,
    replicas: provider === 'cpu' ? replicas : 1,
    logEvery: Math.min(LOG_EVERY, steps ?? LOG_EVERY),
  })
  const options = optionsOn(await providerFor(flags.provider ?? 'cpu', optionsOn, signal))
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

/** By its name, or by trials. */
async function providerFor(
  wanted: TrainingProvider,
  optionsOn: (provider: ProviderName) => SyntheticRunOptions,
  signal: AbortSignal,
): Promise<ProviderName> {
  if (wanted !== 'auto') {
    return wanted
  }
  remark('Trying a few steps on each provider.')
  const { provider, message } = await chooseSyntheticProvider({ host: commandHost, optionsOn, signal })
  remark(message === null ? 'Training on the CPU: there is no other provider here.' : englishOf(message))
  return provider
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
