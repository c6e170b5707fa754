import type { EngineHandlers } from '../../contract/engine'
import { failWith, toFailure } from '../../contract/errors'
import type { ModelList } from '../../contract/models'
import { workRow } from '../blind-reviews'
import type { EngineState } from '../engine-state'
import type { CaptionReport } from '../../contract/connector'
import { ConnectorError, contractError } from '../../connector/connector-error'
import { captionPairs } from '../connector/caption-pairs'
import { askerOf } from '../../contract/person'
import { message, messageTextOf, joinSentences } from '../../messages/message'
import type { Message } from '../../messages/message'

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
        const reason = proposers.list().find(({ name }) => name === id)?.reason ?? message('models.noSuch')
        throw failWith('unavailable', message('models.notPromoted', { id, reason }))
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
    'packs.add': ({ use, ...input }) =>
      state.packs.add(input, use ? () => askPack(state, input.id) : undefined),
    'packs.carry': async ({ id, out }) => ({ bytes: await state.packs.carry(id, out) }),
    'packs.inspect': async ({ file }) => ({ id: await state.packs.inspect(file) }),
    'packs.remove': ({ id }) => {
      // an open model cannot be deleted everywhere
      state.segmenter.forgetModels()
      state.connector.local.forgetModel()
      return state.packs.remove(id)
    },
    'packs.verify': async ({ id }) => ({ problems: await state.packs.verify(id) }),
    'segment.prepare': ({ pairId, aheadIds }) =>
      state.current().whileOpen((project) => state.segmenter.prepare(project, pairId, aheadIds)),
    'segment.mask': ({ pairId, frame, prompts }) =>
      state.current().whileOpen((project) => state.segmenter.mask(project, pairId, frame, prompts)),
  }
}

/** Has the caption connector ask a model pack from now on. */
async function askPack({ user, emit }: EngineState, id: string): Promise<void> {
  const { agreedTo: _agreedTo, ...connector } = user.getSettings().connector
  emit('settings.changed', await user.setSettings({ connector: { ...connector, isOn: true, pack: id } }))
}

type ConnectorHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `connector.${string}`>>

export function connectorHandlers(state: EngineState): ConnectorHandlers {
  const { connector } = state
  return {
    'connector.inspect': ({ address }) => connector.endpoints.inspect(address),
    'connector.agree': async () => {
      const endpoint = await connector.endpoints.agree()
      state.emit('settings.changed', state.user.getSettings())
      return endpoint
    },
    'connector.models': async (_input, caller) => ({ models: await connector.models(askerOf(caller)) }),
    'connector.key': () => connector.key(),
    'connector.setKey': ({ key }) => connector.setKey(key),
    'connector.try': (_input, caller) => connector.try(askerOf(caller)),
    'connector.ask': ({ pairId }, caller) => {
      const { project } = state.current()
      return connector.requestCaption(project, workRow(project.store, pairId, caller), askerOf(caller))
    },
    'connector.cancel': (_input, caller) => {
      connector.cancel(askerOf(caller))
      return null
    },
    'connector.captionPairs': ({ pairIds, storePath }) => {
      const { project, queue, closing } = state.currentWith(storePath)
      const title = message('jobs.captionsBy', { title: target(state).title })
      return state.jobs.start('captions', title, async (progress, signal) => {
        try {
          const report = await captionPairs({
            project,
            queue,
            connector,
            pairIds,
            onPair: (pairId) => state.pairChanged(pairId),
            progress,
            signal: AbortSignal.any([signal, closing]),
          })
          emitReport(state, title, report)
          return { captionReport: report }
        } catch (error) {
          const level = toFailure(error).code === 'cancelled' ? 'info' : 'error'
          const text = message('joining.about', { what: title, text: messageTextOf(error) })
          state.emit('notice', { level, message: text })
          throw error
        }
      })
    },
  }
}

/** @throws ContractError `unavailable` */
function target({ connector }: EngineState): ReturnType<EngineState['connector']['target']> {
  try {
    return connector.target()
  } catch (error) {
    throw error instanceof ConnectorError ? contractError(error) : error
  }
}

function emitReport({ emit }: EngineState, title: Message, report: CaptionReport): void {
  const { added, noChange, failed, leftOut, stopped } = report
  const first = failed.at(0)
  const text = message('jobs.captions', {
    title,
    added: added.length,
    noChange,
    leftOut,
    failed: failed.length,
    key: first?.key ?? '',
    reason: first?.message ?? '',
  })
  const level = stopped !== null ? 'error' : failed.length > 0 ? 'warning' : 'info'
  const second = stopped === null ? [] : [stopped]
  emit('notice', { level, message: joinSentences([text, ...second]) ?? text })
}
