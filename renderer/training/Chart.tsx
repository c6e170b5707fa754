import { useState } from 'react'
import type { PointerEvent, ReactElement } from 'react'
import { domainOf, nearestPoint, ticksOf } from './chart-scale'
import type { Domain, Series } from './chart-scale'
import styles from './Training.module.css'

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
const width = 560
const height = 200
const margin = { left: 40, right: 16, top: 8, bottom: 20 }

/** Lines over steps. The values under the pointer are shown in the legend, else the last ones. */
export function Chart(props: ChartProps): ReactElement {
  const { title, series, until, xName, yRange, summary, empty, mark = null } = props
  const [pointedX, setPointedX] = useState<number | null>(null)
  const values = series.flatMap(({ points }) => points.map(({ y }) => y))
  const yTicks = ticksOf(domainOf(values, yRange.low, yRange.high))
  const xTicks = ticksOf({ low: 0, high: Math.max(1, until) }).filter((tick) => tick <= Math.max(1, until))
  const [bottom, top] = [yTicks[0], yTicks[yTicks.length - 1]]
  const toX = (x: number): number =>
    margin.left + (x / Math.max(1, until)) * (width - margin.left - margin.right)
  const toY = (y: number): number =>
    height - margin.bottom - ((y - bottom) / (top - bottom || 1)) * (height - margin.top - margin.bottom)

  function point(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const drawn = ((event.clientX - box.left) / box.width) * width
    const share = (drawn - margin.left) / (width - margin.left - margin.right)
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
        <span className={styles.dim}>
          {shownX === null ? '' : `${xName} ${Math.round(shownX).toLocaleString()}`}
        </span>
      </figcaption>
      <svg
        className={styles.lines}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title}. ${summary}`}
        onPointerMove={point}
        onPointerLeave={() => setPointedX(null)}
      >
        {yTicks.map((tick) => (
          <g key={tick}>
            <line
              className={styles.gridLine}
              x1={margin.left}
              x2={width - margin.right}
              y1={toY(tick)}
              y2={toY(tick)}
            />
            <text className={styles.tick} x={margin.left - 6} y={toY(tick) + 3} textAnchor="end">
              {tick.toLocaleString()}
            </text>
          </g>
        ))}
        {xTicks.map((tick) => (
          <text key={tick} className={styles.tick} x={toX(tick)} y={height - 6} textAnchor="middle">
            {tick.toLocaleString()}
          </text>
        ))}
        {mark === null ? null : (
          <line
            className={styles.markLine}
            x1={toX(mark)}
            x2={toX(mark)}
            y1={margin.top}
            y2={height - margin.bottom}
          />
        )}
        {shownX === null ? null : (
          <line
            className={styles.pointerLine}
            x1={toX(shownX)}
            x2={toX(shownX)}
            y1={margin.top}
            y2={height - margin.bottom}
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
          <text className={styles.tick} x={width / 2} y={height / 2} textAnchor="middle">
            {empty}
          </text>
        ) : null}
      </svg>
    </figure>
  )
}
