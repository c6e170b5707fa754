import { offerLabel } from './label-offer'
import { isNotStored } from './not-stored'
import type { OpenProject } from './open-project'
import { withPresentSize } from './pair-size'
import type { WorkerLane } from './worker-lane'

/** A person waits for it. */
const LABEL_MILLISECONDS = 60_000

/** Offers the mask and caption beside an opened pair's images where they came or changed after its proposal. */
export async function offerOpenedLabel(
  project: OpenProject,
  lane: WorkerLane,
  pairId: number,
  signal: AbortSignal,
): Promise<void> {
  const { label, givenCaption } = project.store.pair(pairId)
  if (label === null && givenCaption === null) {
    return
  }
  const pair = await withPresentSize(project, project.store.pair(pairId))
  if (pair.problem === null && !signal.aborted) {
    const { width, height } = pair
    try {
      await offerLabel(project, lane, { pair, width, height }, { milliseconds: LABEL_MILLISECONDS, signal })
    } catch (error) {
      // the next opening offers it; what was proposed is shown all the same
      if (!isNotStored(error)) {
        throw error
      }
    }
  }
}
