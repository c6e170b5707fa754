import type {
  MetricComparison,
  TrainingExample,
  TrainingMetric,
  Verdict,
  VerdictRow,
  VerdictWord,
} from '../../contract/training'
import type { Region } from '../../domain/region'
import { decodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { bootstrapIntervals, pairedBootstrap } from '../../metrics/bootstrap'
import { scoreCaptions, type CaptionItem } from '../../metrics/captions'
import { saysNoChange } from '../../metrics/no-change'
import { compareMasks, maskSetScores } from '../../metrics/mask-scores'
import type { Meteor } from '../../metrics/meteor/meteor'
import { meanScore, type SetScore } from '../../metrics/set-score'
import { cocoTokens } from '../../text/ptb/coco'

/** What a person made of a held-out pair. */
export interface Truth {
  readonly pairId: number
  readonly key: string
  /** False: whether and where it changed is not known, and `masks` is empty. */
  readonly isMarked: boolean
  readonly masks: readonly Rle[]
  readonly captions: readonly string[]
  /** Pixels of the after frame. */
  readonly width: number
  readonly height: number
}

export interface Compared {
  readonly truth: Truth
  readonly before: TrainingExample
  readonly after: TrainingExample
}

/** What one model said of a pair. */
export interface Proposed {
  readonly truth: Truth
  readonly said: TrainingExample
}

/** Fewer pairs than this say nothing for certain, whatever the intervals. */
const LEAST_PAIRS = 8
const RESAMPLES = 2000

/** Scores both models' proposals and says in words what came of it. `names`: the ids of the two models. */
export function judge(
  compared: readonly Compared[],
  names: { before: string; after: string },
  meteor: Meteor | null,
): Verdict {
  const before = scoresOf(
    compared.map(({ truth, before: said }) => ({ truth, said })),
    meteor,
  )
  const after = scoresOf(
    compared.map(({ truth, after: said }) => ({ truth, said })),
    meteor,
  )
  const metrics = [...before.keys()].flatMap((metric) => compareMetric(metric, before, after))
  const word = decide(metrics, compared.length)
  const rows = compared.map((one, index) => rowOf(one, index, before, after)).sort((a, b) => b.gain - a.gain)
  const sentence = say(word, metrics, compared.length)
  return { word, sentence, pairCount: compared.length, metrics, rows, ...names }
}

interface Scored {
  readonly set: SetScore
  /** Place of each pair in the set; pairs without what is scored have none. */
  readonly places: ReadonlyMap<number, number>
}
type Scores = ReadonlyMap<TrainingMetric, Scored>

/** One model's proposals. Intervals are bootstrap percentiles, 95 %. */
export function scoreProposals(
  proposed: readonly Proposed[],
  meteor: Meteor | null,
): { metric: TrainingMetric; value: number; interval: { low: number; high: number } }[] {
  return [...scoresOf(proposed, meteor)].map(([metric, { set }]) => {
    const [interval] = bootstrapIntervals([set], { resamples: RESAMPLES }).map(finite)
    return { metric, value: valueOf(set), interval }
  })
}

function scoresOf(proposed: readonly Proposed[], meteor: Meteor | null): Scores {
  const scores = new Map<TrainingMetric, Scored>()
  const marked = [...proposed.entries()].filter(([, { truth }]) => truth.isMarked)
  const markedPlaces = new Map(marked.map(([index], place) => [index, place]))
  const comparisons = marked.map(([, { truth, said }]) =>
    compareMasks(unionOf(truth.masks, truth), unionOf(masksOf(said.regions), truth), 2),
  )
  if (comparisons.some(({ confusion }) => confusion.counts[2] + confusion.counts[3] > 0)) {
    const masks = maskSetScores(comparisons, 2)
    scores.set('mask-iou', { set: masks.get('change IoU')!, places: markedPlaces })
    scores.set('mask-f1', { set: masks.get('change F1')!, places: markedPlaces })
  }
  const items: CaptionItem[] = []
  const places = new Map<number, number>()
  proposed.forEach(({ truth, said }, index) => {
    if (truth.captions.length === 0) return
    places.set(index, items.length)
    const hypothesis = said.captions[0]?.text ?? ''
    items.push({ id: truth.key, hypothesis, references: truth.captions })
  })
  if (items.length > 0) {
    const captions = scoreCaptions(items, cocoTokens, meteor ?? undefined)
    for (const [metric, name] of captionMetrics) {
      const set = captions.get(name)
      if (set !== undefined) scores.set(metric, { set, places })
    }
  }
  if (marked.length > 0) {
    const right = marked.map(([, { truth, said }]) => (isToldRight(truth, said) ? 1 : 0))
    scores.set('change-accuracy', { set: meanScore(right), places: markedPlaces })
  }
  return scores
}

const captionMetrics = [
  ['bleu-4', 'BLEU-4'],
  ['rouge-l', 'ROUGE-L'],
  ['cider-d', 'CIDEr-D'],
  ['meteor', 'METEOR (no paraphrase)'],
] as const

function compareMetric(metric: TrainingMetric, before: Scores, after: Scores): MetricComparison[] {
  const [first, second] = [before.get(metric)?.set, after.get(metric)?.set]
  if (first === undefined || second === undefined) return []
  const options = { resamples: RESAMPLES }
  const [beforeInterval, afterInterval] = bootstrapIntervals([first, second], options).map(finite)
  const [{ interval }] = pairedBootstrap([[first, second]], options)
  const difference = finite(interval)
  const isTelling = tellingPairs(first, second) >= LEAST_PAIRS
  const word: VerdictWord =
    isTelling && difference.low > 0 ? 'better' : isTelling && difference.high < 0 ? 'worse' : 'cannot-tell'
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
function tellingPairs(first: SetScore, second: SetScore): number {
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

/** Masks, captions and "changed or not" decide; the others of a family say the same thing again. */
const deciding: ReadonlySet<TrainingMetric> = new Set(['mask-iou', 'cider-d', 'change-accuracy'])

function decide(metrics: readonly MetricComparison[], pairCount: number): VerdictWord {
  if (pairCount < LEAST_PAIRS) return 'cannot-tell'
  const words = wordsOf(metrics)
  const [isBetter, isWorse] = [words.has('better'), words.has('worse')]
  return isBetter === isWorse ? 'cannot-tell' : isBetter ? 'better' : 'worse'
}

function wordsOf(metrics: readonly MetricComparison[]): ReadonlySet<VerdictWord> {
  return new Set(metrics.filter(({ metric }) => deciding.has(metric)).map(({ word }) => word))
}

const metricWords: Partial<Record<TrainingMetric, string>> = {
  'mask-iou': 'mask overlap (IoU)',
  'cider-d': 'caption score (CIDEr-D)',
  'change-accuracy': 'changed or not',
}

function say(word: VerdictWord, metrics: readonly MetricComparison[], pairCount: number): string {
  const told = metrics.filter(({ metric }) => deciding.has(metric))
  const figures = told
    .map(
      ({ metric, before, after }) =>
        `${metricWords[metric] ?? metric} ${before.toFixed(2)} before, ${after.toFixed(2)} after`,
    )
    .join('; ')
  const pairs = pairCount === 1 ? 'one held-out pair' : `${pairCount} held-out pairs`
  if (word === 'better') return `The new model is better on ${pairs}: ${figures}.`
  if (word === 'worse') return `The new model is worse on ${pairs}: ${figures}. Keep the one that you have.`
  const words = wordsOf(metrics)
  const isMixed = words.has('better') && words.has('worse')
  const why = isMixed ? 'it is better at some things and worse at others' : `${pairs} are too few to be sure`
  return `Whether the new model is better cannot be told: ${why} (${figures}).`
}

function rowOf({ truth, before, after }: Compared, index: number, first: Scores, second: Scores): VerdictRow {
  const scored = (scores: Scores, example: TrainingExample): VerdictRow['before'] => ({
    maskIou: at(scores, 'mask-iou', index),
    ciderD: at(scores, 'cider-d', index),
    rougeL: at(scores, 'rouge-l', index),
    saysChange: claimsChange(example),
    caption: example.captions[0]?.text ?? '',
  })
  const [old, now] = [scored(first, before), scored(second, after)]
  const changes = [
    (now.maskIou ?? 1) - (old.maskIou ?? 1),
    (now.rougeL ?? 0) - (old.rougeL ?? 0),
    ...(truth.isMarked ? [Number(isToldRight(truth, after)) - Number(isToldRight(truth, before))] : []),
  ]
  return {
    pairId: truth.pairId,
    key: truth.key,
    isChanged: truth.isMarked ? truth.masks.length > 0 : null,
    references: [...truth.captions],
    before: old,
    after: now,
    gain: changes.reduce((sum, change) => sum + change, 0) / changes.length,
  }
}

function at(scores: Scores, metric: TrainingMetric, index: number): number | null {
  const found = scores.get(metric)
  const place = found?.places.get(index)
  const value = place === undefined ? null : found?.set.perItem[place]
  return value === null || value === undefined || Number.isNaN(value) ? null : value
}

/** Changed or not; of pairs that are marked. */
function isToldRight({ masks }: Truth, said: TrainingExample): boolean {
  return claimsChange(said) === masks.length > 0
}

function claimsChange({ regions, captions }: TrainingExample): boolean {
  const caption = captions[0]?.text ?? ''
  return regions.length > 0 || (caption !== '' && !saysNoChange(caption))
}

function masksOf(regions: readonly Pick<Region, 'mask'>[]): Rle[] {
  return regions.map(({ mask }) => mask)
}

function unionOf(
  masks: readonly Rle[],
  { width, height }: Truth,
): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(width * height)
  for (const mask of masks) {
    const { data: own } = decodeRle(mask)
    for (let at = 0; at < data.length; at++) data[at] |= own[at]
  }
  return { width, height, data }
}
