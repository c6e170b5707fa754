import { useState } from 'react'
import type { PointerEvent, ReactElement } from 'react'
import { domainOf, nearestPoint, ticksOf } from './chart-scale'
import type { Domain, Series } from './chart-scale'
import shared from '../components/shared.module.css'
import styles from './Chart.module.css'

interface ChartProps {
  title: string
  series: readonly Series[]
  /** Of the x axis, as far as it will go. */
  until: number
  xName: string
  /** Always within the y axis. */
  yRange: Domain
  /** What it shows, in a sentence. */
  summary: string
  empty: string
  mark?: number | null
}

/** In units of the drawing. */
const WIDTH = 560
const HEIGHT = 200
const MARGIN = { left: 40, right: 16, top: 8, bottom: 20 }

/** Lines over steps. The values under the pointer are shown in the legend, else the last ones. */
export function Chart(props: ChartProps): ReactElement {
  const { title, series, until, xName, yRange, summary, empty, mark = null } = props
  const [pointedX, setPointedX] = useState<number | null>(null)
  const values = series.flatMap(({ points }) => points.map(({ y }) => y))
  const yTicks = ticksOf(domainOf(values, yRange.low, yRange.high))
  const xTicks = ticksOf({ low: 0, high: Math.max(1, until) }).filter((tick) => tick <= Math.max(1, until))
  const [bottom, top] = [yTicks[0], yTicks[yTicks.length - 1]]
  const toX = (x: number): number =>
    MARGIN.left + (x / Math.max(1, until)) * (WIDTH - MARGIN.left - MARGIN.right)
  const toY = (y: number): number =>
    HEIGHT - MARGIN.bottom - ((y - bottom) / (top - bottom || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom)

  function point(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const drawn = ((event.clientX - box.left) / box.width) * WIDTH
    const share = (drawn - MARGIN.left) / (WIDTH - MARGIN.left - MARGIN.right)
    setPointedX(Math.max(0, Math.min(1, share)) * Math.max(1, until))
  }

  const shownX =
    pointedX === null
      ? null
      : (nearestPoint(
          series.flatMap(({ points }) => points),
          pointedX,
        )?.x ?? null)
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        <strong>{title}</strong>
        {series.map(({ id, name, colour, isDashed, points }) => {
          const shown = shownX === null ? points.at(-1) : nearestPoint(points, shownX)
          return (
            <span key={id} className={styles.legendItem}>
              <svg width="16" height="8" aria-hidden>
                <line
                  x1="0"
                  x2="16"
                  y1="4"
                  y2="4"
                  stroke={colour}
                  strokeWidth="2"
                  strokeDasharray={isDashed === true ? '3 2' : undefined}
                />
              </svg>
              {name}
              <span className={styles.value}>
                {shown === undefined || shown === null ? '–' : shown.y.toFixed(3)}
              </span>
            </span>
          )
        })}
        <span className={shared.dim}>
          {shownX === null ? '' : `${xName} ${Math.round(shownX).toLocaleString()}`}
        </span>
      </figcaption>
      <svg
        className={styles.lines}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}. ${summary}`}
        onPointerMove={point}
        onPointerLeave={() => setPointedX(null)}
      >
        {yTicks.map((tick) => (
          <g key={tick}>
            <line
              className={styles.gridLine}
              x1={MARGIN.left}
              x2={WIDTH - MARGIN.right}
              y1={toY(tick)}
              y2={toY(tick)}
            />
            <text className={styles.tick} x={MARGIN.left - 6} y={toY(tick) + 3} textAnchor="end">
              {tick.toLocaleString()}
            </text>
          </g>
        ))}
        {xTicks.map((tick) => (
          <text key={tick} className={styles.tick} x={toX(tick)} y={HEIGHT - 6} textAnchor="middle">
            {tick.toLocaleString()}
          </text>
        ))}
        {mark === null ? null : (
          <line
            className={styles.markLine}
            x1={toX(mark)}
            x2={toX(mark)}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
          />
        )}
        {shownX === null ? null : (
          <line
            className={styles.pointerLine}
            x1={toX(shownX)}
            x2={toX(shownX)}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
          />
        )}
        {series.map(({ id, colour, isDashed, points }) => (
          <g key={id}>
            <polyline
              fill="none"
              stroke={colour}
              strokeWidth="1.5"
              strokeDasharray={isDashed === true ? '4 3' : undefined}
              points={points
                .filter(({ y }) => Number.isFinite(y))
                .map(({ x, y }) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`)
                .join(' ')}
            />
            {points.length > 40
              ? null
              : points.map(({ x, y }) => <circle key={x} cx={toX(x)} cy={toY(y)} r="2" fill={colour} />)}
          </g>
        ))}
        {values.length === 0 ? (
          <text className={styles.tick} x={WIDTH / 2} y={HEIGHT / 2} textAnchor="middle">
            {empty}
          </text>
        ) : null}
      </svg>
    </figure>
  )
}
