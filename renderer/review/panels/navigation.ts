import { flushSync } from 'react-dom'
import type { Decision } from '../../../src/contract/review'
import { isBlank } from '../../../src/domain/review'
import { engine, shell } from '../../engine'
import { usePairList } from '../../queue/list'
import { neighbourOf } from '../../queue/neighbours'
import { text } from '../../text/en'
import { useLive } from '../../ui/live'
import { messageOf, say, sayError } from '../../ui/notices'
import { leaveFields } from '../../ui/leave-fields'
import { usePlace } from '../../ui/place'
import { useReviewDocument } from '../document'
import { useReviewSession } from '../session'
import { currentStage } from '../stage/current-stage'
import { fetchAhead, forgetAhead, forgetAllAhead, takeAhead } from './ahead'
import { forgetAsk } from './ask'
import { forgetChain } from './chain'
import { commitDrafts } from './drafts'
import { captionField, goOnWriting } from './fields'
import { holdWhileUnsaved } from './leaving'
import { isShown, useReviewing } from './reviewing'

/** Opens a pair in the Review place. */
export async function reviewPair(pairId: number): Promise<void> {
  commitDrafts()
  currentStage()?.finish()
  usePlace.getState().go('review')
  usePairList.getState().moveTo(pairId)
  useReviewing.setState({ pairId, problem: null })
  const { selectRegion, hoverRegions } = useReviewSession.getState()
  selectRegion(null)
  hoverRegions([])
  try {
    const ahead = takeAhead(pairId)
    if (ahead === null) {
      await useReviewDocument.getState().openPair(pairId)
    } else {
      const open = await ahead
      if (useReviewing.getState().pairId === pairId) {
        useReviewDocument.getState().show(open)
      }
    }
  } catch (error) {
    if (useReviewing.getState().pairId === pairId) {
      useReviewing.setState({ problem: messageOf(error) })
    }
    return
  }
  if (useReviewing.getState().pairId === pairId) {
    lookAhead(pairId)
  }
}

function lookAhead(pairId: number): void {
  const { ids, cursorId } = usePairList.getState()
  const neighbours = [neighbourOf(ids, pairId, -1, cursorId), neighbourOf(ids, pairId, 1, cursorId)]
  fetchAhead(neighbours.filter((id) => id !== null))
  const { queue } = useLive.getState()
  if (queue?.isRunning === true && useReviewDocument.getState().open?.proposal === null) {
    engine.call('proposals.start', { nearPairId: pairId }).catch(sayError)
  }
}

/** Where the Review place begins when no pair was chosen: at the cursor of the queue. */
export function resumeReview(): void {
  const { ids, cursorId } = usePairList.getState()
  const target = cursorId ?? ids[0] ?? null
  if (useReviewing.getState().pairId === null && target !== null) {
    void reviewPair(target)
  }
}

/** Keeps the mask of clicks that is shown; says so where something is only half drawn, and would be lost. */
function isDrawingFinished(): boolean {
  const isFinished = currentStage()?.finish() ?? true
  if (!isFinished) {
    say('info', text.stage.unfinished)
  }
  return isFinished
}

export function reviewNeighbour(step: 1 | -1): void {
  if (!isDrawingFinished()) {
    return
  }
  const { ids, cursorId } = usePairList.getState()
  const next = neighbourOf(ids, useReviewing.getState().pairId, step, cursorId)
  if (next === null) {
    say('info', step === 1 ? text.review.atEnd : text.review.atStart)
  } else {
    void reviewPair(next)
  }
}

/** Sends the decision and goes on without waiting for it: the status bar says when it is saved. */
export function decideAndNext(decision: Decision): void {
  if (!isShown() || !isDrawingFinished()) {
    return
  }
  commitDrafts()
  const { open } = useReviewDocument.getState()
  if (decision === 'accept' && open?.pair.problem != null) {
    say('warning', text.review.problem.notAcceptable)
  } else if (decision === 'accept' && open?.proposal === null && isBlank(open.document)) {
    say('warning', text.review.state.nothingToAccept)
  } else {
    void useReviewDocument.getState().decide(decision)
    reviewNeighbour(1)
  }
}

export function decideHere(decision: Decision): void {
  if (isShown() && isDrawingFinished()) {
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
  window.addEventListener('beforeunload', leaveFields)
  window.addEventListener('beforeunload', holdWhileUnsaved(shell === null ? null : () => window.close()))
  engine.on('pair.changed', ({ pairId, version, isProposal }) => {
    forgetAhead(pairId)
    const { open, unsaved, openPair } = useReviewDocument.getState()
    const isWanted = open?.pair.id === pairId && useReviewing.getState().pairId === pairId
    if (isWanted && (isProposal || (unsaved === 0 && open.version !== version))) {
      const field = captionField()
      openPair(pairId)
        .then(() => keepWriting(field))
        .catch(sayError)
    }
  })
}

/** Where a new proposal took away the caption that is being written, what was typed is the last one now. */
function keepWriting(field: HTMLTextAreaElement | null): void {
  if (field !== null) {
    flushSync(() => undefined)
    const { open } = useReviewDocument.getState()
    if (!field.isConnected && open !== null) {
      goOnWriting(`caption-${open.document.captions.length}`)
    }
  }
}

/** Called whenever a project is opened, read anew, or closed. */
export function startReview(): void {
  forgetAllAhead()
  useReviewDocument.getState().closePair()
  useReviewing.setState({ pairId: null, problem: null })
  forgetChain()
  forgetAsk()
}
