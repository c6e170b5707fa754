import { engine } from '../engine'
import { usePairList } from '../queue/list'
import { useReviewDocument } from '../review/document'
import { useEngineState } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import { isViewOnly } from '../state/view-only'
import { text } from '../text/en'

/** Takes the shown project over for editing; a notice says who has it still. */
export async function openForEditing(): Promise<void> {
  if (!isViewOnly()) {
    return
  }
  const project = await attempt(engine.call('project.openForEditing', {}))
  if (project === null) {
    return
  }
  useEngineState.setState({ project })
  notify('info', text.shell.viewOnly.taken)
  // the folder may have been read anew
  await usePairList.getState().find()
  const { open, openPair } = useReviewDocument.getState()
  if (open !== null) {
    await attempt(openPair(open.pair.id))
  }
}
