import type { PairedItems } from './caption-files'
import { metricTable } from './score-report'
import type { ScoreReport } from './score-report'
import { percent, textTable } from './output'

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
