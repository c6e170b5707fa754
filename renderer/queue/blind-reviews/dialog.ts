import { create } from 'zustand'
import { useEngineState } from '../../state/engine-state'
import { notify } from '../../state/notices'
import { refusal, useRefusal } from '../../state/person'
import { text } from '../../text/chosen'

export const useBlindReviews = create<{ isOpen: boolean }>()(() => ({ isOpen: false }))

/** Where the project is, if the person may set blind reviews there: it lies in a database, and they adjudicate. */
export function useStorePath(): string | null {
  const storePath = useEngineState(({ project }) => (project?.isShared === true ? project.storePath : null))
  return useRefusal('adjudicator') === null ? storePath : null
}

/** Says why, where the project or the person has no blind reviews to set. */
export function openBlindReviews(): void {
  const { project, person } = useEngineState.getState()
  if (project?.isShared !== true || refusal(person, 'adjudicator') !== null) {
    notify('info', text.blindReviews.unavailable)
    return
  }
  useBlindReviews.setState({ isOpen: true })
}

export function closeBlindReviews(): void {
  useBlindReviews.setState({ isOpen: false })
}
