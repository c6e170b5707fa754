import type { ImagePoint } from '../stage/points'
import { stage as stageText } from '../../text/en/stage'
import type { Effect, ToolChart } from './chart'

export type LassoState = { name: 'idle' } | { name: 'drawing'; points: readonly ImagePoint[]; value: 0 | 1 }

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
        return { state: { ...state, points: longer }, effects: [{ type: 'preview', points: longer, value }] }
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
  if (points.length < 3) {
    return []
  }
  const label = value === 1 ? stageText.labels.lasso : stageText.labels.lassoCut
  return [{ type: 'begin', label, value, at: points[0] }, { type: 'polygon', points }, { type: 'commit' }]
}
