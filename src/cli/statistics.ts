import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { ContractError, messageOf } from '../contract/errors'
import type { DecisionRecord, Statistics } from '../contract/statistics'
import { EXIT_CODES, print, printJson, remark, runCommand, textTable } from './output'
import { addProjectOptions, projectPlaceOf } from './project-place'
import type { ProjectOptions } from './project-place'
import { withEngine } from './with-engine'

interface StatisticsOptions extends ProjectOptions {
  csv?: string
  json?: boolean
}

/** `deltascribe statistics DIR`: how the work on a folder goes, and what the proposals were worth. */
export function addStatisticsCommand(program: Command): void {
  const command = program
    .command('statistics')
    .description('Say how many pairs were decided on, when, how fast, and how often as they were proposed')
    .argument('<dir>', 'folder of image pairs that was worked on, or s3://BUCKET/FOLDER')
    .option('--csv <file>', 'write every decision that is in force as one row of a CSV file')
    .option('--json', 'print one JSON document')
  addProjectOptions(command).action((dir: string, options: StatisticsOptions) =>
    runCommand(() => printStatistics(dir, options)),
  )
}

async function printStatistics(dir: string, options: StatisticsOptions): Promise<number> {
  const { csv, json } = options
  const { folder, ...place } = await projectPlaceOf(dir, options)
  const { statistics, decisions } = await withEngine(
    async (client) => {
      await client.call('project.open', { folder, reading: null })
      return {
        statistics: await client.call('statistics.get', {}),
        decisions: csv === undefined ? [] : await client.call('statistics.decisions', {}),
      }
    },
    { access: 'look', program: 'deltascribe statistics', ...place },
  )
  if (csv !== undefined) {
    writeCsv(csv, decisions)
  }
  if (json === true) {
    printJson(statistics)
  } else {
    printTables(statistics)
  }
  return EXIT_CODES.fine
}

/** @throws ContractError `cannot-write` */
function writeCsv(path: string, decisions: readonly DecisionRecord[]): void {
  const header = [
    'key',
    'state',
    'decided_at',
    'seconds',
    'reviewer',
    'proposer',
    'version',
    'mask_iou',
    'caption_distance',
  ]
  const rows = decisions.map((one) => [
    one.key,
    one.state,
    new Date(one.at).toISOString(),
    one.milliseconds === 0 ? '' : (one.milliseconds / 1000).toFixed(1),
    one.reviewer,
    one.proposal?.proposer ?? '',
    one.proposal?.version ?? '',
    one.maskIou?.toFixed(4) ?? '',
    String(one.captionDistance ?? ''),
  ])
  try {
    writeFileSync(path, [header, ...rows].map((row) => `${row.map(csvField).join(',')}\n`).join(''))
  } catch (error) {
    throw new ContractError({
      code: 'cannot-write',
      path,
      message: `${path} could not be written: ${messageOf(error)}.`,
    })
  }
  remark(`${decisions.length} decisions are in ${path}.`)
}

/** RFC 4180; a text that a spreadsheet would run as a formula begins with an apostrophe. */
function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function printTables(statistics: Statistics): void {
  const { decided, pairCount, days, reviewers, proposers } = statistics
  print(`Decided: ${decided} of ${pairCount} pairs. ${shareWords(statistics)}`.trimEnd())
  if (decided === 0) {
    return
  }
  print('')
  print(textTable([['day', 'pairs'], ...days.map(({ day, decided: count }) => [day, String(count)])]))
  print('')
  print(
    textTable([
      ['reviewer', 'pairs', 'as proposed', 'seconds a pair'],
      ...reviewers.map((one) => [one.reviewer || '(no name)', String(one.decided), ...shareColumns(one)]),
    ]),
  )
  if (proposers.length > 0) {
    print('')
    print(
      textTable([
        ['proposer', 'version', 'pairs', 'as proposed', 'seconds a pair', 'IoU kept', 'characters changed'],
        ...proposers.map((one) => [
          one.proposer,
          one.version,
          String(one.decided),
          ...shareColumns(one),
          one.medianIou?.toFixed(2) ?? '-',
          String(one.medianCaptionDistance ?? '-'),
        ]),
      ]),
    )
  }
}

function shareColumns({ asProposed, times }: Pick<Statistics, 'asProposed' | 'times'>): string[] {
  return [percent(asProposed), times?.median.toFixed(1) ?? '-']
}

function shareWords({ asProposed, times }: Statistics): string {
  const share = asProposed === null ? '' : `${percent(asProposed)} of the proposals were taken as they are. `
  return `${share}${times === null ? '' : `Half of the pairs took less than ${times.median.toFixed(1)} s.`}`
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(0)} %`
}
