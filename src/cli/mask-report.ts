import { maskScores, maskSetScores } from '../metrics/mask-scores'
import type { MaskComparison, MaskScores } from '../metrics/mask-scores'
import { nanMean } from '../metrics/segmentation'
import { metricReports } from './metric-report'
import type { MetricReport } from './metric-report'
import { ScoreInputError } from './output'

export interface MaskItem {
  stem: string
  comparison: MaskComparison
  /** The second system's, against the same truth. */
  compared?: MaskComparison
}

export interface MaskReport {
  scores: MaskScores
  metrics: MetricReport[]
  groups?: { name: string; items: number; scores: MaskScores }[]
  /** Mean over the groups, each weighing the same. */
  groupMean?: { iou: number; f1: number; precision: number; recall: number; mIoU: number }
}

export interface MaskReportOptions {
  classes: number
  /** The first capture group names an item's group. */
  group?: RegExp
  resamples: number
  seed: number
}

export function maskReport(items: readonly MaskItem[], options: MaskReportOptions): MaskReport {
  const comparisons = items.map((item) => item.comparison)
  const compared = items.flatMap((item) => (item.compared ? [item.compared] : []))
  const second = compared.length > 0 ? maskSetScores(compared, options.classes) : undefined
  const report: MaskReport = {
    scores: maskScores(comparisons, options.classes),
    metrics: metricReports(maskSetScores(comparisons, options.classes), second, options),
  }
  if (options.group) {
    const groups = groupScores(items, options.group, options.classes)
    report.groups = groups
    report.groupMean = {
      iou: nanMean(groups.map((group) => group.scores.change.iou)),
      f1: nanMean(groups.map((group) => group.scores.change.f1)),
      precision: nanMean(groups.map((group) => group.scores.change.precision)),
      recall: nanMean(groups.map((group) => group.scores.change.recall)),
      mIoU: nanMean(groups.map((group) => group.scores.segmentation.meanIou)),
    }
  }
  return report
}

function groupScores(
  items: readonly MaskItem[],
  pattern: RegExp,
  classes: number,
): NonNullable<MaskReport['groups']> {
  const groups = new Map<string, MaskComparison[]>()
  for (const { stem, comparison } of items) {
    const name = pattern.exec(stem)?.[1]
    if (name === undefined) {
      throw new ScoreInputError(`"${stem}" does not match --group ${pattern.source} with its first group.`)
    }
    groups.set(name, [...(groups.get(name) ?? []), comparison])
  }
  return [...groups].map(([name, comparisons]) => ({
    name,
    items: comparisons.length,
    scores: maskScores(comparisons, classes),
  }))
}
