import { printScores } from './score-report'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { maskJson, maskText, maskReport } from './mask-report'
import type { MaskItem } from './mask-report'
import { compareMaskFiles, pairMaskFiles } from './mask-pairs'
import type { MaskReading, PairedFiles } from './mask-pairs'
import { wholeFromZero } from './option-values'
import { ScoreInputError, someOf } from './output'

interface ScoreMasksOptions {
  truth: string
  pred: string
  compare?: string
  ignore: number[]
  classes?: number[]
  group?: RegExp
  allowMissing: boolean
  resamples: number
  seed: number
  perItem: boolean
  json: boolean
}

/** `deltascribe score-masks`. Exit code 0; 1 where masks were left out; 2 where input is unfit. */
export function addScoreMasksCommand(program: Command): void {
  program
    .command('score-masks')
    .description('Score change masks (PNG) against the truth: IoU, F1, boundary F1, regions.')
    .requiredOption('--truth <folder>', 'true masks')
    .requiredOption('--pred <folder>', 'predicted masks of the same names, folders in it included')
    .option('--compare <folder>', 'masks of a second system: scored beside the first, with a paired test')
    .option('--ignore <value...>', 'grey values whose pixels count nowhere', collectGreyValues, [])
    .option('--classes <values>', 'grey value of each class, no change first: 0,128,255', greyValues)
    .option(
      '--group <regex>',
      'scores per group as well: the first capture group, taken from the name',
      pattern,
    )
    .option('--allow-missing', 'score the masks that both folders have', false)
    .option('--resamples <count>', 'bootstrap resamples; 0 for no intervals', wholeFromZero, 1000)
    .option('--seed <number>', 'of the resampling', wholeFromZero, 1)
    .option('--per-item', 'also print the value of each pair', false)
    .option('--json', 'print one JSON document', false)
    .action((options: ScoreMasksOptions) => printScores(() => runScoreMasks(options)))
}

async function runScoreMasks(options: ScoreMasksOptions): Promise<{ text: string; isComplete: boolean }> {
  const files = await pairMaskFiles(options.truth, options.pred)
  if (!options.allowMissing) {
    refuseMissing(files, options)
  }
  const items = await compareAll(files, options)
  const report = maskReport(items, { ...options, classes: options.classes?.length ?? 2 })
  const output = { items, report, files, classNames: classNames(options) }
  const text = options.json
    ? JSON.stringify(maskJson(output, options.perItem), undefined, 2)
    : maskText(output, options.perItem)
  return { text, isComplete: files.missingPredictions.length + files.missingTruths.length === 0 }
}

async function compareAll(files: PairedFiles, options: ScoreMasksOptions): Promise<MaskItem[]> {
  const reading: MaskReading = { ignoredValues: options.ignore }
  if (options.classes) {
    reading.classValues = options.classes
  }
  const second = options.compare === undefined ? undefined : await secondMasks(options.compare, options.truth)
  const items: MaskItem[] = []
  for (const pair of files.pairs) {
    const item: MaskItem = { stem: pair.stem, comparison: await compareMaskFiles(pair, reading) }
    if (second) {
      const prediction = second.get(pair.stem)
      if (prediction === undefined) {
        throw new ScoreInputError(`${options.compare}: no mask for "${pair.stem}".`)
      }
      item.compared = await compareMaskFiles({ ...pair, prediction }, reading)
    }
    items.push(item)
  }
  return items
}

async function secondMasks(folder: string, truth: string): Promise<Map<string, string>> {
  const { pairs } = await pairMaskFiles(truth, folder)
  return new Map(pairs.map((pair) => [pair.stem, pair.prediction]))
}

function refuseMissing(files: PairedFiles, options: ScoreMasksOptions): void {
  const [folder, stems] =
    files.missingPredictions.length > 0
      ? [options.pred, files.missingPredictions]
      : [options.truth, files.missingTruths]
  if (stems.length > 0) {
    throw new ScoreInputError(
      `${folder}: no mask for ${someOf(stems)}. ` +
        '--allow-missing scores the masks that both folders have.',
    )
  }
}

function classNames({ classes }: ScoreMasksOptions): string[] {
  return classes
    ? classes.map((value, index) => (index === 0 ? `${value} (no change)` : String(value)))
    : ['no change', 'changed']
}

function collectGreyValues(value: string, previous: number[]): number[] {
  return [...previous, ...greyValues(value)]
}

function greyValues(value: string): number[] {
  const values = value.split(',').map(wholeFromZero)
  if (values.some((grey) => grey > 255)) {
    throw new InvalidArgumentError('Grey values are 0 to 255.')
  }
  return values
}

function pattern(value: string): RegExp {
  try {
    return new RegExp(value, 'u')
  } catch (error) {
    throw new InvalidArgumentError(String(error))
  }
}
