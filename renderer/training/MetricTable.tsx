import type { ReactElement } from 'react'
import type { MetricComparison, ModelComparison } from '../../src/contract/model-comparison'
import { titleOf } from '../models/spell'
import { text } from '../text/chosen'
import { spellFixed, spellSigned } from '../text/spelling'
import { useEngineState } from '../state/engine-state'
import shared from '../components/shared.module.css'
import styles from './MetricTable.module.css'

const words = text.training.verdict

/** Scores before and after, and how sure the difference is; nothing where no pair counts. */
export function MetricTable({ verdict }: { verdict: ModelComparison }): ReactElement | null {
  const { metrics, pairCount, countedCount = pairCount, before, after } = verdict
  const list = useEngineState((state) => state.models)
  const title = (id: string): string => (list === null ? id : titleOf(list, id))
  if (metrics.length === 0) {
    return null
  }
  // CIDEr-D goes to 10, all else to 1: each is drawn on the scale of its own row
  return (
    <section aria-label={words.scores(countedCount)}>
      <h3>{words.scores(countedCount)}</h3>
      <p className={shared.dim}>{words.compared(title(before), title(after))}</p>
      <table className={styles.metrics}>
        <thead>
          <tr>
            <th scope="col">{words.score}</th>
            <th scope="col" className={styles.number}>
              {words.before}
            </th>
            <th scope="col" className={styles.number}>
              {words.after}
            </th>
            <th scope="col">{words.both}</th>
            <th scope="col">{words.difference}</th>
            <th scope="col">{words.title}</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map((metric) => (
            <Row key={metric.metric} metric={metric} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ metric }: { metric: MetricComparison }): ReactElement {
  const { before, after, beforeInterval, afterInterval, difference, word } = metric
  return (
    <tr data-word={word}>
      <td>{words.metrics[metric.metric]}</td>
      <td className={styles.number} title={spellRange(beforeInterval)}>
        {spellFixed(before, 3)}
      </td>
      <td className={styles.number} title={spellRange(afterInterval)}>
        <strong>{spellFixed(after, 3)}</strong>
      </td>
      <td className={styles.whiskers}>
        <Whiskers metric={metric} />
      </td>
      <td>{words.range(spellSigned(difference.low, 3), spellSigned(difference.high, 3))}</td>
      <td className={styles.word}>{words.words[word]}</td>
    </tr>
  )
}

function spellRange({ low, high }: { low: number; high: number }): string {
  return words.range(spellFixed(low, 3), spellFixed(high, 3))
}

/** In units of the drawing. */
const WIDTH = 160
const HEIGHT = 22

/** Both scores with their intervals, the earlier one above, from nothing to the most that is needed. */
function Whiskers({ metric }: { metric: MetricComparison }): ReactElement {
  const { before, after, beforeInterval, afterInterval } = metric
  const most = Math.max(metric.metric === 'cider-d' ? 0.1 : 1, beforeInterval.high, afterInterval.high)
  const toX = (value: number): number => 3 + (Math.max(0, value) / most) * (WIDTH - 6)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
      <line className={styles.axis} x1={toX(0)} x2={toX(most)} y1={HEIGHT - 1} y2={HEIGHT - 1} />
      {[
        { value: before, interval: beforeInterval, y: 6, isNew: false },
        { value: after, interval: afterInterval, y: 15, isNew: true },
      ].map(({ value, interval, y, isNew }) => (
        <g key={y} className={isNew ? styles.newMark : styles.oldMark}>
          <line x1={toX(interval.low)} x2={toX(interval.high)} y1={y} y2={y} strokeWidth="2" />
          <circle cx={toX(value)} cy={y} r="3" />
        </g>
      ))}
    </svg>
  )
}
