import { create } from 'zustand'
import { useEngineState } from '../../state/engine-state'
import { notify } from '../../state/notices'
import { refusal } from '../../state/person'
import { text } from '../../text/chosen'

export const useBlindReviews = create<{ isOpen: boolean }>()(() => ({ isOpen: false }))

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
