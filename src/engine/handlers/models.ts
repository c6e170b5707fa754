import type { EngineHandlers } from '../../contract/engine'
import { failWith } from '../../contract/errors'
import type { ModelList } from '../../contract/models'
import type { EngineState } from '../engine-state'

type ModelHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `models.${string}`>>

export function modelHandlers(state: EngineState): ModelHandlers {
  const { models, promotions, proposers } = state

  async function listed(work: Promise<unknown>): Promise<ModelList> {
    await work
    return models.list()
  }

  return {
    'models.list': () => models.list(),
    'models.card': async ({ id }) => ({ card: await models.card(id) }),
    'models.promote': async ({ id, scope }) => {
      await proposers.refresh()
      proposers.enableAll()
      if (!models.isUsable(id)) {
        const reason = proposers.list().find(({ name }) => name === id)?.reason ?? 'there is no such model'
        throw failWith('unavailable', `${id} cannot be promoted: ${reason}.`)
      }
      await promotions.promote(scope, id)
      return listed(state.proposerChanged({ proposes: () => true }))
    },
    'models.rollBack': async ({ scope }) => {
      await proposers.refresh()
      await promotions.rollBack(scope, models.isUsable)
      return listed(state.proposerChanged({ proposes: () => true }))
    },
    'models.rename': ({ id, title }) => listed(models.rename(id, title)),
    'models.delete': ({ id }) => listed(models.delete(id)),
    'models.restore': ({ id }) => listed(models.restore(id)),
    'models.import': ({ folder }) => models.import(folder),
    'models.export': async ({ id, format, out }) => ({ files: await models.export(id, format, out) }),
  }
}

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
