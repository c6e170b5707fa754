import type { Output } from '../../src/contract/define'
import type { EngineCommands } from '../../src/contract/engine'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import { useExportChoice } from './options'

export type PreviewReport = Output<EngineCommands, 'export.preview'>

export interface PreviewState {
  report: PreviewReport | null
  problem: string | null
  isCounting: boolean
}

const settleMilliseconds = 150

/** What the present choice would write, counted anew when the choice or the reviews change. */
export function usePreview(): PreviewState {
  const format = useExportChoice((choice) => choice.format)
  const states = useExportChoice((choice) => choice.states)
  const counts = useEngineState(({ project }) => project?.counts)
  const key = states.length === 0 ? null : JSON.stringify([format, states, counts])
  const query = useQuery(key, () => engine.call('export.preview', { format, states }), settleMilliseconds)
  return { report: query.value, problem: query.problem, isCounting: query.isWaiting }
}
