import type { PairDocument, Region } from '../../domain/document'
import type { ReviewState } from '../../domain/pair'
import { changedMask, unrejectedRegions } from '../../domain/review'
import { emptyBitmap } from '../../mask/bitmap'
import { rleIou } from '../../mask/measures'
import { decodeRle } from '../../mask/rle'
import { boundaryF1, compareMasks, maskSetScores } from '../../metrics/mask-scores'
import type { MaskComparison } from '../../metrics/mask-scores'
import { cohenKappa } from '../../metrics/reviewer-agreement'
import type { LabelPair } from '../../metrics/reviewer-agreement'
import { pooledScore } from '../../metrics/set-score'
import type { SetScore } from '../../metrics/set-score'

/** What a person made of a pair. */
export interface Review {
  readonly state: ReviewState
  readonly document: PairDocument
  /** Name and version of the model whose proposal it began from, or `none`; absent for folders and gold pairs. */
  readonly model?: string
}

/** What two people made of one pair. */
export type ReviewPair = readonly [first: Review, second: Review]

/** Regions of two documents whose masks overlap by half are one thing. */
const SAME_THING_IOU = 0.5

/** Whether anything changed, in a person's eyes. */
export function changeLabel({ document }: Review): 'change' | 'no change' {
  return unrejectedRegions(document).length > 0 ? 'change' : 'no change'
}

/** How far two people agree on the pairs that both decided on; each score has these pairs as its items. */
export function twoReviewScores(pairs: readonly ReviewPair[]): Map<string, SetScore> {
  const matches = pairs.map(([first, second]) => matchRegions(first.document, second.document))
  const comparisons = pairs.map(([first, second]) => compareDocuments(first.document, second.document))
  const masks = maskSetScores(comparisons, 2)
  return new Map<string, SetScore>([
    ['decision, kappa', cohenKappa(pairs.map(([first, second]) => [[first.state, second.state]]))],
    [
      'change or none, kappa',
      cohenKappa(pairs.map(([first, second]) => [[changeLabel(first), changeLabel(second)]])),
    ],
    ['category of regions, kappa', cohenKappa(matches.map(({ categories }) => categories))],
    ['regions found by both, F1', pooledScore(matches.map(regionRow), ([both, all]) => (2 * both) / all)],
    ['masks of these regions, IoU', pooledScore(matches.map(regionRow), ([both, , iou]) => iou / both)],
    ['all changed pixels, IoU', masks.get('change IoU')!],
    [
      'boundaries, F1',
      pooledScore(
        comparisons.map(({ boundary }) =>
          Float64Array.of(boundary.truth, boundary.predicted, boundary.truthNear, boundary.predictedNear),
        ),
        ([truth, predicted, truthNear, predictedNear]) =>
          boundaryF1({ truth, predicted, truthNear, predictedNear }),
      ),
    ],
  ])
}

export interface CategoryCounts {
  readonly category: string
  /** Regions of the first person, of the second, and those that both found and called so. */
  readonly first: number
  readonly second: number
  readonly both: number
}

/** The most used category first. */
export function categoryCounts(pairs: readonly ReviewPair[]): CategoryCounts[] {
  const counts = new Map<string, { first: number; second: number; both: number }>()
  const count = (category: string, who: 'first' | 'second' | 'both'): void => {
    const entry = counts.get(category) ?? { first: 0, second: 0, both: 0 }
    counts.set(category, entry)
    entry[who] += 1
  }
  for (const [first, second] of pairs) {
    unrejectedRegions(first.document).forEach(({ category }) => count(category, 'first'))
    unrejectedRegions(second.document).forEach(({ category }) => count(category, 'second'))
    for (const [one, other] of matchRegions(first.document, second.document).categories) {
      if (one === other) {
        count(one, 'both')
      }
    }
  }
  return [...counts]
    .map(([category, entry]) => ({ category, ...entry }))
    .sort((a, b) => b.first + b.second - a.first - a.second)
}

interface Matches {
  /** Of the things that both found. */
  readonly categories: readonly LabelPair[]
  /** Summed over these things. */
  readonly iou: number
  /** Regions of both documents together. */
  readonly regions: number
}

function regionRow({ categories, iou, regions }: Matches): Float64Array {
  return Float64Array.of(categories.length, regions, iou)
}

/** Each region belongs to one of the other document at most; the best overlap counts first. */
function matchRegions(a: PairDocument, b: PairDocument): Matches {
  const [first, second] = [unrejectedRegions(a), unrejectedRegions(b)]
  const candidates = first
    .flatMap((one) => second.map((other) => ({ one, other, iou: rleIou(one.mask, other.mask) })))
    .filter(({ iou }) => iou >= SAME_THING_IOU)
    .sort((x, y) => y.iou - x.iou)
  const taken = new Set<Region>()
  const matched = candidates.filter(({ one, other }) => {
    const isFree = !taken.has(one) && !taken.has(other)
    if (isFree) {
      taken.add(one).add(other)
    }
    return isFree
  })
  return {
    categories: matched.map(({ one, other }) => [one.category, other.category]),
    iou: matched.reduce((total, { iou }) => total + iou, 0),
    regions: first.length + second.length,
  }
}

function compareDocuments(first: PairDocument, second: PairDocument): MaskComparison {
  const masks = [first, second].map(changedMask)
  // where neither has a mask, one pixel without a change stands for the image
  const [height, width] = masks.find((mask) => mask !== null)?.size ?? [1, 1]
  const [truth, prediction] = masks.map((mask) =>
    mask === null ? emptyBitmap(width, height) : decodeRle(mask),
  )
  return compareMasks(truth, prediction, 2)
}
