import type { CaptionReport } from '../../contract/connector'
import type { EngineHandlers } from '../../contract/engine'
import { toFailure } from '../../contract/errors'
import { ConnectorError, contractError } from '../../connector/connector-error'
import { captionPairs } from '../connector/caption-pairs'
import type { EngineState } from '../engine-state'

type ConnectorHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `connector.${string}`>>

export function connectorHandlers(state: EngineState): ConnectorHandlers {
  const { connector } = state
  return {
    'connector.inspect': ({ address }) => connector.inspect(address),
    'connector.models': async () => ({ models: await connector.models() }),
    'connector.key': () => connector.key(),
    'connector.setKey': ({ key }) => connector.setKey(key),
    'connector.try': () => connector.try(),
    'connector.ask': ({ pairId }) => connector.requestCaption(state.current().project, pairId),
    'connector.cancel': () => {
      connector.cancel()
      return null
    },
    'connector.captionPairs': ({ pairIds, storePath }) => {
      const { project, queue, closing } = state.currentWith(storePath)
      const { endpoint, model } = target(state)
      const title = `Captions by ${model} at ${endpoint.address}`
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
          const { code, message } = toFailure(error)
          const level = code === 'cancelled' ? 'info' : 'error'
          state.emit('notice', { level, message: `${title}: ${message}` })
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

function emitReport({ emit }: EngineState, title: string, report: CaptionReport): void {
  const { added, noChange, failed, leftOut, stopped } = report
  const counts = [
    `${added.length} added`,
    ...(noChange === 0 ? [] : [`${noChange} of them say that nothing changed`]),
    ...(leftOut === 0
      ? []
      : [`${leftOut} pairs left out, as they are reviewed, have one, or have a problem`]),
    ...(failed.length === 0 ? [] : [`${failed.length} failed (${failed[0].key}: ${failed[0].message})`]),
  ]
  const level = stopped !== null ? 'error' : failed.length > 0 ? 'warning' : 'info'
  emit('notice', { level, message: [`${title}: ${counts.join(', ')}.`, stopped ?? ''].join(' ').trim() })
}
