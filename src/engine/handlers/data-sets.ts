import type { DatasetProblem, ImportOptions, ImportReport } from '../../contract/dataset'
import { isBucketAddress } from '../../contract/buckets'
import type { EngineHandlers } from '../../contract/engine'
import { failWith } from '../../contract/errors'
import type { ExportOptions, ExportReport, Job } from '../../contract/work'
import { exportPairs, previewExport } from '../../dataset/export/export'
import { fittingItems } from '../../dataset/export/export-plan'
import { exportSample } from '../../dataset/export/sample'
import { discardStopped, stoppedExport } from '../../dataset/export/write-partial-export'
import { formatNamed, formats } from '../../dataset/formats/list'
import { importApart } from '../../dataset/import/apart/apart'
import { asSentence, message } from '../../messages/message'
import { readFromBucket, writeToBucket } from '../buckets/bucket-data-sets'
import type { DataSetPlace } from '../buckets/bucket-data-sets'
import { countedItems } from '../counted-items'
import type { EngineState } from '../engine-state'
import { exportItems, itemsOf, withProjectFacts } from '../export-items'
import { keepProjectSplits, splitRulesOf } from '../project-splits'
import type { Session } from '../session'
import { askExport } from '../workers/ask-export'

type DataSetHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `formats.${string}` | `export.${string}` | `import.${string}`>
>

/** Of work that runs. */
interface Running {
  progress(done: number, total: number): void
  signal: AbortSignal
}

export function dataSetHandlers(state: EngineState): DataSetHandlers {
  return {
    'formats.list': () => formats.map(({ name, title, summary }) => ({ name, title, summary })),
    ...lookHandlers(state),
    'export.start': (options) => {
      formatNamed(options.format)
      const session = state.current()
      return inBucket(state, options.out, (bucket) => startExport(state, session, options, bucket))
    },
    'export.ask': (options) => {
      formatNamed(options.format)
      return askExport(state, options)
    },
    'export.stopped': ({ out }) => (isBucketAddress(out) ? null : stoppedExport(out)),
    'export.discard': async ({ out }) => {
      await discardStopped(out)
      return null
    },
    'import.start': (options) => {
      if (options.format !== null) {
        formatNamed(options.format)
      }
      if (state.options.isTeam === true && isBucketAddress(options.source)) {
        throw failWith('unavailable', message('buckets.noImportInTeam'))
      }
      return inBucket(state, options.source, (bucket) => startImport(state, options, bucket))
    },
  }
}

/** What an export would write. */
function lookHandlers(state: EngineState): Pick<DataSetHandlers, 'export.preview' | 'export.sample'> {
  return {
    'export.preview': (options) => {
      formatNamed(options.format)
      return state.current().whileOpen(async (project) => {
        const { items, notices, estimatedCount } = await countedItems(project, options)
        const report = await previewExport(items, options, splitRulesOf(project))
        return { ...report, notices: [...report.notices, ...notices], estimatedCount }
      })
    },
    'export.sample': (options) => {
      formatNamed(options.format)
      return state.current().whileOpen(async (project) => {
        const { items } = await countedItems(project, options)
        const fitting = fittingItems(items, options.format)
        return exportSample(
          itemsOf(project, () => fitting.map(({ pairId }) => pairId)),
          withProjectFacts(project, options),
        )
      })
    },
  }
}

/** At once for a place on this disk, which is null: a command that follows finds the job begun. @throws ContractError */
function inBucket(
  state: EngineState,
  given: string,
  begin: (bucket: DataSetPlace | null) => Job,
): Job | Promise<Job> {
  return isBucketAddress(given)
    ? state.buckets.dataSet(given, state.describe()?.folder ?? null).then(begin)
    : begin(null)
}

function startExport(
  state: EngineState,
  { project, closing }: Session,
  options: ExportOptions,
  bucket: DataSetPlace | null,
): Job {
  const { access, program = 'Deltascribe' } = state.options
  const write = (out: string, running: Running): Promise<ExportReport> =>
    exportPairs(
      exportItems(project, options.states, running.signal),
      withProjectFacts(project, { ...options, out }),
      running,
      {
        rules: splitRulesOf(project),
        keep: (splits) => keepProjectSplits(project, splits, access === 'look' ? program : null),
      },
    )
  return state.jobs.start(
    'export',
    message('jobs.exportTo', { out: options.out }),
    async (progress, stopped) => {
      const running = { progress, signal: AbortSignal.any([stopped, closing]) }
      if (bucket === null) {
        return { exportReport: await write(options.out, running) }
      }
      const { signal } = running
      const report = await writeToBucket(
        bucket,
        (folder) => write(folder, running),
        (send) => send({ signal, onFile: progress }),
      )
      return { exportReport: { ...report, out: options.out } }
    },
  )
}

function startImport(state: EngineState, options: ImportOptions, bucket: DataSetPlace | null): Job {
  const read = (source: string, running: Running): Promise<ImportReport> =>
    importApart({ ...options, source }, { host: state.options.host, ...running })
  return state.jobs.start(
    'import',
    message('jobs.importInto', { into: options.into }),
    async (progress, signal) => {
      const running = { progress, signal }
      const importReport =
        bucket === null
          ? await read(options.source, running)
          : await importFromBucket(bucket, options.source, (folder) => read(folder, running), signal)
      return { importReport }
    },
  )
}

/** Objects whose names read as another path are left out, and are problems of the report. */
function importFromBucket(
  bucket: DataSetPlace,
  source: string,
  read: (folder: string) => Promise<ImportReport>,
  signal: AbortSignal,
): Promise<ImportReport> {
  return readFromBucket(
    bucket,
    (fetch) => fetch(signal),
    async (folder, leftOut) => {
      const report = await read(folder)
      return {
        ...report,
        source,
        leftOutCount: report.leftOutCount + leftOut.length,
        problems: [...leftOut.map(problemOfName), ...report.problems],
      }
    },
  )
}

function problemOfName(file: string): DatasetProblem {
  const text = asSentence(message('readings.otherPath'))
  return { file, line: null, item: null, message: text, level: 'error' }
}
