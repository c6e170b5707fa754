import { Option } from 'commander'
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { failWith, messageOf } from '../contract/errors'
import { appPaths, presentDetector } from '../engine/user-folder'
import { FAMILIES } from '../models/registry'
import { TrainingSetError } from '../training/data/training-set'
import { compareFamilies } from '../training/comparison/compare-families'
import type { ComparisonOptions } from '../training/comparison/compare-families'
import { contrastCells } from '../training/comparison/contrasts'
import { contributionCells } from '../training/comparison/contribution-table'
import { tableCells } from '../training/comparison/result-table'
import { acceptSight, positive, wholeFromOne } from './option-values'
import { EXIT_CODES, remark, runCommand, print, textTable } from './output'
import { stoppable } from './with-engine'

interface BenchFlags {
  readonly data: string[]
  readonly test: string[]
  readonly dev?: string
  readonly out: string
  readonly encoder?: string
  readonly families: readonly string[]
  readonly seeds: readonly number[]
  readonly baselines: boolean
  readonly without: readonly string[]
  readonly minutes: number
  readonly steps?: number
  readonly pairs: number
  readonly batch: number
  readonly rate: number
  readonly words: number
  readonly replicas: number
  readonly threads?: number
}

const LOG_EVERY = 50

/** Families whose models decode captions: the others have nothing to be compared by here. */
const CAPTIONING = [...FAMILIES.values()].flatMap(({ network: { name, phases } }) =>
  phases.some((phase) => phase.name === 'decode') ? [name] : [],
)

/** `deltascribe bench-systems`: all families and their ablations under one budget, in one table. */
export function addBenchSystemsCommand(program: Command): void {
  const command = program
    .command('bench-systems')
    .description('Train and score all systems under one budget; the same command continues after a stop')
    .requiredOption('--data <sets...>', 'sets written by deltascribe synth --layout training')
    .requiredOption('--test <sets...>', 'sets that are scored when a run is done, a table each')
    .requiredOption('--out <folder>', 'runs, table.md, table.json, curves.svg, curves.json')
    .option(
      '--dev <set>',
      'a set that is scored at each checkpoint: learning curves, and what the parts should raise',
    )
    .option('--encoder <package>', 'every run freezes the encoder of this package and trains the rest')
    .addOption(
      new Option('--families <names>', 'which, with commas between')
        .argParser(list)
        .default(CAPTIONING, CAPTIONING.join(',')),
    )
    .addOption(
      new Option('--seeds <numbers>', 'of first weights and the order of pairs, with commas between')
        .argParser(numbers)
        .default([1, 2], '1,2'),
    )
    .option('--no-baselines', 'leave out the families without their contributions')
    .option(
      '--without <parts...>',
      'leave these parts out of every run whose family has them, such as matching',
      [],
    )
    .option('--minutes <number>', 'training time of each run', positive, 40)
    .option('--steps <number>', 'end each run after so many steps instead', wholeFromOne)
    .option('--pairs <number>', 'at most so many of each test set', wholeFromOne, 400)
    .option('--batch <pairs>', 'pairs a step', wholeFromOne, 32)
    .option('--rate <number>', 'highest learning rate', positive, 1e-3)
    .option('--words <tokens>', 'size of the vocabulary', wholeFromOne, 640)
    .option('--replicas <number>', 'threads that share a batch, each with a step of its own', wholeFromOne, 2)
    .option('--threads <number>', 'of the processor, with one replica', wholeFromOne)
    .action((flags: BenchFlags) => runCommand(() => bench(flags)))
  acceptSight(command)
}

async function bench(flags: BenchFlags): Promise<number> {
  const { families, seeds, baselines, without, test } = flags
  const out = resolve(flags.out)
  let failed = 0
  const { tables, contrasts, contributions, isStopped } = await stoppable(async (signal) => {
    const report = await compareFamilies(
      { out, families, seeds, baselines, without, budget: budgetOf(flags), test, testPairs: flags.pairs },
      {
        signal,
        onRun: ({ title, ablation, seed }, done, total) =>
          remark(`${done} of ${total} runs done. ${title}, ${ablation ?? 'whole'}, seed ${seed}:`),
        onLine: (_, { step, minutes: spent, pairsPerSecond, loss }) =>
          remark(
            `  step ${step}, ${spent.toFixed(1)} min, ${pairsPerSecond.toFixed(1)} pairs/s, loss ${loss.toFixed(3)}`,
          ),
        onFailure: ({ folder }, error) => {
          failed++
          remark(`  failed: ${messageOf(error)} (${folder})`)
        },
      },
    )
    return { ...report, isStopped: signal.aborted }
  }).catch((error: unknown) => {
    const isOfUse = error instanceof TrainingSetError || error instanceof RangeError
    throw isOfUse ? failWith('invalid-input', error.message) : error
  })
  for (const table of tables) {
    print(`\n${table.set}, ${table.pairs} pairs\n\n${textTable(tableCells(table))}\n`)
    for (const finding of table.findings) {
      print(finding)
    }
  }
  if (contrasts.length > 0) {
    print(
      `\nWhat each part adds to CIDEr-D (95 % over seeds and pairs)\n\n${textTable(contrastCells(contrasts))}`,
    )
  }
  if (contributions.length > 0) {
    print(`\nWhat the parts should raise, held-out pairs\n\n${textTable(contributionCells(contributions))}`)
  }
  print(`\nTables and curves are in ${out}.`)
  if (isStopped) {
    remark('Stopped; the same command continues from the last checkpoint.')
  }
  return isStopped ? EXIT_CODES.stopped : failed > 0 ? EXIT_CODES.failed : EXIT_CODES.fine
}

/** The training options that all runs share. */
function budgetOf(flags: BenchFlags): ComparisonOptions['budget'] {
  const { data, dev = null, encoder = null, minutes, steps = null, batch, rate, words, replicas } = flags
  const logEvery = Math.min(LOG_EVERY, steps ?? LOG_EVERY)
  const { threads } = flags
  const detector = presentDetector(appPaths().detector)
  return {
    data,
    dev,
    encoder,
    detector,
    minutes,
    steps,
    batch,
    mirror: [],
    rate,
    words,
    provider: 'cpu',
    replicas,
    threads,
    logEvery,
  }
}

function list(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

function numbers(text: string): number[] {
  return list(text).map(wholeFromOne)
}
