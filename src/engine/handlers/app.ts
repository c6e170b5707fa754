import { platform } from 'node:os'
import type { EngineHandlers } from '../../contract/engine'
import { positions, withoutQuotes } from '../../process/log/failure-fields'
import type { Log } from '../../process/log/log'
import { diagnostics } from '../diagnostics'
import type { EngineState } from '../engine-state'

type AppHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `app.${string}`>>

export function appHandlers(state: EngineState, log: Log): AppHandlers {
  const pageLog = log.as('renderer')
  return {
    'app.info': () => ({
      version: state.options.version,
      platform: platform(),
      node: process.versions.node,
      startFailure: state.startFailure,
    }),
    'app.diagnostics': () => diagnostics(state),
    'app.pageError': ({ kind, name, message, stack }) => {
      const fields = { kind, name, message: withoutQuotes(message), stack: positions(stack) }
      pageLog.write('error', 'page.failed', fields)
      return null
    },
  }
}
