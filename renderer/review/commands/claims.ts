import { useEffect } from 'react'
import { engine } from '../../engine'
import { forgetOthersAt, HOLDER, isShared, otherAt, useClaims, useOtherAt, wordsOf } from '../../state/claims'
import { inProject, useEngineState } from '../../state/engine-state'
import { isViewOnly, refuseToEdit, useViewOnly } from '../../state/view-only'
import { attempt, notify, notifyError } from '../../state/notices'
import { useReviewDocument } from '../document'
import { useCurrentPair } from '../session'
import { commitDrafts } from './drafts'

/** A claim is over after three minutes: a page that is seen renews it well before. */
const RENEWAL_MILLISECONDS = 60_000

/** How often Review was left: what was asked for before and is answered after it is given up again. */
let leaves = 0
let isReviewShown = false

/**
 * Says that this page is at a pair now. Where another is, it only looks. A page that may only look claims nothing.
 * @param orNext pairs to go to in that case, in order
 * @returns the pair of these that it is at, or the given one
 */
export async function claimPair(pairId: number, orNext: readonly number[] = []): Promise<number> {
  if (!isShared() || isViewOnly()) {
    return pairId
  }
  const before = leaves
  if (orNext.length > 0) {
    const taken = await attempt(
      engine.call('claims.takeFirst', { pairIds: [pairId, ...orNext], holder: HOLDER, ...inProject() }),
    )
    if (leaves !== before) {
      giveUp()
      return pairId
    }
    if (useCurrentPair.getState().pairId !== pairId) {
      return pairId
    }
    if (taken !== null && taken.pairId !== null) {
      useClaims.setState({ ownId: taken.pairId, lookedAtId: null })
      return taken.pairId
    }
  }
  await take(pairId, false)
  return pairId
}

async function take(pairId: number, isForced: boolean): Promise<void> {
  const before = leaves
  const answer = await attempt(
    engine
      .call('claims.take', { pairId, holder: HOLDER, isForced, ...inProject() })
      .then((claim) => ({ claim })),
  )
  if (leaves !== before) {
    giveUp()
    return
  }
  // a database that is away says nothing about who is where; a pair that was left is another one's matter
  if (answer === null || useCurrentPair.getState().pairId !== pairId) {
    return
  }
  const { claim } = answer
  if (claim === null || claim.holder === HOLDER) {
    useClaims.setState({ ownId: pairId, lookedAtId: null })
    if (isForced) {
      forgetOthersAt(pairId)
    }
  } else if (useClaims.getState().ownId !== pairId) {
    useClaims.setState({ ownId: null, lookedAtId: pairId })
  }
}

/** The deliberate command: whoever was at the pair is told. */
export async function takeOver(): Promise<void> {
  const { pairId } = useCurrentPair.getState()
  if (pairId !== null && otherAt(useClaims.getState().claims, pairId) !== null && !refuseToEdit()) {
    await take(pairId, true)
  }
}

function leaveReview(): void {
  leaves += 1
  isReviewShown = false
  if (isShared() && useClaims.getState().ownId !== null) {
    useClaims.setState({ ownId: null, lookedAtId: null })
    giveUp()
  }
}

/** Unless Review is shown again, which asks for its pair anew. */
function giveUp(): void {
  if (!isReviewShown) {
    engine.call('claims.release', { holder: HOLDER, ...inProject() }).catch(notifyError)
  }
}

/** Keeps the claim while Review is shown and the page is seen, and gives it up when either ends. */
export function useClaimWhileHere(pairId: number | null): void {
  useEffect(() => {
    isReviewShown = true
    window.addEventListener('pagehide', leaveReview)
    return () => {
      window.removeEventListener('pagehide', leaveReview)
      leaveReview()
    }
  }, [])
  const isInUse = useEngineState(({ project, isConnected }) => project?.isShared === true && isConnected)
  useEffect(() => {
    if (!isInUse || pairId === null) {
      return
    }
    const renew = (): void => {
      if (document.visibilityState === 'visible') {
        void claimPair(pairId)
      }
    }
    renew()
    const timer = window.setInterval(renew, RENEWAL_MILLISECONDS)
    document.addEventListener('visibilitychange', renew)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [isInUse, pairId])
}

/** Told before the screen shows it: what was typed until now is still sent. */
export function followOwnClaim(): void {
  engine.on('claims.changed', (claims) => {
    const { ownId, lookedAtId, claims: before } = useClaims.getState()
    const other = otherAt(claims, ownId)
    if (other !== null && otherAt(before, ownId) === null) {
      commitDrafts()
      const { open } = useReviewDocument.getState()
      const key = open?.pair.id === ownId ? open.pair.key : ''
      notify('warning', wordsOf(other).takenOver(key))
    }
    if (lookedAtId !== null && otherAt(claims, lookedAtId) === null) {
      // it is free now
      void claimPair(lookedAtId)
    }
  })
}

/** Whether the pair on the screen is looked at only: another person is at it, or another program has the project. */
export function useIsLooking(): boolean {
  const pairId = useCurrentPair((current) => current.pairId)
  const isHeld = useOtherAt(pairId) !== null
  return useViewOnly() !== null || isHeld
}

export function isLooking(): boolean {
  return isViewOnly() || otherAt(useClaims.getState().claims, useCurrentPair.getState().pairId) !== null
}

/** Shows a notice and returns true where the pair on the screen is only looked at. */
export function refuseToEditHere(): boolean {
  if (refuseToEdit()) {
    return true
  }
  const other = otherAt(useClaims.getState().claims, useCurrentPair.getState().pairId)
  if (other !== null) {
    notify('info', wordsOf(other).lookOnly)
  }
  return other !== null
}

/** The first pair from `start` on that nobody else is known to be at, and those that follow; none where others are at all. */
export function freeFrom(ids: readonly number[], start: number): number[] {
  const { claims } = useClaims.getState()
  const following = ids.slice(start, start + MOST_CANDIDATES)
  return claims.length === 0 ? following : following.filter((id) => otherAt(claims, id) === null)
}

/** A person has one pair at a time: more people than this work on no project. */
const MOST_CANDIDATES = 200
