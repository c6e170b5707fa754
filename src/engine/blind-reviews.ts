import type { EngineEvents, EngineHandlers } from '../contract/engine'
import type { EventPayload } from '../contract/define'
import { failWith } from '../contract/errors'
import type { BlindReviewProgress } from '../contract/overlap'
import type { EditResult } from '../contract/pairs'
import { isAllowed } from '../contract/roles'
import { askerOf } from '../contract/person'
import type { Caller } from '../contract/person'
import { message } from '../messages/message'
import type { ProjectStore } from '../store/project-store'
import { isInDatabase } from '../store/store-address'
import { withoutOthersPages } from './claims'
import type { EngineState } from './engine-state'

/** Who reviews blindly: adjudicators and owners see the pair itself, and so does the one user of a machine. */
export function blindName(caller: Caller): string | null {
  return caller?.role === 'reviewer' ? caller.name : null
}

/** The row that a caller's edits of a pair go to: of a pair with several blind reviews their own. */
export function workRow(store: ProjectStore, pairId: number, caller: Caller): number {
  const name = blindName(caller)
  return name === null ? pairId : store.ownReview(pairId, name)
}

/** After an edit: tells of it. Returns the result, as of the pair that was asked for. A review teaches no names. */
export function workChanged(state: EngineState, pairId: number, result: EditResult): EditResult {
  if (result.pairId === pairId) {
    state.pairChanged(pairId)
  } else {
    state.current().pairChanged(result.pairId)
  }
  return { ...result, pairId }
}

/** Undefined for a pair that is reviewed as any other. */
export function blindProgress(
  store: ProjectStore,
  pairId: number,
  caller: Caller,
): BlindReviewProgress | undefined {
  if (!store.reviews.isUsed) {
    return undefined
  }
  const whole = store.pair(pairId)
  if (whole.blind.wanted === null) {
    return undefined
  }
  const { wanted, decided, begun } = store.reviews.progress(whole)
  const name = blindName(caller)
  const done = store.reviews.ofPair(pairId).filter(({ version }) => version > 0)
  const place = done.findIndex(({ reviewer }) => reviewer === name)
  const own = name === null ? null : place === -1 ? begun + 1 : place + 1
  // that a pair is gold is told to nobody who reviews it
  const isSettled = !whole.blind.isGold && store.document(whole).review.state !== 'unreviewed'
  return { wanted, decided, own, isSettled }
}

const ID_FIELDS = ['pairId', 'likeId', 'nearPairId', 'fromPairId', 'toPairId'] as const
const LIST_FIELDS = ['ids', 'pairIds', 'aheadIds'] as const

/**
 * A blind review has a number among those of pairs, which nobody is told: a command that names one is refused, whoever
 * sends it.
 */
export function refusedForReviews(handlers: EngineHandlers, state: EngineState): EngineHandlers {
  const guarded = Object.entries(handlers).map(([command, handler]) => [
    command,
    (input: Record<string, unknown>, caller: Caller) => {
      const ids = namedIds(input)
      if (ids.length > 0 && isShared(state) && state.current().project.store.reviews.among(ids).length > 0) {
        throw failWith('not-found', message('edits.noPair', { id: ids[0] }))
      }
      return (handler as (input: unknown, caller: Caller) => unknown)(input, caller)
    },
  ])
  return Object.fromEntries(guarded) as EngineHandlers
}

/** Whether the open project lies in a database, where several people may work. */
function isShared(state: EngineState): boolean {
  const { session } = state
  return session !== null && isInDatabase(session.project.storeAddress)
}

function namedIds(input: Record<string, unknown>): number[] {
  const { filter } = input as { filter?: { likeId?: unknown } }
  return [
    ...ID_FIELDS.map((name) => input[name]),
    ...LIST_FIELDS.flatMap((name) => input[name]),
    filter?.likeId,
  ].filter((id) => typeof id === 'number')
}

/**
 * An event as this caller may know it: who made a review is told of it as of the pair, adjudicators that the pair may
 * have changed, and nobody else anything. An answer that is being written is told to who asked. Undefined where there is
 * nothing to tell.
 */
export function eventFor<N extends keyof EngineEvents>(
  state: EngineState,
  event: N,
  payload: EventPayload<EngineEvents, N>,
  caller: Caller,
): EventPayload<EngineEvents, N> | undefined {
  if (event === 'connector.text') {
    return (payload as Said).asker === askerOf(caller) ? payload : undefined
  }
  if (caller === null || !isShared(state)) {
    return payload
  }
  const { store } = state.current().project
  if (event === 'claims.changed') {
    const claims = claimsFor(store, payload as Claims, caller)
    return withoutOthersPages(claims, caller) as EventPayload<EngineEvents, N>
  }
  return event === 'pair.changed' && store.reviews.isUsed
    ? (changedFor(store, payload as Changed, caller) as EventPayload<EngineEvents, N> | undefined)
    : payload
}

type Claims = EventPayload<EngineEvents, 'claims.changed'>
type Said = EventPayload<EngineEvents, 'connector.text'>
type Changed = EventPayload<EngineEvents, 'pair.changed'>

/** What is read for one event, for all who are told of it: with fifty people, reading it for each takes half of the time. */
function once<Event extends object, Facts>(
  read: (store: ProjectStore, event: Event) => Facts,
): (store: ProjectStore, event: Event) => Facts {
  const known = new WeakMap<Event, Facts>()
  return (store, event) => {
    const facts = known.get(event) ?? read(store, event)
    known.set(event, facts)
    return facts
  }
}

const changedPair = once((store, { pairId }: Changed) => store.pair(pairId).blind)

const reviewsClaimed = once((store, claims: Claims) => {
  const ids = claims.map(({ pairId }) => pairId)
  return {
    reviews: new Map(store.reviews.among(ids).map((one) => [one.id, one])),
    blindPairs: store.reviews.pairsAmong(ids),
  }
})

/**
 * Claims of blind reviews are told of to their reviewers alone, as of the pair. Who is at the pair itself keeps no
 * reviewer from their review.
 */
export function claimsFor(store: ProjectStore, claims: Claims, caller: Caller): Claims {
  const name = blindName(caller)
  const { reviews, blindPairs } = reviewsClaimed(store, claims)
  return claims.flatMap((claim) => {
    const review = reviews.get(claim.pairId)
    if (review === undefined) {
      return name !== null && blindPairs.has(claim.pairId) ? [] : [claim]
    }
    return review.reviewer === name ? [{ ...claim, pairId: review.pairId }] : []
  })
}

function changedFor(store: ProjectStore, payload: Changed, caller: Caller): Changed | undefined {
  const { pairId, version, isProposal } = payload
  const { reviewOf, reviewer, wanted } = changedPair(store, payload)
  const name = blindName(caller)
  if (reviewOf !== null) {
    if (name !== null && name === reviewer) {
      return { pairId: reviewOf, version, isProposal }
    }
    return isAllowed(caller, 'adjudicator')
      ? { pairId: reviewOf, version: store.pair(reviewOf).version, isProposal: true }
      : undefined
  }
  if (wanted === null || name === null) {
    return payload
  }
  const own = store.reviews.find(pairId, name)
  // how far the pair is may be another: it is read anew, as after a proposal
  return { pairId, version: own === null ? 0 : store.pair(own).version, isProposal: true }
}
