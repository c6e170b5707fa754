import type { EngineHandlers } from '../../contract/engine'
import type { EngineState } from '../engine-state'

type PackHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `packs.${string}` | `segment.${string}`>
>

export function packHandlers(state: EngineState): PackHandlers {
  return {
    'packs.list': () => state.packs.list(),
    'packs.add': ({ id, file }) => state.packs.add(id, file),
    'packs.remove': ({ id }) => {
      // an open model cannot be deleted everywhere
      state.segmenter.forgetModels()
      return state.packs.remove(id)
    },
    'packs.verify': async ({ id }) => ({ problems: await state.packs.verify(id) }),
    'segment.prepare': ({ pairId, aheadIds }) =>
      state.current().whileOpen((project) => state.segmenter.prepare(project, pairId, aheadIds)),
    'segment.mask': ({ pairId, frame, prompts }) =>
      state.current().whileOpen((project) => state.segmenter.mask(project, pairId, frame, prompts)),
  }
}
