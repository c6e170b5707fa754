import type { EngineHandlers } from '../../contract/engine'
import type { PairReviews } from '../../contract/overlap'
import { agreementOf, votedState } from '../../domain/adjudication/adjudication'
import { voteOf } from '../../domain/adjudication/vote'
import type { PairDocument } from '../../domain/document'
import { sampleKeys } from '../../store/sample-pairs'
import type { ProjectStore } from '../../store/project-store'
import { measureReviewerAgreement } from '../reviewer-agreement'
import type { EngineState } from '../engine-state'

type OverlapHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `overlap.${string}`>>

export function overlapHandlers(state: EngineState): OverlapHandlers {
  return {
    'overlap.list': () => state.current().project.store.reviews.counts(),
    'overlap.set': ({ reviews, share = 1, count, seed, storePath }) => {
      const { store } = state.currentWith(storePath).project
      const keys = sampleKeys(store.pairs.keys(), count === undefined ? { share } : { count }, seed)
      store.setOverlap(store.reviews.untouchedOf(keys), reviews)
      return store.reviews.counts()
    },
    'overlap.gold': () => state.current().project.store.gold.list(),
    'overlap.setGold': ({ pairIds, isGold, storePath }) => {
      const { store } = state.currentWith(storePath).project
      store.setGold(pairIds, isGold)
      return store.gold.list()
    },
    'overlap.agreement': () => {
      const { project, closing } = state.current()
      return measureReviewerAgreement(project, closing)
    },
    'overlap.reviews': ({ pairId }) => pairReviews(state.current().project.store, pairId),
    'overlap.adjudicate': ({ pairId, choice, eventId, storePath, madeOn }, caller) => {
      const reviewer = state.own.nameOf(caller)
      const { store } = state.currentWith(storePath).project
      const result = store.adjudicate(pairId, choice, { eventId, reviewer, madeOn })
      state.pairChanged(pairId)
      return result
    },
  }
}

function pairReviews(store: ProjectStore, pairId: number): PairReviews {
  const reviews = store.decidedReviews(pairId)
  const documents = reviews.map(({ document }) => document)
  const { iou, isDecisionShared } = agreementOf(documents)
  return {
    reviews: reviews.map(({ reviewer, document }) => ({ reviewer, document })),
    agreement: { iou, isDecisionShared },
    vote: iou === null ? null : votedDocument(documents),
  }
}

function votedDocument(documents: readonly PairDocument[]): PairDocument {
  const review = { state: votedState(documents), notes: '', reviewer: null }
  return { ...voteOf(documents), links: [], review }
}
