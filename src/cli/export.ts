import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { reviewStateSchema } from '../domain/pair'
import { ContractError } from '../contract/errors'
import { formatNames } from '../dataset/formats/list'
import {
  captionChoiceSchema,
  imageModeSchema,
  maskStyleSchema,
  patientDataSchema,
} from '../contract/export-choices'
import type { Job } from '../contract/work'
import { isBucketAddress } from '../contract/buckets'
import { databaseOf } from './ask-workers'
import { writtenToBucket } from './bucket-data-sets'
import { addBucketOptions, imagePlaceOf } from './bucket-options'
import type { BucketOptions } from './bucket-options'
import { imagesOption, masksOption } from './convert'
import { EXIT_CODES, progressLine, remark, runCommand, print, printJson } from './output'
import { stoppable, withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

interface ExportOptions extends BucketOptions {
  format: string
  out: string
  states: string[]
  images: string
  captions: string
  masks: string
  patientData?: string
  licence?: string
  database?: string
  workers?: boolean
  json?: boolean
}

/** `deltascribe export DIR --format F --out OUT` */
export function addExportCommand(program: Command): void {
  const command = program
    .command('export')
    .description('Write the reviewed pairs of a folder as training data')
    .argument('<dir>', 'folder of image pairs that was worked on, or s3://BUCKET/FOLDER')
    .addOption(new Option('--format <name>', 'data format').choices(formatNames).makeOptionMandatory())
    .requiredOption('--out <folder>', 'a new or empty folder, or s3://BUCKET/FOLDER')
    .addOption(
      new Option('--states <state...>', 'pairs in these states')
        .choices(reviewStateSchema.options)
        .default(['accepted', 'corrected']),
    )
    .addOption(imagesOption())
    .addOption(
      new Option(
        '--captions <which>',
        'all captions of each pair, the first one alone, or those that people wrote or edited',
      )
        .choices(captionChoiceSchema.options)
        .default('all'),
    )
    .addOption(masksOption())
    .addOption(
      new Option(
        '--patient-data <choice>',
        'in dicom-seg: elements about the patient stay empty, or are copied from the source (default: empty)',
      ).choices(patientDataSchema.options),
    )
    .option('--licence <text>', 'for the data card')
    .option('--database <url>', 'the work on DIR lies in this PostgreSQL database')
    .option(
      '--workers',
      'with --database: one of its workers writes it, below its --exports folder or in a bucket',
    )
    .option('--json', 'print one JSON document')
  addBucketOptions(command).action((dir: string, options: ExportOptions) =>
    runCommand(() => exportPairs(dir, options)),
  )
}

/** @throws ContractError */
async function exportPairs(dir: string, options: ExportOptions): Promise<number> {
  const { folder, bucket } = await imagePlaceOf(dir, options)
  const { out } = options
  const database = databaseOf(folder, { database: options.database, workers: options.workers })
  const write = (into: string, shown: string): Promise<number> =>
    withEngine((client) => run(client, folder, into, shown, options), {
      access: 'look',
      program: 'deltascribe export',
      database,
      bucket,
    })
  if (options.workers === true) {
    return write(out, '')
  }
  return isBucketAddress(out)
    ? writtenToBucket(out, options, (into) => write(into, out))
    : write(resolve(out), resolve(out))
}

/** @param shown what the report says of `out` */
async function run(
  client: EngineClient,
  folder: string,
  out: string,
  shown: string,
  options: ExportOptions,
): Promise<number> {
  await client.call('project.open', { folder, reading: null })
  const command = options.workers === true ? 'export.ask' : 'export.start'
  const started = await client.call(command, {
    format: options.format,
    out,
    images: imageModeSchema.parse(options.images),
    ...(options.captions === 'all' ? {} : { captions: captionChoiceSchema.parse(options.captions) }),
    masks: maskStyleSchema.parse(options.masks),
    patientData: patientDataSchema.optional().parse(options.patientData),
    licence: options.licence,
    states: options.states.map((state) => reviewStateSchema.parse(state)),
  })
  const job = await stoppable((signal) => finished(client, started.id, signal))
  if (job.failure !== null || job.exportReport === null) {
    throw new ContractError(job.failure ?? { code: 'cancelled', message: 'The export was cancelled.' })
  }
  // a worker says where it lies
  const report = { ...job.exportReport, out: shown === '' ? job.exportReport.out : shown }
  if (options.json === true) {
    printJson(report)
  } else {
    print(
      `${report.pairCount} pairs, ${report.regionCount} regions, ${report.captionCount} captions in ${report.out}`,
    )
    report.unsupportedFields.forEach((loss) => remark(`lost: ${englishOf(loss)}`))
    report.notices.forEach((notice) => remark(notice))
    report.leftOut.forEach(({ key, reason }) => remark(`left out: ${key}: ${englishOf(reason)}`))
  }
  return report.leftOut.length === 0 ? EXIT_CODES.fine : EXIT_CODES.failed
}

async function finished(client: EngineClient, jobId: number, signal: AbortSignal): Promise<Job> {
  const line = progressLine()
  signal.addEventListener('abort', () => void client.call('jobs.cancel', { jobId }))
  return new Promise((resolve) => {
    const check = (job: Job | undefined): void => {
      if (job === undefined || job.id !== jobId) {
        return
      }
      if (job.state === 'running') {
        line(job.done, job.total)
      } else {
        resolve(job)
      }
    }
    client.on('job.changed', check)
    // it may have ended before the listener was there
    void client.call('jobs.list', {}).then((jobs) => check(jobs.find(({ id }) => id === jobId)))
  })
}
