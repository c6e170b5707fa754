import type {
  MetricComparison,
  TrainingMetric,
  ModelComparison,
  PairComparison,
  ComparisonOutcome,
} from '../../contract/model-comparison'
import { bootstrapIntervals, pairedBootstrap } from '../../metrics/set-score'
import type { SetScore } from '../../metrics/set-score'
import type { Meteor } from '../../metrics/meteor/meteor'
import { RESAMPLES, finite, scoresOf, valueOf } from './proposal-scores'
import { comparedRow } from './compared-row'
import type { ComparedPair } from './compared-row'
import type { Scores } from './proposal-scores'
import { message } from '../../messages/message'
import type { Message } from '../../messages/message'

/** With fewer pairs the outcome is "cannot tell", whatever the intervals. */
const MIN_PAIRS = 8
/** From this overlap on two masks are of one thing, as in panoptic quality (Kirillov et al. 2019, section 4). */
const MATCH_IOU = 0.5

export interface ComparedModels {
  /** Ids. */
  readonly before: string
  readonly after: string
  /** False: only masks were trained, and scores of captions decide nothing. */
  readonly learnsCaptions: boolean
}

/**
 * Scores both models' proposals and sums up which model is better. Masks that are exactly those that the model before
 * proposed are left out of the scores: it is right about them whatever the other one does. But the new model is not
 * better where it misses more of these pairs than it gains of the others, of which the old one was wrong.
 */
export function compareModels(
  compared: readonly ComparedPair[],
  { before: old, after: made, learnsCaptions }: ComparedModels,
  meteor: Meteor | null,
): ModelComparison {
  const all = scoresOfBoth(compared, meteor)
  const favoured = compared.filter(({ truth }) => truth.isAsProposed)
  const counted = favoured.length === 0 ? all : scoresOfBoth(compared.map(withoutFavouredMasks), meteor)
  const metrics = [...counted.before.keys()].flatMap((metric) =>
    compareMetric(metric, counted.before, counted.after),
  )
  const deciding = metrics.flatMap(({ metric, ...comparison }) =>
    isDecidingMetric(metric) && (learnsCaptions || metric !== 'cider-d') ? [{ metric, ...comparison }] : [],
  )
  const leftOut = favoured.filter(({ truth }) => !learnsCaptions || truth.references.length === 0).length
  const countedCount = compared.length - leftOut
  const rows = compared
    .map((one, index) => comparedRow(one, { index, first: all.before, second: all.after, learnsCaptions }))
    .sort((a, b) => b.gain - a.gain)
  const lostCount = rows.filter(isLost).length
  const outcome = overallOutcome(deciding, countedCount)
  const isForgetful = outcome === 'better' && lostCount > rows.filter(isGained).length
  const counts = {
    count: favoured.length,
    total: compared.length,
    model: old,
    kept: favoured.length - lostCount,
  }
  const sentence = isForgetful
    ? message('verdict.forgets', { figures: figuresOf(deciding) })
    : summarySentence(outcome, deciding, countedCount)
  return {
    word: isForgetful ? 'cannot-tell' : outcome,
    sentence: withFavoured(sentence, counts),
    pairCount: compared.length,
    countedCount,
    asProposedCount: favoured.length,
    metrics,
    rows,
    before: old,
    after: made,
  }
}

/** A pair that was right as it was, and that the new model marks elsewhere: its overlap is below that of a match. */
function isLost({ isAsProposed, after: { maskIou } }: PairComparison): boolean {
  return isAsProposed && maskIou !== null && maskIou < MATCH_IOU
}

function isGained({ isAsProposed, before, after }: PairComparison): boolean {
  return !isAsProposed && (after.maskIou ?? 1) > (before.maskIou ?? 1)
}

function scoresOfBoth(
  compared: readonly ComparedPair[],
  meteor: Meteor | null,
): Record<'before' | 'after', Scores> {
  const scores = (side: 'before' | 'after'): Scores =>
    scoresOf(
      compared.map((pair) => ({ truth: pair.truth, proposal: pair[side] })),
      meteor,
    )
  return { before: scores('before'), after: scores('after') }
}

function withoutFavouredMasks(pair: ComparedPair): ComparedPair {
  const { truth } = pair
  return truth.isAsProposed ? { ...pair, truth: { ...truth, hasKnownMasks: false, masks: [] } } : pair
}

function compareMetric(metric: TrainingMetric, before: Scores, after: Scores): MetricComparison[] {
  const [first, second] = [before.get(metric)?.set, after.get(metric)?.set]
  if (first === undefined || second === undefined) {
    return []
  }
  const options = { resamples: RESAMPLES }
  const [beforeInterval, afterInterval] = bootstrapIntervals([first, second], options).map(finite)
  const [{ interval }] = pairedBootstrap([[first, second]], options)
  const difference = finite(interval)
  const isInformative = countInformativePairs(first, second) >= MIN_PAIRS
  const word: ComparisonOutcome =
    isInformative && difference.low > 0
      ? 'better'
      : isInformative && difference.high < 0
        ? 'worse'
        : 'cannot-tell'
  return [
    {
      metric,
      before: valueOf(first),
      after: valueOf(second),
      beforeInterval,
      afterInterval,
      difference,
      word,
    },
  ]
}

/** Pairs that have a value for either model: one without any mask, true or proposed, has no overlap of masks. */
function countInformativePairs(first: SetScore, second: SetScore): number {
  return first.perItem.filter(
    (value, pair) => Number.isFinite(value) || Number.isFinite(second.perItem[pair]),
  ).length
}

/** Masks, captions and "changed or not" decide; the other metrics are correlated with these. */
const DECIDING_METRICS = ['mask-iou', 'cider-d', 'change-accuracy'] as const

type DecidingMetric = (typeof DECIDING_METRICS)[number]
interface DecidingComparison extends MetricComparison {
  readonly metric: DecidingMetric
}

function isDecidingMetric(metric: TrainingMetric): metric is DecidingMetric {
  return DECIDING_METRICS.some((one) => one === metric)
}

function overallOutcome(metrics: readonly DecidingComparison[], pairCount: number): ComparisonOutcome {
  if (pairCount < MIN_PAIRS) {
    return 'cannot-tell'
  }
  const words = outcomesOf(metrics)
  const [isBetter, isWorse] = [words.has('better'), words.has('worse')]
  return isBetter === isWorse ? 'cannot-tell' : isBetter ? 'better' : 'worse'
}

function outcomesOf(metrics: readonly DecidingComparison[]): ReadonlySet<ComparisonOutcome> {
  return new Set(metrics.map(({ word }) => word))
}

function summarySentence(
  word: ComparisonOutcome,
  metrics: readonly DecidingComparison[],
  count: number,
): Message {
  if (metrics.length === 0) {
    return message('verdict.nothingToJudge')
  }
  const figures = figuresOf(metrics)
  if (word !== 'cannot-tell') {
    return message(word === 'better' ? 'verdict.better' : 'verdict.worse', { count, figures })
  }
  const words = outcomesOf(metrics)
  const isMixed = words.has('better') && words.has('worse')
  return isMixed ? message('verdict.mixed', { figures }) : message('verdict.tooFew', { count, figures })
}

function figuresOf(metrics: readonly DecidingComparison[]): Message {
  return metrics
    .map(({ metric, before, after }) => message('verdict.figure', { metric, before, after }))
    .reduce((first, second) => message('verdict.figures', { first, second }))
}

function withFavoured(
  sentence: Message,
  favoured: Readonly<Record<'count' | 'total' | 'kept', number>> & { readonly model: string },
): Message {
  const { kept, ...others } = favoured
  return favoured.count === 0
    ? sentence
    : [message('verdict.favoured', others), message('verdict.kept', { kept })].reduce(
        (first, second) => message('joining.sentences', { first, second }),
        sentence,
      )
}
