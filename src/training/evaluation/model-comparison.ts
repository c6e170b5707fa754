import type {
  MetricComparison,
  TrainingMetric,
  ModelComparison,
  PairComparison,
  ComparisonOutcome,
} from '../../contract/model-comparison'
import type { TrainingExample } from '../../contract/training'
import { bootstrapIntervals, pairedBootstrap } from '../../metrics/set-score'
import type { SetScore } from '../../metrics/set-score'
import type { Meteor } from '../../metrics/meteor/meteor'
import {
  RESAMPLES,
  finite,
  isChangeCorrect,
  pairScore,
  predictsChange,
  scoresOf,
  valueOf,
} from './proposal-scores'
import type { GroundTruth, Scores } from './proposal-scores'
import { message } from '../../messages/message'
import type { Message } from '../../messages/message'

export interface ComparedPair {
  readonly truth: GroundTruth
  readonly before: TrainingExample
  readonly after: TrainingExample
}

/** With fewer pairs the outcome is "cannot tell", whatever the intervals. */
const MIN_PAIRS = 8
/** Scores both models' proposals and sums up which model is better. `names`: the ids of the two models. */
export function compareModels(
  compared: readonly ComparedPair[],
  names: { before: string; after: string },
  meteor: Meteor | null,
): ModelComparison {
  const before = scoresOf(
    compared.map(({ truth, before: proposal }) => ({ truth, proposal })),
    meteor,
  )
  const after = scoresOf(
    compared.map(({ truth, after: proposal }) => ({ truth, proposal })),
    meteor,
  )
  const metrics = [...before.keys()].flatMap((metric) => compareMetric(metric, before, after))
  const word = overallOutcome(metrics, compared.length)
  const rows = compared.map((one, index) => rowOf(one, index, before, after)).sort((a, b) => b.gain - a.gain)
  const sentence = summarySentence(word, metrics, compared.length)
  return { word, sentence, pairCount: compared.length, metrics, rows, ...names }
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

function isDeciding(metric: TrainingMetric): metric is (typeof DECIDING_METRICS)[number] {
  return DECIDING_METRICS.some((one) => one === metric)
}

function overallOutcome(metrics: readonly MetricComparison[], pairCount: number): ComparisonOutcome {
  if (pairCount < MIN_PAIRS) {
    return 'cannot-tell'
  }
  const words = outcomesOf(metrics)
  const [isBetter, isWorse] = [words.has('better'), words.has('worse')]
  return isBetter === isWorse ? 'cannot-tell' : isBetter ? 'better' : 'worse'
}

function outcomesOf(metrics: readonly MetricComparison[]): ReadonlySet<ComparisonOutcome> {
  return new Set(metrics.filter(({ metric }) => isDeciding(metric)).map(({ word }) => word))
}

function summarySentence(
  word: ComparisonOutcome,
  metrics: readonly MetricComparison[],
  count: number,
): Message {
  const decisive = metrics.flatMap(({ metric, before, after }) =>
    isDeciding(metric) ? [message('verdict.figure', { metric, before, after })] : [],
  )
  const figures =
    decisive.length === 0
      ? ''
      : decisive.reduce((first, second) => message('verdict.figures', { first, second }))
  if (word !== 'cannot-tell') {
    return message(word === 'better' ? 'verdict.better' : 'verdict.worse', { count, figures })
  }
  const words = outcomesOf(metrics)
  const isMixed = words.has('better') && words.has('worse')
  return isMixed ? message('verdict.mixed', { figures }) : message('verdict.tooFew', { count, figures })
}

function rowOf(
  { truth, before, after }: ComparedPair,
  index: number,
  first: Scores,
  second: Scores,
): PairComparison {
  const scored = (scores: Scores, example: TrainingExample): PairComparison['before'] => ({
    maskIou: pairScore(scores, 'mask-iou', index),
    ciderD: pairScore(scores, 'cider-d', index),
    rougeL: pairScore(scores, 'rouge-l', index),
    saysChange: predictsChange(example),
    caption: example.captions[0]?.text ?? '',
  })
  const [old, now] = [scored(first, before), scored(second, after)]
  const changes = [
    (now.maskIou ?? 1) - (old.maskIou ?? 1),
    (now.rougeL ?? 0) - (old.rougeL ?? 0),
    ...(truth.hasKnownMasks
      ? [Number(isChangeCorrect(truth, after)) - Number(isChangeCorrect(truth, before))]
      : []),
  ]
  return {
    pairId: truth.pairId,
    key: truth.key,
    isChanged: truth.hasKnownMasks ? truth.masks.length > 0 : null,
    references: [...truth.captions],
    before: old,
    after: now,
    gain: changes.reduce((sum, change) => sum + change, 0) / changes.length,
  }
}
