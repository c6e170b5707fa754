import { scoreCaptions } from '../metrics/captions'
import type { CaptionItem } from '../metrics/captions'
import { changeDetection, changeTypeAccuracy, LEVIR_NO_CHANGE_SENTENCES } from '../metrics/change-captions'
import type { ChangeDetection, ChangeType, ChangeTypeAccuracy } from '../metrics/change-captions'
import type { Meteor } from '../metrics/meteor/meteor'
import { statesNoChange } from '../metrics/no-change'
import { ScoreInputError, EXIT_CODES, remark, print, percent, textTable } from './output'
import { metricReports } from '../metrics/metric-report'
import type { MetricReport } from '../metrics/metric-report'
import type { Interval } from '../metrics/set-score'
import type { PairedItems } from './caption-files'

export type CaptionProtocol = 'coco' | 'levir'

export interface ScoreRequest {
  protocol: CaptionProtocol
  items: readonly CaptionItem[]
  /** Other captions for the same items, in the same order. */
  compared?: readonly CaptionItem[]
  tokenize: (caption: string) => string
  meteor?: Meteor
  /** True change types by item id. */
  types?: ReadonlyMap<string, ChangeType>
  /** 0: no intervals and no test. */
  resamples: number
  seed: number
}

interface ScoreReport {
  protocol: CaptionProtocol
  metrics: MetricReport[]
  /** Where a reference states that nothing changed. */
  change?: ChangeDetection
  types?: ChangeTypeAccuracy
}

export function scoreReport(request: ScoreRequest): ScoreReport {
  const scores = scoreCaptions(request.items, request.tokenize, request.meteor)
  const compared = request.compared && scoreCaptions(request.compared, request.tokenize, request.meteor)
  const report: ScoreReport = {
    protocol: request.protocol,
    metrics: metricReports(scores, compared, request),
  }
  const isChanged = request.items.map((item) => itemIsChanged(item, request.protocol))
  if (isChanged.includes(false)) {
    const claimed = request.items.map((item) => !claimsNoChange(item.hypothesis, request.protocol))
    report.change = changeDetection(isChanged, claimed)
  }
  if (request.types) {
    const truth = request.items.map((item, index) =>
      isChanged[index] ? request.types?.get(item.id) : ('no change' as const),
    )
    report.types = changeTypeAccuracy(
      truth,
      request.items.map((item) => item.hypothesis),
    )
  }
  return report
}

/**
 * LEVIR-CC's evaluators test whether the first reference is one of five sentences; CLEVR-Change marks the item by
 * "_n" at the end of its id; else the words of the first reference decide.
 */
export function itemIsChanged(item: CaptionItem, protocol: CaptionProtocol): boolean {
  return !item.id.endsWith('_n') && !claimsNoChange(item.references[0], protocol)
}

function claimsNoChange(caption: string, protocol: CaptionProtocol): boolean {
  return protocol === 'levir'
    ? LEVIR_NO_CHANGE_SENTENCES.has(caption.toLowerCase().replace(/[?.]/g, '').trim())
    : statesNoChange(caption)
}

/** Prints what a scoring came to. Exit code 0; 1 where items were left out; 2 where the input is unfit. */
export async function printScores(work: () => Promise<{ text: string; isComplete: boolean }>): Promise<void> {
  try {
    const { text, isComplete } = await work()
    print(text)
    process.exitCode = isComplete ? EXIT_CODES.fine : EXIT_CODES.failed
  } catch (error) {
    if (!(error instanceof ScoreInputError)) {
      throw error
    }
    remark(error.message)
    process.exitCode = EXIT_CODES.unusable
  }
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

/** The result of a scoring run, as text and as JSON. */
interface ScoreOutput {
  report: ScoreReport
  pairing: PairedItems
  /** Rules that applied, in sentences. */
  notes: string[]
}

/** The document of `--json`; `perItem` adds each item's values. */
export function scoreJson({ report, pairing, notes }: ScoreOutput, perItem: boolean): unknown {
  return {
    protocol: report.protocol,
    items: pairing.items.length,
    missingHypotheses: pairing.missingHypotheses,
    missingReferences: pairing.missingReferences,
    emptyHypotheses: pairing.emptyHypotheses,
    notes,
    metrics: report.metrics.map(({ metric, value, interval, compared }) => ({
      metric,
      value,
      interval,
      compared,
    })),
    change: report.change,
    types: report.types && { ...report.types, byType: Object.fromEntries(report.types.byType) },
    perItem: perItem
      ? pairing.items.map((item, index) => ({
          id: item.id,
          ...Object.fromEntries(report.metrics.map((metric) => [metric.metric, metric.perItem[index]])),
        }))
      : undefined,
  }
}

/** Tables; scores times 100, as papers print them. */
export function scoreText({ report, pairing, notes }: ScoreOutput, perItem: boolean): string {
  const protocol = report.protocol === 'coco' ? 'COCO protocol (PTB words)' : 'LEVIR protocol (word numbers)'
  const parts = [`${protocol}, items: ${pairing.items.length}`, textTable(metricTable(report.metrics))]
  if (report.change) {
    const { change } = report
    parts.push(
      textTable([
        ['change detection by caption', 'items', 'accuracy'],
        ['changed', String(change.changed), percent(change.changeAccuracy)],
        ['no change', String(change.unchanged), percent(change.noChangeAccuracy)],
        ['all', String(change.changed + change.unchanged), percent(change.accuracy)],
      ]),
    )
  }
  if (report.types) {
    parts.push(
      textTable([
        ['change type', 'items', 'accuracy'],
        ...[...report.types.byType].map(([type, count]) => [
          type,
          String(count.items),
          percent(count.accuracy),
        ]),
        ['all', String(report.types.items), percent(report.types.accuracy)],
      ]),
    )
  }
  if (perItem) {
    parts.push(perItemTable(report, pairing))
  }
  return [...parts, ...notes.map((note) => `Note: ${note}`)].join('\n\n')
}

function perItemTable(report: ScoreReport, pairing: PairedItems): string {
  return textTable([
    ['item', ...report.metrics.map((metric) => metric.metric)],
    ...pairing.items.map((item, index) => [
      item.id,
      ...report.metrics.map((metric) => percent(metric.perItem[index])),
    ]),
  ])
}
