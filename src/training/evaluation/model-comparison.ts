import type {
  MetricComparison,
  TrainingExample,
  TrainingMetric,
  ModelComparison,
  PairComparison,
  ComparisonOutcome,
} from '../../contract/training'
import type { Region } from '../../domain/document'
import { decodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { bootstrapIntervals, pairedBootstrap } from '../../metrics/bootstrap'
import { scoreCaptions } from '../../metrics/captions'
import type { CaptionItem } from '../../metrics/captions'
import { statesNoChange } from '../../metrics/no-change'
import { compareMasks, maskSetScores } from '../../metrics/mask-scores'
import type { Meteor } from '../../metrics/meteor/meteor'
import { meanScore } from '../../metrics/set-score'
import type { SetScore } from '../../metrics/set-score'
import { cocoTokens } from '../../text/ptb/coco'

/** The reviewed labels of a held-out pair. */
export interface GroundTruth {
  readonly pairId: number
  readonly key: string
  /** False: whether and where it changed is not known, and `masks` is empty. */
  readonly hasKnownMasks: boolean
  readonly masks: readonly Rle[]
  readonly captions: readonly string[]
  /** Pixels of the after frame. */
  readonly width: number
  readonly height: number
}

export interface ComparedPair {
  readonly truth: GroundTruth
  readonly before: TrainingExample
  readonly after: TrainingExample
}

/** One model's proposal for a pair. */
export interface ProposedPair {
  readonly truth: GroundTruth
  readonly proposal: TrainingExample
}

/** With fewer pairs the outcome is "cannot tell", whatever the intervals. */
const MIN_PAIRS = 8
const RESAMPLES = 2000

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

interface Scored {
  readonly set: SetScore
  /** Place of each pair in the set; pairs without what is scored have none. */
  readonly positions: ReadonlyMap<number, number>
}
type Scores = ReadonlyMap<TrainingMetric, Scored>

/** One model's proposals. Intervals are bootstrap percentiles, 95 %. */
export function scoreProposals(
  proposed: readonly ProposedPair[],
  meteor: Meteor | null,
): { metric: TrainingMetric; value: number; interval: { low: number; high: number } }[] {
  return [...scoresOf(proposed, meteor)].map(([metric, { set }]) => {
    const [interval] = bootstrapIntervals([set], { resamples: RESAMPLES }).map(finite)
    return { metric, value: valueOf(set), interval }
  })
}

function scoresOf(proposed: readonly ProposedPair[], meteor: Meteor | null): Scores {
  const scores = new Map<TrainingMetric, Scored>()
  const labelled = [...proposed.entries()].filter(([, { truth }]) => truth.hasKnownMasks)
  const labelledPlaces = new Map(labelled.map(([index], position) => [index, position]))
  const comparisons = labelled.map(([, { truth, proposal }]) =>
    compareMasks(unionOf(truth.masks, truth), unionOf(masksOf(proposal.regions), truth), 2),
  )
  if (comparisons.some(({ confusion }) => confusion.counts[2] + confusion.counts[3] > 0)) {
    const masks = maskSetScores(comparisons, 2)
    scores.set('mask-iou', { set: masks.get('change IoU')!, positions: labelledPlaces })
    scores.set('mask-f1', { set: masks.get('change F1')!, positions: labelledPlaces })
  }
  const items: CaptionItem[] = []
  const positions = new Map<number, number>()
  proposed.forEach(({ truth, proposal }, index) => {
    if (truth.captions.length === 0) {
      return
    }
    positions.set(index, items.length)
    const hypothesis = proposal.captions[0]?.text ?? ''
    items.push({ id: truth.key, hypothesis, references: truth.captions })
  })
  if (items.length > 0) {
    const captions = scoreCaptions(items, cocoTokens, meteor ?? undefined)
    for (const [metric, name] of CAPTION_METRICS) {
      const set = captions.get(name)
      if (set !== undefined) {
        scores.set(metric, { set, positions })
      }
    }
  }
  if (labelled.length > 0) {
    const right = labelled.map(([, { truth, proposal }]) => (isChangeCorrect(truth, proposal) ? 1 : 0))
    scores.set('change-accuracy', { set: meanScore(right), positions: labelledPlaces })
  }
  return scores
}

const CAPTION_METRICS = [
  ['bleu-4', 'BLEU-4'],
  ['rouge-l', 'ROUGE-L'],
  ['cider-d', 'CIDEr-D'],
  ['meteor', 'METEOR (no paraphrase)'],
] as const

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

function valueOf({ corpus }: SetScore): number {
  return Number.isFinite(corpus) ? corpus : 0
}

function finite({ low, high }: { low: number; high: number }): { low: number; high: number } {
  return { low: Number.isFinite(low) ? low : 0, high: Number.isFinite(high) ? high : 0 }
}

/** Masks, captions and "changed or not" decide; the other metrics are correlated with these. */
const DECIDING_METRICS: ReadonlySet<TrainingMetric> = new Set(['mask-iou', 'cider-d', 'change-accuracy'])

function overallOutcome(metrics: readonly MetricComparison[], pairCount: number): ComparisonOutcome {
  if (pairCount < MIN_PAIRS) {
    return 'cannot-tell'
  }
  const words = outcomesOf(metrics)
  const [isBetter, isWorse] = [words.has('better'), words.has('worse')]
  return isBetter === isWorse ? 'cannot-tell' : isBetter ? 'better' : 'worse'
}

function outcomesOf(metrics: readonly MetricComparison[]): ReadonlySet<ComparisonOutcome> {
  return new Set(metrics.filter(({ metric }) => DECIDING_METRICS.has(metric)).map(({ word }) => word))
}

const METRIC_LABELS: Partial<Record<TrainingMetric, string>> = {
  'mask-iou': 'mask overlap (IoU)',
  'cider-d': 'caption score (CIDEr-D)',
  'change-accuracy': 'changed or not',
}

function summarySentence(
  word: ComparisonOutcome,
  metrics: readonly MetricComparison[],
  pairCount: number,
): string {
  const decisive = metrics.filter(({ metric }) => DECIDING_METRICS.has(metric))
  const figures = decisive
    .map(
      ({ metric, before, after }) =>
        `${METRIC_LABELS[metric] ?? metric} ${before.toFixed(2)} before, ${after.toFixed(2)} after`,
    )
    .join('; ')
  const pairs = pairCount === 1 ? 'one held-out pair' : `${pairCount} held-out pairs`
  if (word === 'better') {
    return `The new model is better on ${pairs}: ${figures}.`
  }
  if (word === 'worse') {
    return `The new model is worse on ${pairs}: ${figures}. Keep the one that you have.`
  }
  const words = outcomesOf(metrics)
  const isMixed = words.has('better') && words.has('worse')
  const why = isMixed ? 'it is better at some things and worse at others' : `${pairs} are too few to be sure`
  return `Whether the new model is better cannot be told: ${why} (${figures}).`
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

function pairScore(scores: Scores, metric: TrainingMetric, index: number): number | null {
  const found = scores.get(metric)
  const position = found?.positions.get(index)
  const value = position === undefined ? null : found?.set.perItem[position]
  return value === null || value === undefined || Number.isNaN(value) ? null : value
}

/** Whether "changed or not" is correct; for pairs with mask labels. */
function isChangeCorrect({ masks }: GroundTruth, proposal: TrainingExample): boolean {
  return predictsChange(proposal) === masks.length > 0
}

function predictsChange({ regions, captions }: TrainingExample): boolean {
  const caption = captions[0]?.text ?? ''
  return regions.length > 0 || (caption !== '' && !statesNoChange(caption))
}

function masksOf(regions: readonly Pick<Region, 'mask'>[]): Rle[] {
  return regions.map(({ mask }) => mask)
}

function unionOf(
  masks: readonly Rle[],
  { width, height }: GroundTruth,
): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(width * height)
  for (const mask of masks) {
    const { data: own } = decodeRle(mask)
    for (let at = 0; at < data.length; at++) {
      data[at] |= own[at]
    }
  }
  return { width, height, data }
}
