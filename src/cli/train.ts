import { Option } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { trainingPresets } from '../contract/training'
import type { TrainingPreset } from '../contract/training'
import { formatNames } from '../dataset/formats/list'
import { FAMILIES } from '../models/registry'
import { fineTune } from './fine-tune'
import { trainSynthetic } from './train-synthetic'
import { acceptSight, packageId, positive, trainingProviderOption, wholeFromOne } from './option-values'
import { runCommand } from './output'
import { trainExternally } from './external-trainer'
import type { TrainSyntheticOptions } from './train-synthetic'

/** The options of each mode: on synthetic sets, on corrected pairs, and with an external trainer. */
const OPTIONS_OF = {
  '--data': [
    '--family --data --dev --out --from --id --minutes --steps --batch --mirror --rate --seed --words --replicas',
    '--threads --provider --encoder --sight --without',
  ],
  '--project': [
    '--project --preset --group-by --search --new --json --from --steps --batch --rate --seed --threads --provider',
    '--database --workers',
  ],
  '--trainer': ['--project --trainer --format --from --search --group-by'],
} as const

/**
 * Rejects options that would have no effect.
 * @param mode the option that selects the mode
 * @throws ContractError `invalid-input`
 */
export function rejectForeignOptions(command: Command, mode: keyof typeof OPTIONS_OF): void {
  const own = new Set(OPTIONS_OF[mode].flatMap((names) => names.split(' ')))
  const foreign = command.options.flatMap((option) => {
    const isSet = command.getOptionValueSource(option.attributeName()) === 'cli'
    return isSet && option.long !== undefined && !own.has(option.long) ? [option.long] : []
  })
  if (foreign.length > 0) {
    throw failWith('invalid-input', `Not with ${mode}: ${foreign.join(', ')}. See deltascribe train --help.`)
  }
}

interface TrainFlags extends Omit<TrainSyntheticOptions, 'data' | 'out'> {
  readonly project?: string
  readonly preset: TrainingPreset
  readonly groupBy?: string
  readonly search?: string
  readonly new?: boolean
  readonly database?: string
  readonly workers?: boolean
  readonly trainer?: string
  readonly format: string
  readonly json?: boolean
  readonly data?: string[]
  readonly out?: string
}

/** `deltascribe train --project DIR`: fine-tuning. `train --data SET... --out RUN`: pretraining on synthetic sets. */
export function addTrainCommand(program: Command): void {
  const command = program
    .command('train')
    .description(
      'Fine-tune on corrected pairs (--project), or train from the start on synthetic ones (--data)',
    )
    .option(
      '--project <folder>',
      'fine-tune on the reviewed pairs of this folder; the same command continues after a stop',
    )
    .addOption(
      new Option('--preset <name>', 'with --project: about 2, 10 or 40 minutes')
        .choices([...trainingPresets])
        .default('standard'),
    )
    .option('--group-by <how>', 'with --project: automatic, folder or prefix:LETTERS are never parted')
    .option('--search <text>', 'with --project: only pairs with this in key, caption or category')
    .option('--new', 'with --project: start a new run even where an earlier one is unfinished')
    .option('--database <url>', 'with --project: the work on the folder lies in this PostgreSQL database')
    .option('--workers', 'with --database: one of its workers trains')
    .option('--trainer <command>', 'with --project: another program that trains (docs/trainers.md)')
    .addOption(
      new Option('--format <name>', 'with --trainer: of the data set that it is given')
        .choices(formatNames)
        .default('coco'),
    )
    .option('--json', 'with --project: print the run and its verdict as one JSON document')
    .addOption(
      new Option('--family <name>', 'with --data: what to train (docs/families.md)')
        .choices([...FAMILIES.keys()])
        .default('ccrc'),
    )
    .option('--data <sets...>', 'sets written by deltascribe synth --layout training')
    .option('--dev <set>', 'a set that is scored at each checkpoint and not trained on')
    .option('--out <folder>', 'log, checkpoints and weights; a stopped run continues from here')
    .option('--from <package>', 'begin with a model package; with --project its name, whatever its family')
    .option(
      '--id <name>',
      'of the model package that is made in the run folder; the family where none is given',
      packageId,
    )
    .option('--minutes <number>', 'time to train; the learning rate falls over it', positive, 40)
    .option('--steps <number>', 'end after so many steps instead', wholeFromOne)
    .option('--batch <pairs>', 'pairs a step', wholeFromOne, 32)
    .addOption(
      new Option('--mirror <worlds...>', 'flip pairs of these at random, with their captions')
        .choices(['blocks', 'aerial'])
        .default([]),
    )
    .option('--rate <number>', 'highest learning rate', positive, 1e-3)
    .option('--seed <number>', 'of the first weights and the order of pairs', wholeFromOne, 1)
    .option('--words <tokens>', 'size of the vocabulary', wholeFromOne, 640)
    .option('--replicas <number>', 'threads that share a batch, each with a step of its own', wholeFromOne, 2)
    .option('--threads <number>', 'of the processor, with one replica', wholeFromOne)
    .addOption(trainingProviderOption())
    .option('--encoder <package>', 'freeze the encoder of this package, and train the rest')
    .option('--without <parts...>', 'leave parts of the family out, to see what they are worth', [])
    .action((flags: TrainFlags) => runCommand(() => chooseTraining(flags, command)))
  acceptSight(command)
}

function chooseTraining(flags: TrainFlags, command: Command): Promise<number> {
  const { project, data, out, ...rest } = flags
  if (project === undefined) {
    if (data === undefined || out === undefined) {
      const message =
        'Name a project (--project), or synthetic sets and a folder for the run (--data and --out).'
      throw failWith('invalid-input', message)
    }
    rejectForeignOptions(command, '--data')
    return trainSynthetic({ ...rest, data, out })
  }
  const { trainer, from } = flags
  if (trainer !== undefined) {
    rejectForeignOptions(command, '--trainer')
    if (from === undefined) {
      throw failWith('invalid-input', 'Name the model to begin with: --from MODEL.')
    }
    return trainExternally({ ...rest, project, trainer, from })
  }
  rejectForeignOptions(command, '--project')
  const explicit = (name: 'batch' | 'rate'): { batch?: number; rate?: number } =>
    command.getOptionValueSource(name) === 'cli' ? { [name]: flags[name] } : {}
  const { batch: _batch, rate: _rate, ...options } = rest
  return fineTune({ ...options, project, ...explicit('batch'), ...explicit('rate') })
}
