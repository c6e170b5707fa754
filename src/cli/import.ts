import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { importOptionsSchema } from '../contract/dataset'
import { failWith } from '../contract/errors'
import { predictionFormatNames } from '../dataset/import/predictions/formats'
import { runPredictions } from './import-predictions'
import type { PredictionFlags } from './import-predictions'
import { importApart } from '../dataset/import/apart/apart'
import { reviewStateSchema } from '../domain/pair'
import { EXIT_CODES, remark, runCommand, print, printJson, describeProblem } from './output'
import { nodeProcessHost } from '../process/process-host'
import { AT_ONCE, stoppable } from './with-engine'

interface Flags extends PredictionFlags {
  as: 'project' | 'proposals'
  imageFolder?: string
  images: string
  state: string
}

/** `deltascribe import SRC --into FOLDER`: a project folder of a data set, or proposals of a project that is there. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      'Make a project folder of a data set, with its captions, masks and splits; or take predictions in',
    )
    .argument('<src>', 'folder of a data set or of predictions, or one of its lists')
    .addOption(
      new Option('--as <what>', 'a project of its own, or proposals of one that is there')
        .choices(['project', 'proposals'])
        .default('project'),
    )
    .addOption(
      new Option('--format <name>', 'data format; found out where not given').choices(predictionFormatNames),
    )
    .requiredOption('--into <folder>', 'a new or empty folder; of proposals, the folder of the pairs')
    .option('--name <name>', 'of proposals: the name of your model')
    .option('--replace', 'of proposals: those of this name from an earlier import are replaced')
    .option('--image-list <file>', 'of COCO results: the COCO file that gives the images their numbers')
    .option('--report <file>', 'of proposals: write every prediction that was not taken there')
    .option('--image-folder <folder>', 'where the images lie, if not in the data set')
    .addOption(
      new Option('--images <how>', 'copy images, or link them where the disk can')
        .choices(['copy', 'link'])
        .default('copy'),
    )
    .addOption(
      new Option('--state <state>', 'of pairs whose review state the set does not tell')
        .choices(reviewStateSchema.options)
        .default('accepted'),
    )
    .option('--json', 'print one JSON document')
    .action((src: string, flags: Flags) =>
      runCommand(() => (flags.as === 'proposals' ? runPredictions(src, flags) : run(src, flags))),
    )
}

async function run(src: string, flags: Flags): Promise<number> {
  const { name, replace, imageList, report: listFile } = flags
  if ([name, replace, imageList, listFile].some((flag) => flag !== undefined)) {
    const options = '--name, --replace, --image-list and --report'
    throw failWith('invalid-input', `${options} are for predictions: add --as proposals.`)
  }
  const options = importOptionsSchema.parse({
    source: resolve(src),
    format: flags.format ?? null,
    into: resolve(flags.into),
    imageFolder: flags.imageFolder === undefined ? null : resolve(flags.imageFolder),
    images: flags.images,
    state: flags.state,
  })
  const apart = { host: nodeProcessHost, progress: (): void => {} }
  const report = await stoppable((signal) => importApart(options, { ...apart, signal }), AT_ONCE)
  if (flags.json === true) {
    printJson(report)
  } else {
    const { pairCount, regionCount, captionCount, leftOutCount, warningCount, problems } = report
    const splits = Object.entries(report.splits).map(([split, count]) => `${split} ${count}`)
    print(
      `${pairCount} pairs (${splits.join(', ')}), ${regionCount} regions, ${captionCount} captions in ${report.into}`,
    )
    problems.forEach((problem) => remark(describeProblem(problem)))
    const rest = leftOutCount + warningCount - problems.length
    if (rest > 0) {
      remark(`and ${rest} more: deltascribe check ${src} lists all`)
    }
  }
  return report.leftOutCount === 0 ? EXIT_CODES.fine : EXIT_CODES.failed
}
