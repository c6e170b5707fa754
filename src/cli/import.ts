import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { importOptionsSchema, predictionOptionsSchema } from '../contract/dataset'
import type { PredictionReport } from '../contract/dataset'
import { failWith } from '../contract/errors'
import { predictionFormatNames } from '../dataset/import/predictions/formats'
import { importApart } from '../dataset/import/apart/apart'
import { reviewStateSchema } from '../domain/pair'
import { isBucketAddress } from '../contract/buckets'
import { fetchedFromBucket } from './bucket-data-sets'
import { addConnectionOptions } from './bucket-options'
import type { BucketOptions } from './bucket-options'
import { EXIT_CODES, remark, runCommand, print, printJson, describeProblem } from './output'
import { commandHost } from '../process/process-host'
import { AT_ONCE, stoppable, failureOf, runJob, withEngine } from './with-engine'
import { englishOf } from '../messages/message'

interface Flags extends PredictionFlags, BucketOptions {
  as: 'project' | 'proposals'
  imageFolder?: string
  images: string
  state: string
}

/** `deltascribe import SRC --into FOLDER`: a project folder of a data set, or proposals of a project that is there. */
export function addImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description(
      'Make a project folder of a data set, with its captions, masks and splits; or take predictions in',
    )
    .argument(
      '<src>',
      'folder of a data set or of predictions, or one of its lists; a data set may be s3://BUCKET/FOLDER',
    )
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
    .option(
      '--image-list <file>',
      'of proposals: the COCO file that gives the images of COCO results their numbers, or the pairs.jsonl of the export whose file names the predictions have',
    )
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
  addConnectionOptions(command).action((src: string, flags: Flags) =>
    runCommand(() => {
      if (!isBucketAddress(src)) {
        return flags.as === 'proposals' ? runPredictions(src, flags) : run(src, flags)
      }
      if (flags.as === 'proposals' || flags.images === 'link') {
        throw failWith(
          'invalid-input',
          'Of a bucket a data set is copied: leave --as proposals and --images link out.',
        )
      }
      return fetchedFromBucket(src, flags, (folder) => run(folder, flags))
    }),
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
  const apart = { host: commandHost, progress: (): void => {} }
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

interface PredictionFlags {
  format?: string
  into: string
  name?: string
  replace?: boolean
  imageList?: string
  report?: string
  json?: boolean
}

/** `deltascribe import SRC --as proposals`: predictions of the user's model become proposals of a project. */
async function runPredictions(src: string, flags: PredictionFlags): Promise<number> {
  const options = predictionOptionsSchema.safeParse({
    source: resolve(src),
    format: flags.format ?? null,
    name: flags.name ?? '',
    replaces: flags.replace ?? false,
    imageList: flags.imageList === undefined ? null : resolve(flags.imageList),
    listFile: flags.report === undefined ? null : resolve(flags.report),
  })
  if (!options.success) {
    throw failWith('invalid-input', 'Give the predictions a name of at most 80 characters with --name.')
  }
  return withEngine(
    async (client) => {
      await client.call('project.open', { folder: resolve(flags.into), reading: null })
      const job = await runJob(client, () => client.call('predictions.start', options.data))
      if (job.predictionReport === null) {
        if (job.state === 'cancelled') {
          remark(job.failure?.message ?? 'Cancelled.')
          return EXIT_CODES.stopped
        }
        throw failureOf(job)
      }
      tell(job.predictionReport, flags)
      const { pairCount, unmatchedCount, leftOutCount } = job.predictionReport
      return pairCount > 0 && unmatchedCount + leftOutCount === 0 ? EXIT_CODES.fine : EXIT_CODES.failed
    },
    { access: 'edit', program: 'deltascribe import' },
  )
}

function tell(report: PredictionReport, { json, report: listFile }: PredictionFlags): void {
  if (json === true) {
    printJson(report)
    return
  }
  const { name, pairCount, itemCount, regionCount, captionCount, matchedBy, earlierCount } = report
  const { key, path, name: byName } = matchedBy
  print(
    `${pairCount} of ${itemCount} predictions are proposals by ${name}: ${regionCount} regions, ${captionCount} captions`,
  )
  print(`Matched by key ${key}, by path ${path}, by file name ${byName}; ${earlierCount} replaced`)
  report.unmatched.forEach(({ item, reason }) => remark(`${item}: ${englishOf(reason)}`))
  const unnamed = report.unmatchedCount - report.unmatched.length
  if (unnamed > 0) {
    const advice = listFile === undefined ? '--report FILE lists all' : `all are in ${listFile}`
    remark(`and ${unnamed} more without a pair: ${advice}`)
  }
  report.problems.forEach((problem) => remark(describeProblem(problem)))
  const rest = report.leftOutCount + report.warningCount - report.problems.length
  if (rest > 0) {
    remark(`and ${rest} more problems`)
  }
  print(`${report.unmatchedCount} without a pair, ${report.leftOutCount} left out`)
}
