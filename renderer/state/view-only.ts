import type { ViewOnly } from '../../src/contract/project'
import { text } from '../text/chosen'
import { spellDateTime } from '../text/spelling'
import { useEngineState } from './engine-state'
import type { EngineSnapshot } from './engine-state'
import { notify } from './notices'

/** Why nothing can be edited: another program has the project, or the person's role is viewer. */
type LookingOnly = ViewOnly | 'viewer'

function lookingOnly({ person, project }: EngineSnapshot): LookingOnly | null {
  return person?.role === 'viewer' ? 'viewer' : (project?.viewOnly ?? null)
}

/** Why the open project is shown without being edited; null where it can be edited, or none is open. */
export function useViewOnly(): LookingOnly | null {
  return useEngineState(lookingOnly)
}

export function isViewOnly(): boolean {
  return lookingOnly(useEngineState.getState()) !== null
}

/** Shows a notice and returns true where the open project is for looking only. */
export function refuseToEdit(): boolean {
  const viewOnly = lookingOnly(useEngineState.getState())
  if (viewOnly !== null) {
    notify('warning', viewOnlyReason(viewOnly))
  }
  return viewOnly !== null
}

/** What happened and what to do. */
export function viewOnlyReason(viewOnly: LookingOnly): string {
  const words = text.shell.viewOnly
  if (viewOnly === 'viewer') {
    return text.shell.team.viewer
  }
  const { holder, hasClosed } = viewOnly
  if (hasClosed) {
    return words.closed
  }
  return words.held(
    holder === null ? words.anotherProgram : words.program({ ...holder, since: spellDateTime(holder.since) }),
  )
}
