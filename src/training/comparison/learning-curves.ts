import { readTrainingLog, readScoreLog } from '../synthetic/run-log'
import type { ScoreLogEntry } from '../synthetic/run-log'
import type { ComparisonRun } from './train-and-score'

export interface Curve {
  readonly name: string
  readonly seed: number
  /** Minutes of training, and the value. */
  readonly points: readonly (readonly [minutes: number, value: number])[]
}

export interface CurvePanel {
  readonly title: string
  readonly curves: readonly Curve[]
}

/** Learning curves of the whole families by minutes of training; empty panels are left out. */
export function readCurves(runs: readonly ComparisonRun[]): CurvePanel[] {
  const whole = runs.filter(({ ablation }) => ablation === null)
  const panel = (title: string, points: (folder: string) => Curve['points']): CurvePanel => ({
    title,
    curves: whole
      .map(({ title: name, seed, folder }) => ({ name, seed, points: points(folder) }))
      .filter((curve) => curve.points.length > 0),
  })
  return [
    panel('Caption loss in training', (folder) =>
      thinned(
        readTrainingLog(folder).flatMap(({ minutes, terms }) =>
          Number.isFinite(terms['caption']) ? [[minutes, terms['caption']] as const] : [],
        ),
      ),
    ),
    panel('Mask IoU on held-out pairs', (folder) => scoredPoints(folder, ({ maskIou }) => maskIou)),
    panel('CIDEr-D on held-out pairs', (folder) => scoredPoints(folder, (line) => line['CIDEr-D'])),
  ].filter(({ curves }) => curves.length > 0)
}

function scoredPoints(folder: string, value: (line: ScoreLogEntry) => number | undefined): Curve['points'] {
  return readScoreLog(folder).flatMap((line) => {
    const score = value(line)
    return score === undefined ? [] : [[line.minutes, score] as const]
  })
}

const MAX_POINTS = 100

/** Means of neighbours, so that no curve has more points than the plot can show. */
function thinned(points: Curve['points']): Curve['points'] {
  const size = Math.max(1, Math.ceil(points.length / MAX_POINTS))
  return Array.from({ length: Math.ceil(points.length / size) }, (_, at) => {
    const own = points.slice(at * size, (at + 1) * size)
    const sum = own.reduce((all, [minutes, value]) => [all[0] + minutes, all[1] + value] as const, [
      0, 0,
    ] as const)
    return [sum[0] / own.length, sum[1] / own.length] as const
  })
}

const [WIDTH, HEIGHT, MARGIN, GAP] = [360, 240, 48, 24]
/** Distinguishable with colour blindness (Okabe and Ito 2008). */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9']

/** The panels side by side. */
export function curvesSvg(panels: readonly CurvePanel[]): string {
  const names = [...new Set(panels.flatMap(({ curves }) => curves.map(({ name }) => name)))]
  const color = (name: string): string => COLORS[names.indexOf(name) % COLORS.length]
  const width = Math.max(1, panels.length) * (WIDTH + GAP) + GAP
  const height = HEIGHT + 2 * MARGIN
  const step = Math.min(90, (width - MARGIN) / Math.max(1, names.length))
  const legend = names.map(
    (name, at) =>
      `<text x="${(MARGIN + step * at).toFixed(1)}" y="${height - 8}" fill="${color(name)}" font-weight="bold">${escapeXml(name)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...panels.flatMap((panel, at) => panelSvg(panel, GAP + at * (WIDTH + GAP), color)),
    ...legend,
    '</svg>',
    '',
  ].join('\n')
}

function panelSvg({ title, curves }: CurvePanel, left: number, color: (name: string) => string): string[] {
  const all = curves.flatMap(({ points }) => points)
  const most = Math.max(...all.map(([minutes]) => minutes), 1e-9)
  const [low, high] = [
    Math.min(0, ...all.map(([, value]) => value)),
    Math.max(...all.map(([, value]) => value), 1e-9),
  ]
  const inner = WIDTH - MARGIN
  const toPixels = ([minutes, value]: readonly [number, number]): string => {
    const x = left + MARGIN + (minutes / most) * inner
    const y = MARGIN + HEIGHT * (1 - (value - low) / (high - low))
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  const [bottom, right] = [MARGIN + HEIGHT, left + MARGIN + inner]
  return [
    `<text x="${left + MARGIN}" y="${MARGIN - 16}" font-weight="bold">${escapeXml(title)}</text>`,
    `<path d="M${left + MARGIN} ${MARGIN}V${bottom}H${right}" fill="none" stroke="#555"/>`,
    `<text x="${left + MARGIN - 6}" y="${MARGIN + 4}" text-anchor="end">${high.toFixed(2)}</text>`,
    `<text x="${left + MARGIN - 6}" y="${bottom}" text-anchor="end">${low.toFixed(0)}</text>`,
    `<text x="${right}" y="${bottom + 16}" text-anchor="end">${most.toFixed(0)} min</text>`,
    ...curves.map(
      ({ name, points }) =>
        `<polyline points="${points.map(toPixels).join(' ')}" fill="none" stroke="${color(name)}" stroke-width="1.5"/>`,
    ),
  ]
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
