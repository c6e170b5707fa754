import { spellFixed, spellNumber } from '../text/spelling'
import { useState } from 'react'
import type { PointerEvent, ReactElement } from 'react'
import { domainOf, nearestPoint, ticksOf } from './chart-scale'
import type { Domain, Series } from './chart-scale'
import shared from '../components/shared.module.css'
import styles from './Chart.module.css'

interface ChartProps {
  title: string
  series: readonly Series[]
  /** End of the x axis, when all steps are done. */
  until: number
  xName: string
  /** Always within the y axis. */
  yRange: Domain
  /** Content of the chart, in a sentence. */
  summary: string
  empty: string
  mark?: number | null
}

/** In units of the drawing. */
const WIDTH = 560
const HEIGHT = 200
const MARGIN = { left: 40, right: 16, top: 8, bottom: 20 }
/** A curve of more points has no dot at each. */
const MOST_DOTS = 40

/** Places of values in the drawing, and the values at which an axis has a tick. */
interface Axes {
  toX(x: number): number
  toY(y: number): number
  xTicks: readonly number[]
  yTicks: readonly number[]
}

/** Lines over steps. The values under the pointer are shown in the legend, else the last ones. */
export function Chart(props: ChartProps): ReactElement {
  const { title, series, until, xName, yRange, summary, empty, mark = null } = props
  const [pointedX, setPointedX] = useState<number | null>(null)
  const points = series.flatMap((one) => one.points)
  const axes = axesOf(points, until, yRange)
  const shownX = pointedX === null ? null : (nearestPoint(points, pointedX)?.x ?? null)
  return (
    <figure className={styles.chart}>
      <Legend title={title} series={series} shownX={shownX} xName={xName} />
      <svg
        className={styles.lines}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}. ${summary}`}
        onPointerMove={(event) => setPointedX(shareUnder(event) * Math.max(1, until))}
        onPointerLeave={() => setPointedX(null)}
      >
        <Ticks axes={axes} />
        <Upright className={styles.markLine} x={mark} axes={axes} />
        <Upright className={styles.pointerLine} x={shownX} axes={axes} />
        {series.map((one) => (
          <Curve key={one.id} series={one} axes={axes} />
        ))}
        {points.length === 0 ? (
          <text className={styles.tick} x={WIDTH / 2} y={HEIGHT / 2} textAnchor="middle">
            {empty}
          </text>
        ) : null}
      </svg>
    </figure>
  )
}

function axesOf(points: readonly { y: number }[], until: number, yRange: Domain): Axes {
  const most = Math.max(1, until)
  const values = points.map(({ y }) => y)
  const yTicks = ticksOf(domainOf(values, yRange.low, yRange.high))
  const [bottom, top] = [yTicks[0], yTicks[yTicks.length - 1]]
  return {
    xTicks: ticksOf({ low: 0, high: most }).filter((tick) => tick <= most),
    yTicks,
    toX: (x) => MARGIN.left + (x / most) * (WIDTH - MARGIN.left - MARGIN.right),
    toY: (y) =>
      HEIGHT - MARGIN.bottom - ((y - bottom) / (top - bottom || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom),
  }
}

/** How far along the x axis the pointer is, 0 to 1. */
function shareUnder(event: PointerEvent<SVGSVGElement>): number {
  const box = event.currentTarget.getBoundingClientRect()
  const drawn = ((event.clientX - box.left) / box.width) * WIDTH
  return Math.max(0, Math.min(1, (drawn - MARGIN.left) / (WIDTH - MARGIN.left - MARGIN.right)))
}

interface LegendProps {
  title: string
  series: readonly Series[]
  shownX: number | null
  xName: string
}

function Legend({ title, series, shownX, xName }: LegendProps): ReactElement {
  return (
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
              {shown === undefined || shown === null ? '–' : spellFixed(shown.y, 3)}
            </span>
          </span>
        )
      })}
      <span className={shared.dim}>
        {shownX === null ? '' : `${xName} ${spellNumber(Math.round(shownX))}`}
      </span>
    </figcaption>
  )
}

function Ticks({ axes: { xTicks, yTicks, toX, toY } }: { axes: Axes }): ReactElement {
  return (
    <>
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
            {spellNumber(tick)}
          </text>
        </g>
      ))}
      {xTicks.map((tick) => (
        <text key={tick} className={styles.tick} x={toX(tick)} y={HEIGHT - 6} textAnchor="middle">
          {spellNumber(tick)}
        </text>
      ))}
    </>
  )
}

/** A line from top to bottom; none for null. */
function Upright(props: { className: string; x: number | null; axes: Axes }): ReactElement | null {
  const x = props.x === null ? null : props.axes.toX(props.x)
  return x === null ? null : (
    <line className={props.className} x1={x} x2={x} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
  )
}

function Curve({ series, axes: { toX, toY } }: { series: Series; axes: Axes }): ReactElement {
  const { colour, isDashed, points } = series
  return (
    <g>
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
      {points.length > MOST_DOTS
        ? null
        : points.map(({ x, y }) => <circle key={x} cx={toX(x)} cy={toY(y)} r="2" fill={colour} />)}
    </g>
  )
}
