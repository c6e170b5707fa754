import type { TrainingMetric } from '../../contract/model-comparison'
import type { TrainingExample } from '../../contract/training'
import type { Region } from '../../domain/document'
import { decodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { bootstrapIntervals, meanScore } from '../../metrics/set-score'
import type { SetScore } from '../../metrics/set-score'
import { scoreCaptions } from '../../metrics/captions'
import type { CaptionItem } from '../../metrics/captions'
import { compareMasks, maskSetScores } from '../../metrics/mask-scores'
import type { Meteor } from '../../metrics/meteor/meteor'
import { statesNoChange } from '../../metrics/no-change'
import { cocoTokens } from '../../text/ptb/tokenize'

/** The reviewed labels of a held-out pair. */
export interface GroundTruth {
  readonly pairId: number
  readonly key: string
  /** False: whether and where it changed is not known, and `masks` is empty. */
  readonly hasKnownMasks: boolean
  readonly masks: readonly Rle[]
  /** They are exactly those that the model before proposed. */
  readonly isAsProposed: boolean
  readonly captions: readonly string[]
  /** The captions that proposals are measured against. */
  readonly references: readonly string[]
  /** Pixels of the after frame. */
  readonly width: number
  readonly height: number
}

/** One model's proposal for a pair. */
export interface ProposedPair {
  readonly truth: GroundTruth
  readonly proposal: TrainingExample
}

export interface Scored {
  readonly set: SetScore
  /** Place of each pair in the set; pairs without what is scored have none. */
  readonly positions: ReadonlyMap<number, number>
}

export type Scores = ReadonlyMap<TrainingMetric, Scored>
export const RESAMPLES = 2000
const CAPTION_METRICS = [
  ['bleu-4', 'BLEU-4'],
  ['rouge-l', 'ROUGE-L'],
  ['cider-d', 'CIDEr-D'],
  ['meteor', 'METEOR (no paraphrase)'],
] as const

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

export function scoresOf(proposed: readonly ProposedPair[], meteor: Meteor | null): Scores {
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
    if (truth.references.length === 0) {
      return
    }
    positions.set(index, items.length)
    const hypothesis = proposal.captions[0]?.text ?? ''
    items.push({ id: truth.key, hypothesis, references: truth.references })
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

export function valueOf({ corpus }: SetScore): number {
  return Number.isFinite(corpus) ? corpus : 0
}

export function finite({ low, high }: { low: number; high: number }): { low: number; high: number } {
  return { low: Number.isFinite(low) ? low : 0, high: Number.isFinite(high) ? high : 0 }
}

export function pairScore(scores: Scores, metric: TrainingMetric, index: number): number | null {
  const samples = scores.get(metric)
  const position = samples?.positions.get(index)
  const value = position === undefined ? null : samples?.set.perItem[position]
  return value === null || value === undefined || Number.isNaN(value) ? null : value
}

/** Whether "changed or not" is correct; for pairs with mask labels. */
export function isChangeCorrect({ masks }: GroundTruth, proposal: TrainingExample): boolean {
  return predictsChange(proposal) === masks.length > 0
}

export function predictsChange({ regions, captions }: TrainingExample): boolean {
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
