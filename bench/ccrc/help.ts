import { scoreCaptions } from '../../src/metrics/captions'
import type { SetScore } from '../../src/metrics/set-score'
import { pairedBootstrap, pooledScore } from '../../src/metrics/set-score'
import { truthOf } from './items'
import { Overlap, unionOf } from './masks'
import type { Outcome } from './outcomes'

/** What one half of a pair's answer gains from the other: "second minus first", with an interval over the pairs. */
export function helpLines(changed: readonly Outcome[]): string[] {
  const captions = (text: (each: Outcome) => string): SetScore => ciderD(changed, text)
  const unaided = captions((each) => each.caption)
  const asked = changed.filter(({ guidedMask }) => guidedMask !== null)
  const comparisons: [label: string, first: SetScore, second: SetScore][] = [
    ['CIDEr-D, given the true mask', unaided, captions((each) => each.guided)],
    ['CIDEr-D, by refinement', captions((each) => each.plainCaption), unaided],
    [
      'mask IoU, given a true caption',
      iou(asked, (each) => unionOf(each.regions)),
      iou(asked, (each) => each.guidedMask!),
    ],
    [
      'mask IoU, by refinement',
      iou(changed, (each) => unionOf(each.plain)),
      iou(changed, (each) => unionOf(each.regions)),
    ],
  ]
  return comparisons.map(([label, first, second]) => {
    const [{ difference, interval }] = pairedBootstrap([[first, second]])
    return `${label.padEnd(34)} ${first.corpus.toFixed(3)} -> ${second.corpus.toFixed(3)}: ${signed(difference)} (95 %: ${signed(interval.low)} to ${signed(interval.high)})`
  })
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(4)}`
}

function ciderD(outcomes: readonly Outcome[], text: (each: Outcome) => string): SetScore {
  const items = outcomes.map((each, index) => ({
    id: String(index),
    hypothesis: text(each),
    references: each.item.references,
  }))
  const score = scoreCaptions(items, (caption) => caption.replaceAll(',', '')).get('CIDEr-D')
  if (score === undefined) {
    throw new RangeError('no changed pair has a caption')
  }
  return score
}

/** Intersections over unions, both summed over the pairs. */
function iou(outcomes: readonly Outcome[], maskOf: (each: Outcome) => Uint8Array): SetScore {
  const rows = outcomes.map((each) => {
    const overlap = new Overlap()
    overlap.add(maskOf(each), truthOf(each.item))
    return Float64Array.of(overlap.hit, overlap.either)
  })
  return pooledScore(rows, ([intersection, union]) => intersection / union)
}
