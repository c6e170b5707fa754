import type { ReactElement } from 'react'
import { HISTOGRAM_BARS } from '../../../src/contract/value-facts'
import type { DepthFacts } from '../../../src/contract/value-facts'
import type { PairWindow } from '../../../src/domain/value-mapping'
import { text } from '../../text/chosen'
import styles from './Window.module.css'

const words = text.depth.histogram
const HEIGHT = 48

/** Of both frames, over one another; what lies beyond the window is faint. */
export function Histogram({ depth, shown }: { depth: DepthFacts; shown: PairWindow }): ReactElement {
  const { plot, histogram } = depth
  const most = Math.max(1, ...histogram.before, ...histogram.after)
  const placeOf = (value: number): number => {
    const place = ((value - plot.low) / (plot.high - plot.low)) * HISTOGRAM_BARS
    return Math.min(HISTOGRAM_BARS, Math.max(0, place))
  }
  const [low, high] = [placeOf(shown.low), placeOf(shown.high)]
  return (
    <figure className={styles.histogram}>
      <svg
        viewBox={`0 0 ${HISTOGRAM_BARS} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.name}
      >
        <path className={styles.before} d={outline(histogram.before, most)} />
        <path className={styles.after} d={outline(histogram.after, most)} />
        <rect className={styles.beyond} x={0} y={0} width={low} height={HEIGHT} />
        <rect className={styles.beyond} x={high} y={0} width={HISTOGRAM_BARS - high} height={HEIGHT} />
      </svg>
      <figcaption className={styles.legend}>
        <span className={styles.beforeName}>{words.before}</span>
        <span className={styles.afterName}>{words.after}</span>
      </figcaption>
    </figure>
  )
}

/** By the square root, so that few pixels show beside many. */
function outline(bars: readonly number[], most: number): string {
  const steps = bars.map((count, at) => {
    const top = (HEIGHT * (1 - Math.sqrt(count / most))).toFixed(1)
    return `L${at} ${top}H${at + 1}`
  })
  return `M0 ${HEIGHT}${steps.join('')}L${bars.length} ${HEIGHT}Z`
}
