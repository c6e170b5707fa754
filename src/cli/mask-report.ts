import { SIZE_LIMITS } from '../metrics/regions'
import type { PairedFiles } from './mask-pairs'
import { metricReports } from '../metrics/metric-report'
import type { MetricReport } from '../metrics/metric-report'
import { metricTable } from './score-report'
import { someOf, percent, textTable, ScoreInputError } from './output'
import { maskScores, maskSetScores } from '../metrics/mask-scores'
import type { MaskComparison, MaskScores } from '../metrics/mask-scores'
import { nanMean } from '../metrics/segmentation'

interface MaskOutput {
  items: readonly MaskItem[]
  report: MaskReport
  files: PairedFiles
  /** Names of the classes, no change first. */
  classNames: readonly string[]
}

/** The document of `--json`. A score that divides by zero is null. */
export function maskJson({ items, report, files, classNames }: MaskOutput, perItem: boolean): unknown {
  const { scores } = report
  return {
    items: items.length,
    missingPredictions: files.missingPredictions,
    missingTruths: files.missingTruths,
    metrics: report.metrics.map(({ metric, value, interval, compared }) => ({
      metric,
      value,
      interval,
      compared,
    })),
    classes: scores.segmentation.classes.map((values, index) => ({ name: classNames[index], ...values })),
    pixelAccuracy: scores.segmentation.pixelAccuracy,
    meanIou: scores.segmentation.meanIou,
    frequencyWeightedIou: scores.segmentation.frequencyWeightedIou,
    boundaryF1: scores.boundaryF1,
    regions: scores.regions,
    bySize: scores.bySize.map(({ truth, matched, pixels, hitPixels }, index) => ({
      size: sizeName(index),
      truth,
      matched,
      pixels,
      hitPixels,
    })),
    groups: report.groups?.map(({ name, items, scores }) => ({
      name,
      items,
      ...scores.change,
      mIoU: scores.segmentation.meanIou,
    })),
    groupMean: report.groupMean,
    perItem: perItem
      ? items.map(({ stem }, index) => ({
          id: stem,
          ...Object.fromEntries(report.metrics.map((metric) => [metric.metric, metric.perItem[index]])),
        }))
      : undefined,
  }
}

/** Tables; scores times 100. */
export function maskText(output: MaskOutput, perItem: boolean): string {
  const { items, report, classNames } = output
  const { scores } = report
  const parts = [
    `Mask pairs: ${items.length}, one confusion matrix over all pixels`,
    textTable(metricTable(report.metrics)),
    textTable([
      ['class', 'IoU', 'F1', 'precision', 'recall', 'true pixels'],
      ...scores.segmentation.classes.map((values, index) => [
        classNames[index],
        ...[values.iou, values.f1, values.precision, values.recall].map(percent),
        String(values.support),
      ]),
    ]),
    textTable([
      ['other', 'value'],
      ['pixel accuracy', percent(scores.segmentation.pixelAccuracy)],
      ['boundary F1', percent(scores.boundaryF1)],
      ['region precision (IoU 0.5)', percent(scores.regions.precision)],
      ['region recall (IoU 0.5)', percent(scores.regions.recall)],
      ['region F1 (IoU 0.5)', percent(scores.regions.f1)],
    ]),
    textTable([
      ['true regions by pixels', 'regions', 'matched', 'recall', 'pixel recall'],
      ...scores.bySize.map((bin, index) => [
        sizeName(index),
        String(bin.truth),
        String(bin.matched),
        percent(bin.matched / bin.truth),
        percent(bin.hitPixels / bin.pixels),
      ]),
    ]),
  ]
  if (report.groups) {
    parts.push(groupTable(report))
  }
  if (perItem) {
    const header = ['item', ...report.metrics.map((metric) => metric.metric)]
    parts.push(textTable([header, ...items.map(({ stem }, index) => itemCells(stem, index, report.metrics))]))
  }
  return [...parts, ...missingNotes(output.files)].join('\n\n')
}

function itemCells(stem: string, index: number, metrics: readonly MetricReport[]): string[] {
  return [stem, ...metrics.map((metric) => percent(metric.perItem[index]))]
}

function groupTable({ groups = [], groupMean }: MaskReport): string {
  return textTable([
    ['group', 'pairs', 'IoU', 'F1', 'precision', 'recall', 'mIoU'],
    ...groups.map(({ name, items, scores }) => [
      name,
      String(items),
      ...[scores.change.iou, scores.change.f1, scores.change.precision, scores.change.recall].map(percent),
      percent(scores.segmentation.meanIou),
    ]),
    ...(groupMean
      ? [
          [
            'mean of groups',
            '',
            ...[groupMean.iou, groupMean.f1, groupMean.precision, groupMean.recall].map(percent),
            percent(groupMean.mIoU),
          ],
        ]
      : []),
  ])
}

function missingNotes({ missingPredictions, missingTruths }: PairedFiles): string[] {
  return [
    ...(missingPredictions.length > 0 ? [`Note: no prediction for ${someOf(missingPredictions)}.`] : []),
    ...(missingTruths.length > 0 ? [`Note: no truth for ${someOf(missingTruths)}.`] : []),
  ]
}

function sizeName(bin: number): string {
  const from = bin === 0 ? 1 : SIZE_LIMITS[bin - 1]
  return bin === SIZE_LIMITS.length ? `${from} or more` : `${from} to ${SIZE_LIMITS[bin] - 1}`
}

export interface MaskItem {
  stem: string
  comparison: MaskComparison
  /** The second system's, against the same truth. */
  compared?: MaskComparison
}

interface MaskReport {
  scores: MaskScores
  metrics: MetricReport[]
  groups?: { name: string; items: number; scores: MaskScores }[]
  /** Mean over the groups, each weighing the same. */
  groupMean?: { iou: number; f1: number; precision: number; recall: number; mIoU: number }
}

interface MaskReportOptions {
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
