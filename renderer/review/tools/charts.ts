import type { ImagePoint } from '../stage/camera'
import { text } from '../../text/chosen'
import type { Effect, ToolChart, Reaction } from './tool'
import { distance } from './tool'

const stageText = text.stage

/** Of an outline that is filled. */
const LEAST_CORNERS = 3

/** `last` is where the previous stroke ended: a press with Shift draws a straight line from there. */
type BrushState =
  | { name: 'idle'; last: ImagePoint | null }
  | { name: 'painting'; last: ImagePoint; previous: ImagePoint | null }

/** Brush and eraser: one stroke is one edit. Alt turns one into the other. */
export function brushChart(value: 0 | 1): ToolChart<BrushState> {
  return {
    initial: { name: 'idle', last: null },
    react(state, input, { brushDiameter: diameter }) {
      if (state.name === 'idle') {
        if (input.type !== 'down') {
          return { state, effects: [] }
        }
        const painted = input.isAlt ? ((1 - value) as 0 | 1) : value
        const from = input.isShift && state.last !== null ? state.last : input.at
        const effects: Effect[] = [
          { type: 'begin', label: labelOf(painted, from !== input.at), value: painted, at: input.at },
          { type: 'line', from, to: input.at, diameter },
        ]
        return { state: { name: 'painting', last: input.at, previous: state.last }, effects }
      }
      switch (input.type) {
        case 'move':
          return {
            state: { ...state, last: input.at },
            effects: [{ type: 'line', from: state.last, to: input.at, diameter }],
          }
        case 'up':
          return {
            state: { name: 'idle', last: input.at },
            effects: [{ type: 'line', from: state.last, to: input.at, diameter }, { type: 'commit' }],
          }
        case 'cancel':
          return { state: { name: 'idle', last: state.previous }, effects: [{ type: 'cancel' }] }
        default:
          return { state, effects: [] }
      }
    },
  }
}

function labelOf(value: 0 | 1, isLine: boolean): string {
  const { labels } = stageText
  if (isLine) {
    return value === 1 ? labels.brushLine : labels.eraserLine
  }
  return value === 1 ? labels.brush : labels.eraser
}

type LassoState = { name: 'idle' } | { name: 'drawing'; points: readonly ImagePoint[]; value: 0 | 1 }

/** A freehand outline, filled when the pointer is let go. Alt at the start takes away. */
export const lassoChart: ToolChart<LassoState> = {
  initial: { name: 'idle' },
  react(state, input) {
    if (state.name === 'idle') {
      return input.type === 'down'
        ? { state: { name: 'drawing', points: [input.at], value: input.isAlt ? 0 : 1 }, effects: [] }
        : { state, effects: [] }
    }
    const { points, value } = state
    switch (input.type) {
      case 'move': {
        const longer = [...points, input.at]
        return {
          state: { ...state, points: longer },
          effects: [{ type: 'preview', points: longer, value, isFreehand: true }],
        }
      }
      case 'up':
      case 'confirm':
        return {
          state: { name: 'idle' },
          effects: [{ type: 'preview', points: [], value }, ...fill(points, value)],
        }
      case 'cancel':
        return { state: { name: 'idle' }, effects: [{ type: 'preview', points: [], value }] }
      default:
        return { state, effects: [] }
    }
  },
}

function fill(points: readonly ImagePoint[], value: 0 | 1): Effect[] {
  if (points.length < LEAST_CORNERS) {
    return []
  }
  const label = value === 1 ? stageText.labels.lasso : stageText.labels.lassoCut
  return [{ type: 'begin', label, value, at: points[0] }, { type: 'polygon', points }, { type: 'commit' }]
}

type PolygonState =
  | { name: 'idle' }
  /** `points` are placed; the line to the pointer follows it. */
  | { name: 'placing'; points: readonly ImagePoint[]; value: 0 | 1 }

const IDLE: PolygonState = { name: 'idle' }

/** Click by click; a click on the first point, Enter or a double press closes. Alt at the first takes away. */
export const polygonChart: ToolChart<PolygonState> = {
  initial: IDLE,
  react(state, input, { tolerance }) {
    if (state.name === 'idle') {
      return input.type === 'down'
        ? drawing([input.at], input.isAlt ? 0 : 1, input.at)
        : { state, effects: [] }
    }
    const { points, value } = state
    switch (input.type) {
      case 'down':
        return points.length >= LEAST_CORNERS && distance(points[0], input.at) <= tolerance
          ? closed(points, value)
          : drawing([...points, input.at], value, input.at)
      case 'move':
        return { state, effects: [preview([...points, input.at], value)] }
      case 'double': {
        // its second press placed the last corner again
        const isAgain = points.length > 1 && distance(points.at(-2)!, points.at(-1)!) <= tolerance
        return confirmed(isAgain ? points.slice(0, -1) : points, value)
      }
      case 'confirm':
        return confirmed(points, value)
      case 'remove-last':
        return points.length > 1 ? drawing(points.slice(0, -1), value, null) : closed([], value)
      case 'cancel':
        return closed([], value)
      default:
        return { state, effects: [] }
    }
  },
}

function drawing(
  points: readonly ImagePoint[],
  value: 0 | 1,
  pointer: ImagePoint | null,
): Reaction<PolygonState> {
  const line = pointer === null ? points : [...points, pointer]
  return { state: { name: 'placing', points, value }, effects: [preview(line, value)] }
}

function preview(points: readonly ImagePoint[], value: 0 | 1): Effect {
  return { type: 'preview', points, value }
}

/** With too few corners to close, those that are there stay. */
function confirmed(points: readonly ImagePoint[], value: 0 | 1): Reaction<PolygonState> {
  return points.length < LEAST_CORNERS
    ? { state: { name: 'placing', points, value }, effects: [{ type: 'too-few-corners' }] }
    : closed(points, value)
}

function closed(points: readonly ImagePoint[], value: 0 | 1): Reaction<PolygonState> {
  const painting: Effect[] =
    points.length < LEAST_CORNERS
      ? []
      : [
          { type: 'begin', label: outlineLabelOf(value), value, at: points[0] },
          { type: 'polygon', points },
          { type: 'commit' },
        ]
  return { state: IDLE, effects: [preview([], value), ...painting] }
}

function outlineLabelOf(value: 0 | 1): string {
  return value === 1 ? stageText.labels.polygon : stageText.labels.polygonCut
}

/** Where the last press was: another at the same place goes on to the region beneath. */
interface SelectState {
  last: ImagePoint | null
}

export const selectChart: ToolChart<SelectState> = {
  initial: { last: null },
  react(state, input, { regionsAt, selectedRegionId, tolerance }) {
    if (input.type !== 'down') {
      return { state, effects: [] }
    }
    const under = regionsAt(input.at)
    const isAgain = state.last !== null && distance(state.last, input.at) <= tolerance
    const present = selectedRegionId === null ? -1 : under.indexOf(selectedRegionId)
    const next = isAgain && present !== -1 ? (present + 1) % under.length : 0
    return {
      state: { last: input.at },
      effects: [{ type: 'select', regionId: under[next] ?? null }],
    }
  },
}

/** A press in a hole of the chosen region fills that hole; a press on the region fills all its holes. */
export const fillChart: ToolChart<null> = {
  initial: null,
  react(state, input, { regionsAt, selectedRegionId }) {
    if (input.type !== 'down') {
      return { state, effects: [] }
    }
    const under = regionsAt(input.at)
    if (selectedRegionId === null && under.length === 0) {
      return { state, effects: [] }
    }
    const isOnRegion = selectedRegionId === null || under.includes(selectedRegionId)
    return {
      state,
      effects: [
        ...(selectedRegionId === null ? [{ type: 'select' as const, regionId: under[0] }] : []),
        { type: 'begin', label: stageText.labels.fill, value: 1, at: input.at },
        { type: 'holes', at: isOnRegion ? null : input.at },
        { type: 'commit' },
      ],
    }
  },
}
