import { groupBy } from '../../src/basics/group-by'
import { meanScore, pairedBootstrap, pooledScore } from '../../src/metrics/set-score'
import type { SetScore } from '../../src/metrics/set-score'
import type { Measure, PairCounts } from '../accuracy/scoring'

/** What a way changes in a set's score. */
export interface Effect {
  /** IoU; of boards F1 of defects touched and regions that touch one. */
  readonly before: number
  readonly after: number
  /** 95 % of resamples over pairs, over groups where there are several. */
  readonly low: number
  readonly high: number
}

export function effectOf(
  measure: Measure,
  before: readonly PairCounts[],
  after: readonly PairCounts[],
): Effect {
  const [first, second] = [before, after].map((pairs) => scoreOf(measure, pairs))
  const [{ interval }] = pairedBootstrap([[first, second]])
  return { before: first.corpus, after: second.corpus, ...interval }
}

export function describeEffect({ before, after, low, high }: Effect): string {
  return `${signed(after - before)} [${signed(low)}, ${signed(high)}]`
}

export function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`
}

function scoreOf(measure: Measure, pairs: readonly PairCounts[]): SetScore {
  const formula = measure === 'boxes' ? f1Of : iouOf
  const pooled = (own: readonly PairCounts[]): SetScore =>
    pooledScore(
      own.map(({ counts }) => Float64Array.from(counts)),
      formula,
    )
  const groups = groupBy(pairs, ({ group }) => group)
  return groups.size === 1 ? pooled(pairs) : meanScore([...groups.values()].map((own) => pooled(own).corpus))
}

/** Of boxes: touched ones, all, and regions that touch none. */
function f1Of([touched, boxes, wrong]: Float64Array): number {
  return (2 * touched) / Math.max(1, touched + boxes + wrong)
}

function iouOf([both, either]: Float64Array): number {
  return either === 0 ? 1 : both / either
}
