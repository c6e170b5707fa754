import { documentIou, rankedCaptions } from '../../domain/review'
import { scoreCaptions } from '../../metrics/captions'
import type { CaptionItem } from '../../metrics/captions'
import type { Meteor } from '../../metrics/meteor/meteor'
import { fleissKappa, krippendorffAlpha } from '../../metrics/reviewer-agreement'
import { meanScore } from '../../metrics/set-score'
import type { SetScore } from '../../metrics/set-score'
import { changeLabel } from './two-reviews'
import type { Review, ReviewPair } from './two-reviews'

/** The pairs that a person decided on, by key. */
export interface PersonReviews {
  readonly name: string
  readonly reviews: ReadonlyMap<string, Review>
}

/** Agreement of all people, on pairs that two of them or more decided on. */
export interface AgreementOfAll {
  /** Pairs that two people or more decided on, and those that all did. */
  readonly pairs: number
  readonly pairsOfAll: number
  readonly scores: ReadonlyMap<string, SetScore>
}

/** Fleiss' kappa is left out unless all decided on each of these pairs. */
export function agreementOfAll(people: readonly PersonReviews[]): AgreementOfAll {
  const keys = [...new Set(people.flatMap(({ reviews }) => [...reviews.keys()]))]
  const rows = keys
    .map((key) => people.map(({ reviews }) => reviews.get(key) ?? null))
    .filter((row) => row.filter((review) => review !== null).length > 1)
  const full = rows.filter((row): row is Review[] => !row.includes(null))
  const scores = new Map<string, SetScore>()
  const labels = [
    ['decision', ({ state }: Review) => state],
    ['change or none', changeLabel],
  ] as const
  for (const [name, of] of labels) {
    const given = rows.map((row) => row.map((review) => review && of(review)))
    scores.set(`${name}, Krippendorff's alpha`, krippendorffAlpha(given))
  }
  if (full.length === rows.length) {
    for (const [name, of] of labels) {
      scores.set(`${name}, Fleiss' kappa`, fleissKappa(full.map((row) => row.map(of))))
    }
  }
  return { pairs: rows.length, pairsOfAll: full.length, scores }
}

export interface CommonPairs {
  readonly pairs: readonly ReviewPair[]
  /** Keys of pairs whose images have another size for each of the two. */
  readonly ofOtherSize: readonly string[]
}

/** The pairs that both decided on. */
export function commonPairs(first: PersonReviews, second: PersonReviews): CommonPairs {
  const pairs: ReviewPair[] = []
  const ofOtherSize: string[] = []
  for (const [key, review] of first.reviews) {
    const other = second.reviews.get(key)
    if (other !== undefined && documentIou(review.document, other.document) === null) {
      ofOtherSize.push(key)
    } else if (other !== undefined) {
      pairs.push([review, other])
    }
  }
  return { pairs, ofOtherSize }
}

/**
 * How alike two people's first captions are: each is scored against the other's captions, and the two scores are
 * averaged. The items are the pairs for which both wrote one.
 */
export function captionScores(
  pairs: readonly ReviewPair[],
  tokenize: (caption: string) => string,
  meteor: Meteor,
): Map<string, SetScore> {
  const texts = pairs
    .map((pair) => pair.map(({ document }) => rankedCaptions(document).map(({ text }) => text)))
    .filter(([first, second]) => first.length > 0 && second.length > 0)
  if (texts.length === 0) {
    return new Map()
  }
  const itemsOf = (own: 0 | 1): CaptionItem[] =>
    texts.map((both, index) => ({
      id: String(index),
      hypothesis: both[own][0],
      references: both[1 - own],
    }))
  const [forth, back] = [itemsOf(0), itemsOf(1)].map((items) => scoreCaptions(items, tokenize, meteor))
  const names = ['CIDEr-D', 'METEOR (no paraphrase)'] as const
  return new Map(
    names.flatMap((name) => {
      const [one, other] = [forth.get(name), back.get(name)]
      return one === undefined || other === undefined ? [] : [[`captions, ${name}`, meanOf(one, other)]]
    }),
  )
}

function meanOf(one: SetScore, other: SetScore): SetScore {
  return meanScore(one.perItem.map((value, item) => (value + other.perItem[item]) / 2))
}
