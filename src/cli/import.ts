import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { importOptionsSchema } from '../contract/dataset'
import { formatNames } from '../dataset/formats/list'
import { importApart } from '../dataset/import/apart/apart'
import { reviewStateSchema } from '../domain/pair'
import { EXIT_CODES, remark, runCommand, print, printJson, describeProblem } from './output'
import { nodeProcessHost } from '../process/process-host'
import { AT_ONCE, stoppable } from './with-engine'

interface Flags {
  format?: string
  into: string
  imageFolder?: string
  images: string
  state: string
  json?: boolean
}

/** `deltascribe import SRC --into FOLDER`: a project folder of a data set. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('Make a project folder of a data set, with its captions, masks and splits')
    .argument('<src>', 'folder of a data set, or one of its lists')
    .addOption(new Option('--format <name>', 'data format; found out where not given').choices(formatNames))
    .requiredOption('--into <folder>', 'a new or empty folder')
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
    .action((src: string, flags: Flags) => runCommand(() => run(src, flags)))
}

async function run(src: string, flags: Flags): Promise<number> {
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
