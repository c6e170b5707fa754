import { resolve } from 'node:path'
import { failWith } from '../contract/errors'
import { predictionOptionsSchema } from '../contract/predictions'
import type { PredictionReport } from '../contract/predictions'
import { describeProblem, EXIT_CODES, print, printJson, remark } from './output'
import { failureOf, runJob } from './run-job'
import { withEngine } from './with-engine'

export interface PredictionFlags {
  format?: string
  into: string
  name?: string
  replace?: boolean
  imageList?: string
  report?: string
  json?: boolean
}

/** `deltascribe import SRC --as proposals`: predictions of the user's model become proposals of a project. */
export async function runPredictions(src: string, flags: PredictionFlags): Promise<number> {
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
  report.unmatched.forEach(({ item, reason }) => remark(`${item}: ${reason}`))
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
