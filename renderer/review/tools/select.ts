import type { ImagePoint } from '../stage/points'
import { distance } from './chart'
import type { ToolChart } from './chart'

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
