import type { EditResult } from '../contract/pairs'
import type { MadeOn } from '../contract/made-on'
import { agreementOf, adjudicationDiff, votedState } from '../domain/adjudication/adjudication'
import { voteOf } from '../domain/adjudication/vote'
import type { Diff } from '../domain/diff'
import type { PairDocument } from '../domain/document'
import { failWith } from '../contract/errors'
import { message } from '../messages/message'
import { BlindReviewTable } from './blind-reviews'
import type { BlindReview } from './blind-reviews'
import { NOW } from './claims'
import { inTransaction } from './database'
import type { Database } from './database'
import { GoldPairTable } from './gold-pairs'
import { DocumentStore } from './document-store'
import type { NewEvent } from './document-store'
import { OwnPairs } from './own-pairs'
import type { StoredPair } from './pair-records'
import { stillFor } from './still-open'

/** A blind review with its document. */
export type ReviewWithDocument = BlindReview & { document: PairDocument; baseProposalId: number | null }

/** What an adjudicator takes: a person's review, or the vote of all. */
export type AdjudicationChoice = { kind: 'review'; reviewer: string } | { kind: 'vote' }

/** Documents of which several people make blind reviews. */
export class ReviewedStore extends DocumentStore {
  readonly reviews: BlindReviewTable
  readonly gold: GoldPairTable

  constructor(database: Database) {
    super(database)
    this.reviews = new BlindReviewTable(database)
    this.gold = new GoldPairTable(database)
  }

  /** The pairs as this reviewer sees them. */
  pairsOf(reviewer: string): OwnPairs {
    return new OwnPairs(this.database, reviewer)
  }

  /**
   * The row that a person's work on a pair goes to: their blind review of it, which begins from the pair's proposal, or
   * the pair itself where it is reviewed as any other. @throws ContractError `not-found`
   */
  ownReview(pairId: number, reviewer: string): number {
    if (!this.reviews.isUsed) {
      return pairId
    }
    const whole = this.pair(pairId)
    if (whole.blind.wanted === null) {
      return pairId
    }
    const own = this.reviews.find(pairId, reviewer)
    if (own !== null && !isBehind(this.pair(own), whole)) {
      return own
    }
    return inTransaction(this.database, () => {
      const id = own ?? this.reviews.add(whole, reviewer)
      this.pairs.setSize(id, whole.width, whole.height)
      if (this.pair(id).version === 0 && whole.baseProposalId !== null) {
        this.pairs.setBaseProposal(id, whole.baseProposalId)
        const review = this.pair(id)
        this.readVersions.delete(id)
        this.follow(review, this.baseDocument(review), 0)
      }
      return id
    })
  }

  /**
   * Of these pairs those that a person may still work on, in their order, with the rows that the work goes to. One
   * review is opened at most: what follows it is left out.
   */
  openFor(pairIds: readonly number[], reviewer: string): { pairId: number; row: number }[] {
    const still = stillFor(this.database, pairIds, reviewer, NOW[this.database.dialect])
    const first = still.findIndex(({ own, isBlind }) => isBlind && own === null)
    return still.slice(0, first === -1 ? undefined : first + 1).map(({ id, own, isBlind }) => ({
      pairId: id,
      row: isBlind ? (own ?? this.ownReview(id, reviewer)) : id,
    }))
  }

  /**
   * These pairs get so many blind reviews, and no others. Those on which a review has begun keep theirs.
   * @param wanted 0 for none
   */
  setOverlap(pairIds: readonly number[], wanted: number): void {
    inTransaction(this.database, () => {
      this.reviews.setWanted(wanted === 0 ? [] : pairIds, wanted)
      this.reviews.pairIds().forEach((pairId) => this.settleReviews(pairId))
    })
  }

  /**
   * The own documents of these pairs are the truth that reviews of them are scored against, or no more. All or none.
   * @throws ContractError `not-found`; `conflict` where one is not decided
   */
  setGold(pairIds: readonly number[], isGold: boolean): void {
    inTransaction(this.database, () => {
      for (const pairId of pairIds) {
        const pair = this.pair(pairId)
        if (isGold && this.document(pair).review.state === 'unreviewed') {
          throw failWith('conflict', message('reviews.goldUndecided', { key: pair.key }))
        }
        this.gold.set(pairId, isGold)
      }
    })
  }

  /** Those that are decided; all are in. @throws ContractError `forbidden` until then */
  decidedReviews(pairId: number): ReviewWithDocument[] {
    const whole = this.pair(pairId)
    const { wanted, decided } = this.reviews.progress(whole)
    if (whole.blind.wanted === null || decided < wanted) {
      throw failWith('forbidden', message('reviews.notAllIn', { decided, wanted }))
    }
    return this.documentsOf(pairId)
  }

  /** An ordinary edit of the pair, which can be undone. @throws ContractError `forbidden`, `not-found`, `conflict` */
  adjudicate(
    pairId: number,
    choice: AdjudicationChoice,
    made: { eventId: string; reviewer: string | null; madeOn?: MadeOn | undefined },
  ): EditResult {
    const { eventId, reviewer, madeOn } = made
    const label = choice.kind === 'vote' ? 'Vote of the reviews' : `Review of ${choice.reviewer}`
    const diffOf = (present: PairDocument): Diff => {
      const reviews = this.decidedReviews(pairId)
      const documents = reviews.map(({ document }) => document)
      if (choice.kind === 'vote') {
        const vote = { ...voteOf(documents), links: [] }
        return adjudicationDiff(present, vote, votedState(documents), reviewer)
      }
      const taken = reviews.find((review) => review.reviewer === choice.reviewer)
      if (taken === undefined) {
        throw failWith('not-found', message('reviews.none', { name: choice.reviewer }))
      }
      return adjudicationDiff(present, taken.document, taken.state, reviewer)
    }
    return this.edit(pairId, eventId, label, diffOf, reviewer ?? '', madeOn)
  }

  /** Of the reviews that are decided, whether all are in or not. */
  documentsOf(pairId: number): ReviewWithDocument[] {
    return this.reviews
      .ofPair(pairId)
      .filter(({ version, state }) => version > 0 && state !== 'unreviewed')
      .map((review) => {
        const stored = this.pair(review.id)
        const { baseProposalId } = stored
        return { ...review, baseProposalId, document: this.document(stored) }
      })
  }

  protected override append(pair: StoredPair, event: NewEvent, diff: Diff): void {
    const { reviewOf, wanted } = pair.blind
    if (reviewOf === null && wanted === null) {
      super.append(pair, event, diff)
      return
    }
    this.reviews.requireEditable(pair, reviewOf === null ? pair : this.pair(reviewOf))
    super.append(pair, event, diff)
    if (reviewOf !== null) {
      this.settleReviews(reviewOf)
    }
  }

  /** Says how far the reviews of a pair lie apart, once all are decided. */
  private settleReviews(pairId: number): void {
    const { wanted, decided } = this.reviews.progress(this.pair(pairId))
    const isIn = wanted > 0 && decided >= wanted
    const documents = isIn ? this.documentsOf(pairId).map(({ document }) => document) : []
    this.reviews.setDisagreement(pairId, isIn ? agreementOf(documents).disagreement : null)
  }
}

/** The pair was measured or proposed for since the review was opened. */
function isBehind(own: StoredPair, whole: StoredPair): boolean {
  return (
    own.width !== whole.width ||
    own.height !== whole.height ||
    (own.version === 0 && own.baseProposalId !== whole.baseProposalId && whole.baseProposalId !== null)
  )
}
