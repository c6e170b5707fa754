import type { ImagePoint } from '../stage/points'
import { stage as stageText } from '../../text/en/stage'
import type { Effect, ToolChart } from './tool'

/** `last` is where the previous stroke ended: a press with Shift draws a straight line from there. */
export type BrushState =
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
