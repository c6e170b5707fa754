import type { ViewOnly } from '../../src/contract/project'
import { text } from '../text/en'
import { useEngineState } from './engine-state'
import { notify } from './notices'

/** Why the open project is shown without being edited; null where it can be edited, or none is open. */
export function useViewOnly(): ViewOnly | null {
  return useEngineState(({ project }) => project?.viewOnly ?? null)
}

export function isViewOnly(): boolean {
  return useEngineState.getState().project?.viewOnly != null
}

/** Shows a notice and returns true where the open project is for looking only. */
export function refuseToEdit(): boolean {
  const viewOnly = useEngineState.getState().project?.viewOnly ?? null
  if (viewOnly !== null) {
    notify('warning', viewOnlyReason(viewOnly))
  }
  return viewOnly !== null
}

/** What happened and what to do. */
export function viewOnlyReason({ holder, hasClosed }: ViewOnly): string {
  const words = text.shell.viewOnly
  if (hasClosed) {
    return words.closed
  }
  return words.held(
    holder === null
      ? words.anotherProgram
      : words.program({ ...holder, since: new Date(holder.since).toLocaleString() }),
  )
}
