import { bootstrapIntervals, pairedBootstrap } from '../metrics/bootstrap'
import type { Interval, PairedTest } from '../metrics/bootstrap'
import type { SetScore } from '../metrics/set-score'
import { percent } from './output'

export interface MetricReport {
  metric: string
  value: number
  interval?: Interval
  /** The second system's value, and the test of the difference. */
  compared?: { value: number; test?: PairedTest }
  perItem: readonly number[]
}

/** `resamples` 0: no intervals and no test. `second` holds the same metrics over the same items. */
export function metricReports(
  scores: ReadonlyMap<string, SetScore>,
  second: ReadonlyMap<string, SetScore> | undefined,
  { resamples, seed }: { resamples: number; seed: number },
): MetricReport[] {
  const reports = [...scores].map(([metric, score]): MetricReport => {
    const report: MetricReport = { metric, value: score.corpus, perItem: score.perItem }
    const other = second?.get(metric)
    if (other) {
      report.compared = { value: other.corpus }
    }
    return report
  })
  if (resamples > 0) {
    for (const [index, interval] of bootstrapIntervals([...scores.values()], { resamples, seed }).entries()) {
      reports[index].interval = interval
    }
    const pairs = [...scores].flatMap(([metric, score]): [SetScore, SetScore][] => {
      const other = second?.get(metric)
      return other ? [[score, other]] : []
    })
    const compared = reports.flatMap((report) => report.compared ?? [])
    for (const [index, test] of pairedBootstrap(pairs, { resamples, seed }).entries()) {
      compared[index].test = test
    }
  }
  return reports
}

/** Header and rows of a table; scores times 100. */
export function metricTable(reports: readonly MetricReport[]): string[][] {
  const isCompared = reports.some((report) => report.compared)
  return [
    [
      'score x 100',
      'value',
      '95 % interval',
      ...(isCompared ? ['second', 'difference', '95 % interval', 'p'] : []),
    ],
    ...reports.map(metricRow),
  ]
}

function metricRow({ metric, value, interval, compared }: MetricReport): string[] {
  const row = [metric, percent(value), range(interval)]
  if (compared) {
    row.push(percent(compared.value))
  }
  if (compared?.test) {
    const { difference, interval: spread, pValue } = compared.test
    row.push(percent(difference), range(spread), pValue.toFixed(3))
  }
  return row
}

function range(interval: Interval | undefined): string {
  return interval ? `${percent(interval.low)} to ${percent(interval.high)}` : ''
}
