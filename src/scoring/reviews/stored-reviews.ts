import type { ProjectStore } from '../../store/project-store'
import type { PersonReviews } from './all-reviews'
import type { Review } from './two-reviews'

/** The blind reviews of a project, as of several people. */
export interface StoredReviews {
  /** In alphabetical order. */
  readonly people: readonly PersonReviews[]
  /** The documents of gold pairs; null where none is decided. */
  readonly gold: PersonReviews | null
}

/** What the gold pairs are called beside people. */
export const GOLD = 'gold'

/**
 * Reads each document once, one after the other.
 * @param whole only of pairs whose reviews are all decided, so that nothing is told of a review that others still make
 */
export function readStoredReviews(store: ProjectStore, { whole = false } = {}): StoredReviews {
  const people = new Map<string, Map<string, Review>>()
  const gold = new Map<string, Review>()
  for (const pairId of store.reviews.pairIds()) {
    const pair = store.pair(pairId)
    const decided = store.documentsOf(pairId)
    if (whole && decided.length < (pair.blind.wanted ?? 0)) {
      continue
    }
    for (const { reviewer, state, document, baseProposalId } of decided) {
      const own = people.get(reviewer) ?? new Map<string, Review>()
      people.set(reviewer, own)
      const proposal = baseProposalId === null ? null : store.proposals.get(baseProposalId)
      const model = proposal === null ? 'none' : `${proposal.proposer} ${proposal.version}`
      own.set(pair.key, { state, document, model })
    }
    const truth = pair.blind.isGold ? store.document(pair) : null
    if (truth !== null && truth.review.state !== 'unreviewed') {
      gold.set(pair.key, { state: truth.review.state, document: truth })
    }
  }
  return {
    people: [...people]
      .map(([name, reviews]) => ({ name, reviews }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    gold: gold.size === 0 ? null : { name: GOLD, reviews: gold },
  }
}

/** A person's reviews that began from this model, and those of which it is not known. */
export function ofModel({ name, reviews }: PersonReviews, model: string): PersonReviews {
  return {
    name,
    reviews: new Map([...reviews].filter(([, review]) => (review.model ?? model) === model)),
  }
}
