import { engine } from '../engine'
import { storeWork } from '../review/commands/unsaved-work'
import { useReviewDocument } from '../review/document'
import { inProject } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import { text } from '../text/chosen'

/** Takes in what came into the open folder since it was read, and says how many pairs that were. */
export async function readFolder(): Promise<void> {
  const { storePath } = inProject()
  if (storePath === undefined) {
    return
  }
  await storeWork()
  const taken = await attempt(engine.call('project.readFolder', { storePath }))
  if (taken === null) {
    return
  }
  notify('info', text.open.folderRead(taken.added, taken.gone))
  // an image that could not be read may have been mended
  const { open, openPair } = useReviewDocument.getState()
  if (open !== null) {
    await attempt(openPair(open.pair.id))
  }
}
