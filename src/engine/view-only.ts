import { failWith } from '../contract/errors'
import type { Project } from '../contract/project'
import { holderInWords } from '../store/project-hold'

/** @throws ContractError `held` where the project is for looking only, with what to do */
export function requireEditable({ viewOnly }: Pick<Project, 'viewOnly'>): void {
  if (viewOnly === null) {
    return
  }
  const button = 'press "Open for editing"'
  throw failWith(
    'held',
    viewOnly.hasClosed
      ? `This project is open for looking only, so nothing was changed: ${button} first.`
      : `${holderInWords(viewOnly.holder)} has this project open for editing, so nothing was changed here. Close it there, then ${button}.`,
  )
}
