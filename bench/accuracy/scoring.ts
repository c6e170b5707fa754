import { groupBy } from '../../src/basics/group-by'
import type { Region } from '../../src/domain/document'
import type { Raster } from '../../src/images/raster'
import { decodeRle } from '../../src/mask/rle'
import { bootstrapIntervals, meanScore, pooledScore } from '../../src/metrics/set-score'
import type { SetScore as MetricScore } from '../../src/metrics/set-score'
import { grey, touchesBox, unionOf } from '../evaluation-sets'
import type { BoxedPair, MaskedPair } from '../evaluation-sets'

/** Values of a truth mask for pixels that are unknown. */
export const UNKNOWN = new Set([85, 128, 170])

/**
 * What is scored of a set: the IoU over all pixels of a group, as the mean over groups; the share of pixels that are
 * marked where nothing changed; boxes touched, and regions a pair that touch none.
 */
export type Measure = 'iou' | 'marked' | 'boxes'

/**
 * Of one pair. `iou`: pixels that both mark, and that either marks. `marked`: marked pixels, and all of them. `boxes`:
 * boxes touched, all of them, and regions that touch none.
 */
export interface PairCounts {
  readonly key: string
  readonly group: string
  readonly counts: readonly number[]
}

/** Scores of one proposer on a set, pair by pair. */
export class SetScore {
  constructor(
    private readonly measure: Measure,
    private readonly pairs: PairCounts[] = [],
  ) {}

  get all(): readonly PairCounts[] {
    return this.pairs
  }

  add(pair: PairCounts): void {
    this.pairs.push(pair)
  }

  /** The figures alone. */
  toString(): string {
    return this.figures()
      .map(({ score, spell }) => spell(score.corpus))
      .join(', ')
  }

  /** With 95 % of resamples over pairs, or over groups where there are several. */
  withIntervals(): string {
    return this.figures()
      .map(({ score, spell }) => {
        const [{ low, high }] = bootstrapIntervals([score])
        return `${spell(score.corpus)} [${spell(low)}, ${spell(high)}]`
      })
      .join(', ')
  }

  private figures(): { score: MetricScore; spell: (value: number) => string }[] {
    const rows = this.pairs.map(({ counts }) => Float64Array.from(counts))
    switch (this.measure) {
      case 'boxes':
        return [
          { score: pooledScore(rows, ([touched, boxes]) => touched / Math.max(1, boxes)), spell: percent(1) },
          { score: meanScore(rows.map(([, , wrong]) => wrong)), spell: (value) => value.toFixed(2) },
        ]
      case 'marked':
        return [{ score: pooledScore(rows, ([marked, pixels]) => marked / pixels), spell: percent(3) }]
      case 'iou':
        return [{ score: this.iou(rows), spell: (value) => value.toFixed(3) }]
    }
  }

  private iou(rows: readonly Float64Array[]): MetricScore {
    const groups = groupBy([...rows.keys()], (at) => this.pairs[at].group)
    if (groups.size === 1) {
      return pooledScore(rows, iouOf)
    }
    return meanScore(
      [...groups.values()].map(
        (own) =>
          pooledScore(
            own.map((at) => rows[at]),
            iouOf,
          ).corpus,
      ),
    )
  }
}

function percent(digits: number): (share: number) => string {
  return (share) => `${(100 * share).toFixed(digits)} %`
}

function iouOf([both, either]: Float64Array): number {
  return either === 0 ? 1 : both / either
}

/** Counts of one proposal. */
export async function countsOf(
  measure: Measure,
  pair: MaskedPair | BoxedPair,
  draft: { readonly regions: readonly Pick<Region, 'mask'>[] },
  after: Raster,
): Promise<PairCounts> {
  const { key } = pair
  if ('boxes' in pair) {
    return { key, group: 'all', counts: countBoxes(draft, after.width, pair) }
  }
  const mask = unionOf(draft, after)
  return measure === 'marked'
    ? { key, group: pair.group, counts: [mask.reduce((sum, value) => sum + value, 0), mask.length] }
    : { key, group: pair.group, counts: countMask(mask, await grey(pair.truth)) }
}

/** @param truth 255 changed, 0 not */
export function countMask(mask: Uint8Array, truth: Uint8Array): number[] {
  let [both, either] = [0, 0]
  mask.forEach((value, at) => {
    if (!UNKNOWN.has(truth[at])) {
      both += value === 1 && truth[at] === 255 ? 1 : 0
      either += value === 1 || truth[at] === 255 ? 1 : 0
    }
  })
  return [both, either]
}

function countBoxes(
  { regions }: { readonly regions: readonly Pick<Region, 'mask'>[] },
  width: number,
  { boxes }: BoxedPair,
): number[] {
  const touches = regions.map(({ mask }) => {
    const { data } = decodeRle(mask)
    return boxes.map((box) => touchesBox(data, width, box))
  })
  const touched = boxes.filter((_, at) => touches.some((row) => row[at])).length
  return [touched, boxes.length, touches.filter((row) => !row.includes(true)).length]
}
