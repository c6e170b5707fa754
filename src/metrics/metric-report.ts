import { bootstrapIntervals, pairedBootstrap } from './set-score'
import type { Interval, PairedTest, SetScore } from './set-score'

/** A metric of a set of items, and perhaps a second system's beside it. */
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
