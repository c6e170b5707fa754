import { InvalidArgumentError, Option, type Command } from 'commander'
import { failWith } from '../contract/errors'
import { runCcrc } from '../training/made/ccrc-run'
import { packRun } from '../training/made/run-package'
import { runCard } from '../training/made/run-card'
import { PackageError } from '../packages/package-error'
import { TrainingSetError } from '../training/made/training-set'
import { exitCodes, remark, runCommand, say } from './output'

interface TrainFlags {
  readonly family: 'ccrc'
  readonly data: string[]
  readonly dev?: string
  readonly out: string
  readonly from?: string
  readonly id: string
  readonly minutes: number
  readonly steps?: number
  readonly batch: number
  readonly rate: number
  readonly seed: number
  readonly words: number
  readonly replicas: number
  readonly threads?: number
  readonly without: readonly Part[]
}

const PARTS = ['captions', 'refinement', 'regions', 'consistency'] as const
type Part = (typeof PARTS)[number]

/** `deltascribe train --family ccrc --data SET... --out RUN`: pretraining on made sets. */
export function addTrainCommand(program: Command): void {
  program
    .command('train')
    .description('Train a model from the start on made pairs; run it again to go on after a stop')
    .addOption(new Option('--family <name>', 'what to train').choices(['ccrc']).makeOptionMandatory())
    .requiredOption('--data <sets...>', 'sets made by deltascribe synth --layout training')
    .option('--dev <set>', 'a set that is scored at each checkpoint and not trained on')
    .requiredOption('--out <folder>', 'log, checkpoints and weights; a stopped run goes on from here')
    .option('--from <package>', 'begin with the weights, words and categories of a model package')
    .option('--id <name>', 'of the model package that is made in the run folder', 'ccrc')
    .option('--minutes <number>', 'time to train; the learning rate falls over it', positive, 40)
    .option('--steps <number>', 'end after so many steps instead', wholeNumber)
    .option('--batch <pairs>', 'pairs a step', wholeNumber, 32)
    .option('--rate <number>', 'highest learning rate', positive, 1e-3)
    .option('--seed <number>', 'of the first weights and the order of pairs', wholeNumber, 1)
    .option('--words <tokens>', 'size of the vocabulary', wholeNumber, 640)
    .option('--replicas <number>', 'threads that share a batch, each with a step of its own', wholeNumber, 2)
    .option('--threads <number>', 'of the processor, with one replica', wholeNumber)
    .addOption(
      new Option('--without <parts...>', 'leave parts out, to see what they are worth')
        .choices([...PARTS])
        .default([]),
    )
    .action((flags: TrainFlags) => runCommand(() => runTrain(flags)))
}

async function runTrain({
  without,
  data,
  dev,
  out,
  threads,
  from,
  id,
  steps,
  ...flags
}: TrainFlags): Promise<number> {
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await runCcrc(
      {
        ...flags,
        data,
        dev: dev ?? null,
        out,
        threads,
        from: from ?? null,
        steps: steps ?? null,
        captionFrom: 0.15,
        refineFrom: 0.85,
        logEvery: 50,
        parts: {
          captioned: !without.includes('captions'),
          refined: !without.includes('refinement'),
          conditioned: !without.includes('regions'),
          consistent: !without.includes('consistency'),
        },
      },
      ({ step, minutes, pairsPerSecond, loss, terms }) => {
        const parts = Object.entries(terms).map(([name, value]) => `${name} ${value.toFixed(3)}`)
        remark(
          `step ${step}, ${minutes.toFixed(1)} of ${flags.minutes} min, ${pairsPerSecond.toFixed(1)} pairs/s, loss ${loss.toFixed(3)} (${parts.join(', ')})`,
        )
      },
      ({ maskIou, accuracy }) =>
        remark(`held out: mask IoU ${maskIou.toFixed(3)}, changed or not ${accuracy.toFixed(3)}`),
      abort.signal,
    )
  } catch (error) {
    if (error instanceof TrainingSetError || error instanceof PackageError)
      throw failWith('invalid-input', error.message)
    throw error
  }
  if (abort.signal.aborted) {
    remark('Stopped; the same command goes on from the last checkpoint.')
    return exitCodes.stopped
  }
  say(
    `The model is in ${await packRun(out, out, { id, version: '1', card: runCard(out, id) })}, its log in ${out}.`,
  )
  return exitCodes.fine
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

function wholeNumber(text: string): number {
  const value = positive(text)
  if (!Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return value
}
