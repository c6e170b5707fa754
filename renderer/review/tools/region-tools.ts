import { stage as stageText } from '../../text/en/stage'
import type { ImagePoint } from '../stage/points'
import { distance } from './tool'
import type { ToolChart } from './tool'

/** Where the last press was: another at the same place goes on to the region beneath. */
export interface SelectState {
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
