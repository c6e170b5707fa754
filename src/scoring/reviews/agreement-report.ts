import type { Meteor } from '../../metrics/meteor/meteor'
import { metricReports } from '../../metrics/metric-report'
import type { MetricReport } from '../../metrics/metric-report'
import { cocoTokens } from '../../text/ptb/tokenize'
import { agreementOfAll, captionScores, commonPairs } from './all-reviews'
import type { PersonReviews } from './all-reviews'
import { ofModel } from './stored-reviews'
import type { StoredReviews } from './stored-reviews'
import { categoryCounts, twoReviewScores } from './two-reviews'
import type { CategoryCounts } from './two-reviews'

/** What two people made of the pairs that both decided on. */
export interface TwoReport {
  first: string
  second: string
  pairs: number
  /** Keys of pairs that are left out, as their images have another size for each of the two. */
  ofOtherSize: readonly string[]
  metrics: MetricReport[]
  categories: CategoryCounts[]
  /** By the model whose proposal both reviews began from, beside gold the person's; absent for folders. */
  models?: { model: string; pairs: number; metrics: MetricReport[] }[]
}

export interface AgreementReport {
  people: { name: string; decided: number }[]
  /** Pairs that two people or more decided on, and those that all did. */
  pairs: number
  pairsOfAll: number
  metrics: MetricReport[]
  two: TwoReport[]
  /** Each person beside the gold pairs. */
  gold: TwoReport[]
}

interface Resampling {
  /** 0 for no intervals. */
  resamples: number
  seed: number
}

/** How far people agree on the pairs that they decided on: of all, of each two, and of each beside the gold pairs. */
export function agreementReport(
  { people, gold }: StoredReviews,
  meteor: Meteor,
  resampling: Resampling,
): AgreementReport {
  const all = agreementOfAll(people)
  const compared = (first: PersonReviews, second: PersonReviews): TwoReport => ({
    ...twoReport(first, second, meteor, resampling),
    ...modelReports(first, second, resampling),
  })
  return {
    people: people.map(({ name, reviews }) => ({ name, decided: reviews.size })),
    pairs: all.pairs,
    pairsOfAll: all.pairsOfAll,
    metrics: metricReports(all.scores, undefined, resampling),
    two: people.flatMap((first, index) => people.slice(index + 1).map((second) => compared(first, second))),
    gold: gold === null ? [] : people.map((person) => compared(person, gold)),
  }
}

function twoReport(
  first: PersonReviews,
  second: PersonReviews,
  meteor: Meteor,
  resampling: Resampling,
): TwoReport {
  const { pairs, ofOtherSize } = commonPairs(first, second)
  const scores = pairs.length === 0 ? new Map() : twoReviewScores(pairs)
  return {
    first: first.name,
    second: second.name,
    pairs: pairs.length,
    ofOtherSize,
    metrics: [
      ...metricReports(scores, undefined, resampling),
      ...metricReports(captionScores(pairs, cocoTokens, meteor), undefined, resampling),
    ],
    categories: categoryCounts(pairs),
  }
}

function modelReports(
  first: PersonReviews,
  second: PersonReviews,
  resampling: Resampling,
): Pick<TwoReport, 'models'> {
  const reviews = [...first.reviews.values(), ...second.reviews.values()]
  const models = new Set(reviews.flatMap(({ model }) => model ?? []))
  if (models.size === 0) {
    return {}
  }
  const reports = [...models].sort().map((model) => {
    const { pairs } = commonPairs(ofModel(first, model), ofModel(second, model))
    const scores = pairs.length === 0 ? new Map() : twoReviewScores(pairs)
    return { model, pairs: pairs.length, metrics: metricReports(scores, undefined, resampling) }
  })
  return { models: reports.filter(({ pairs }) => pairs > 0) }
}
