import { useEffect, useState } from 'react'
import type { EngineCommands } from '../../src/contract/engine'
import type { Output } from '../../src/contract/define'
import { engine } from '../engine'
import { useLive } from '../ui/live'
import { messageOf } from '../ui/notices'
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
  const counts = useLive(({ project }) => project?.counts)
  const [preview, setPreview] = useState<PreviewState>({ report: null, problem: null, isCounting: false })
  useEffect(() => {
    if (states.length === 0) {
      setPreview({ report: null, problem: null, isCounting: false })
      return undefined
    }
    let isWanted = true
    setPreview((before) => ({ ...before, isCounting: true }))
    const timer = window.setTimeout(() => {
      engine.call('export.preview', { format, states }).then(
        (report) => isWanted && setPreview({ report, problem: null, isCounting: false }),
        (error: unknown) =>
          isWanted && setPreview({ report: null, problem: messageOf(error), isCounting: false }),
      )
    }, settleMilliseconds)
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [format, states, counts])
  return preview
}
