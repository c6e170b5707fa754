import type { EngineHandlers } from '../../contract/engine'
import type { EngineState } from '../engine-state'

type ModelHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `models.${string}` | `segment.${string}`>
>

export function modelHandlers(state: EngineState): ModelHandlers {
  return {
    'models.list': () => state.packs.list(),
    'models.add': ({ id, file }) => state.packs.add(id, file),
    'models.remove': ({ id }) => {
      // an open model cannot be deleted everywhere
      state.segmenter.forgetModels()
      return state.packs.remove(id)
    },
    'models.verify': async ({ id }) => ({ problems: await state.packs.verify(id) }),
    'segment.prepare': ({ pairId, aheadIds }) =>
      state.segmenter.prepare(state.current().project, pairId, aheadIds),
    'segment.mask': ({ pairId, frame, prompts }) =>
      state.segmenter.mask(state.current().project, pairId, frame, prompts),
  }
}
