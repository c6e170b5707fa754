import type { EngineHandlers } from '../../contract/engine'
import type { PredictionOptions } from '../../contract/dataset'
import type { Job } from '../../contract/work'
import { predictionFormats } from '../../dataset/import/predictions/formats'
import type { EngineState } from '../engine-state'
import { importPredictions } from '../predictions'
import { message } from '../../messages/message'

type PredictionHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `predictions.${string}`>>

export function predictionHandlers(state: EngineState): PredictionHandlers {
  function start(options: PredictionOptions, isPlan: boolean): Job {
    const session = state.current()
    const { project, closing } = session
    const target = { project, pairChanged: (pairId: number) => session.pairChanged(pairId, true) }
    const { source, name } = options
    const title = isPlan ? message('jobs.predictionsIn', { source }) : message('jobs.importOf', { name })
    return state.jobs.start('predictions', title, async (progress, stopped) => {
      const signal = AbortSignal.any([stopped, closing])
      const running = { host: state.options.host, progress, signal }
      return { predictionReport: await importPredictions(target, options, isPlan, running) }
    })
  }
  return {
    'predictions.formats': () => [...predictionFormats],
    'predictions.plan': (options) => start(options, true),
    'predictions.start': (options) => start(options, false),
  }
}
