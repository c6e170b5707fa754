import { flushSync } from 'react-dom'
import { emptyDocument } from '../../../src/domain/document'
import type { Decision } from '../../../src/contract/pairs'
import { isBlank } from '../../../src/domain/review'
import { engine, shell } from '../../engine'
import { usePairList } from '../../queue/list'
import { neighbourOf, positionOf } from '../../queue/neighbours'
import { text } from '../../text/chosen'
import { onFetchedAgain, useEngineState } from '../../state/engine-state'
import { followClaims } from '../../state/claims'
import { mappingKey } from '../../../src/domain/value-mapping'
import { notify, notifyError } from '../../state/notices'
import { blurActiveField } from '../../keys/focus'
import { refusal } from '../../state/person'
import { isViewOnly } from '../../state/view-only'
import { useRoute } from '../../state/route'
import { useReviewDocument } from '../document'
import { countDecision } from '../hints/hints'
import { useReviewSession, isCurrentPairShown, useCurrentPair } from '../session'
import { currentStage } from '../stage/stage-session'
import { forgetWindows } from '../window/window-store'
import { resetConnectorRequest } from './connector-caption'
import { forgetChain } from './chain'
import { claimPair, followOwnClaim, freeFrom, refuseToEditHere } from './claims'
import { commitDrafts } from './drafts'
import { captionsByRank } from './edits'
import { captionField, continueWriting } from '../../state/fields'
import { forgetEnd, leaveEnd, tellEnd } from './end-of-list'
import { dropAllPrefetched, dropPrefetched, prefetchPairs, takePrefetched } from './prefetch'
import { forgetThreshold } from './threshold'
import { blockUnloadWhileUnsaved } from './unsaved-work'
import { messageOf } from '../../text/message'

/**
 * Opens a pair in the Review place. Does nothing but say so where an unfinished drawing would be lost.
 * @param orNext where to go if others are at it by now, in order
 */
export async function reviewPair(pairId: number, orNext: readonly number[] = []): Promise<void> {
  if (useCurrentPair.getState().pairId !== pairId && !isDrawingFinished()) {
    return
  }
  commitDrafts()
  forgetEnd()
  forgetThreshold(pairId)
  useRoute.getState().go('review')
  usePairList.getState().moveTo(pairId)
  useCurrentPair.setState({ pairId, problem: null })
  void claimOrGoOn(pairId, orNext)
  const { selectRegion, hoverRegions } = useReviewSession.getState()
  selectRegion(null)
  hoverRegions([])
  try {
    await useReviewDocument.getState().openPair(pairId, takePrefetched(pairId))
  } catch (error) {
    if (useCurrentPair.getState().pairId === pairId) {
      useCurrentPair.setState({ problem: messageOf(error) })
    }
    return
  }
  if (useCurrentPair.getState().pairId === pairId) {
    prefetchNeighbours(pairId)
  }
}

async function claimOrGoOn(pairId: number, orNext: readonly number[]): Promise<void> {
  const claimed = await claimPair(pairId, orNext)
  if (claimed !== pairId && useCurrentPair.getState().pairId === pairId) {
    await reviewPair(claimed)
  }
}

function prefetchNeighbours(pairId: number): void {
  const { ids, cursorId } = usePairList.getState()
  const neighbours = [neighbourOf(ids, pairId, -1, cursorId), neighbourOf(ids, pairId, 1, cursorId)]
  prefetchPairs(neighbours.filter((id) => id !== null))
  const { queue, person } = useEngineState.getState()
  const mayOrder = refusal(person, 'adjudicator') === null
  if (mayOrder && queue?.isRunning === true && useReviewDocument.getState().open?.proposal === null) {
    engine.call('proposals.start', { nearPairId: pairId }).catch(notifyError)
  }
}

/** Where the Review place begins when no pair was chosen: at the cursor of the queue. */
export function resumeReview(): void {
  const { ids, cursorId } = usePairList.getState()
  const target = cursorId ?? ids[0] ?? null
  if (useCurrentPair.getState().pairId === null && target !== null) {
    void reviewPair(target)
  }
}

/** Keeps the mask of clicks that is shown. Shows a notice and returns false where an unfinished drawing would be lost. */
function isDrawingFinished(): boolean {
  const isFinished = currentStage()?.finish() ?? true
  if (!isFinished) {
    notify('info', text.stage.unfinished)
  }
  return isFinished
}

const review = (pairId: number): void => void reviewPair(pairId)

export function reviewNeighbour(step: 1 | -1): void {
  const { ids, cursorId } = usePairList.getState()
  const next = neighbourOf(ids, useCurrentPair.getState().pairId, step, cursorId)
  if (next === null && step === 1) {
    void tellEnd(review)
  } else if (next === null) {
    notify('info', text.review.atStart)
  } else if (step === -1 || isViewOnly()) {
    void reviewPair(next)
  } else {
    reviewFree(freeFrom(ids, positionOf(ids, next)))
  }
}

function reviewFree([next, ...orNext]: readonly number[]): void {
  if (next === undefined) {
    notify('info', text.others.claims.allHeld)
  } else {
    void reviewPair(next, orNext)
  }
}

/** Sends the decision and goes on without waiting for it: the status bar shows when it is saved. */
export function decideAndNext(decision: Decision): void {
  if (!isCurrentPairShown() || !isDrawingFinished() || refuseToEditHere()) {
    return
  }
  commitDrafts()
  const { open } = useReviewDocument.getState()
  if (decision === 'accept' && open?.pair.problem != null) {
    notify('warning', text.review.problem.notAcceptable)
  } else if (decision === 'accept' && open?.proposal === null && isBlank(open.document)) {
    notify('warning', text.review.state.nothingToAccept)
  } else if (decision === 'accept' && leaveEnd(review)) {
    return
  } else {
    void useReviewDocument.getState().decide(decision)
    countDecision(open?.pair.id ?? null)
    reviewNeighbour(1)
  }
}

export function decideHere(decision: Decision): void {
  if (isCurrentPairShown() && isDrawingFinished() && !refuseToEditHere()) {
    commitDrafts()
    void useReviewDocument.getState().decide(decision)
  }
}

let isFollowing = false

export function followReview(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  // what was typed last is sent before the window is gone
  window.addEventListener('beforeunload', blurActiveField)
  window.addEventListener(
    'beforeunload',
    blockUnloadWhileUnsaved(shell === null ? null : () => window.close()),
  )
  followMappingChanges()
  followOwnClaim()
  followClaims()
  engine.on('pair.changed', ({ pairId, version, isProposal }) => {
    dropPrefetched(pairId)
    if (useCurrentPair.getState().pairId !== pairId) {
      return
    }
    const { open, unsaved } = useReviewDocument.getState()
    // one that is on its way was perhaps read before the change
    const isOnItsWay = open?.pair.id !== pairId
    if (isOnItsWay || isProposal || (unsaved === 0 && open.version !== version)) {
      readAgain(pairId)
    }
  })
  onFetchedAgain(() => {
    dropAllPrefetched()
    const { open, unsaved } = useReviewDocument.getState()
    if (open !== null && unsaved === 0 && isCurrentPairShown()) {
      readAgain(open.pair.id)
    }
  })
}

/** The pair on screen, with what was written last. */
function readAgain(pairId: number): void {
  const { writtenCaptionId } = useReviewSession.getState()
  useReviewDocument
    .getState()
    .openPair(pairId)
    .then(() => {
      if (useCurrentPair.getState().pairId === pairId) {
        useCurrentPair.setState({ problem: null })
      }
      restoreWriting(pairId, writtenCaptionId)
    })
    .catch(notifyError)
}

/** Pictures that were fetched ahead may show what they did before. */
function followMappingChanges(): void {
  engine.on('pair.windowChanged', ({ pairId, window: own }) => {
    dropAllPrefetched()
    const { open } = useReviewDocument.getState()
    if (open?.pair.id === pairId) {
      useReviewDocument.setState({ open: { ...open, pair: { ...open.pair, window: own } } })
    }
  })
  useEngineState.subscribe(({ project }, old) => {
    const isSameProject = project !== null && project.storePath === old.project?.storePath
    if (
      isSameProject &&
      mappingKey(project.mapping) !== mappingKey(old.project?.mapping ?? project.mapping)
    ) {
      dropAllPrefetched()
      const { open, openPair } = useReviewDocument.getState()
      if (open !== null && open.pair.id === useCurrentPair.getState().pairId) {
        // its problem may be gone with the bands that it lacks
        openPair(open.pair.id).catch(notifyError)
      }
    }
  })
}

/** Where a new proposal took away the caption that is being written, what was typed is the last one now. */
function restoreWriting(pairId: number, captionId: string | null): void {
  if (captionId !== null && useCurrentPair.getState().pairId === pairId) {
    flushSync(() => undefined)
    const captions = captionsByRank(useReviewDocument.getState().open?.document ?? emptyDocument())
    const last = captions.at(-1)
    if (last !== undefined && captions.every(({ id }) => id !== captionId)) {
      continueWriting(captionField(last.id))
    }
  }
}

/** Called whenever a project is opened, read anew, or closed. */
export function startReview(): void {
  dropAllPrefetched()
  useReviewDocument.getState().closePair()
  useCurrentPair.setState({ pairId: null, problem: null })
  forgetThreshold(null)
  forgetWindows()
  forgetChain()
  resetConnectorRequest()
}
