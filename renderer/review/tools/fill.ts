import { stage as stageText } from '../../text/en/stage'
import type { ToolChart } from './chart'

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
