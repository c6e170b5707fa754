import { truthOf } from './items'
import { AREA, Overlap, unionOf, upscale } from './masks'
import type { Outcome } from './outcomes'
import type { Row } from './rows'

/** How well masks fit, by which mask, frame and size of the change. */
export function maskRows(outcomes: readonly Outcome[]): Row[] {
  return [...byMask(outcomes), ...byPart(outcomes)]
}

function byMask(outcomes: readonly Outcome[]): Row[] {
  const masks: [string, (each: Outcome) => Uint8Array][] = [
    ['mask IoU, regions refined', (each) => unionOf(each.regions)],
    ['mask IoU, regions before refinement', (each) => unionOf(each.plain)],
    ['mask IoU, first look', (each) => upscale(each.seen.changed)],
  ]
  return masks.map(([label, maskOf]) => {
    const overlap = new Overlap()
    for (const each of outcomes) overlap.add(maskOf(each), truthOf(each.item))
    return [label, overlap.iou]
  })
}

function byPart(outcomes: readonly Outcome[]): Row[] {
  const [after, visible] = [new Overlap(), new Overlap()]
  const bins = [80, 200, 500, Infinity].map((most) => ({ most, overlap: new Overlap() }))
  for (const each of outcomes) {
    const truth = truthOf(each.item)
    const mask = unionOf(each.regions)
    after.add(mask, truth, AREA)
    const gone = each.item.pixels.vacatedRegions
    const own = mask.map((value, at) => (at >= AREA && gone[at - AREA] > 0 ? 0 : value))
    const real = truth.map((value, at) => (at >= AREA && gone[at - AREA] > 0 ? 0 : value))
    visible.add(own, real)
    if (each.item.pair.record.categories.length === 1) {
      const area = Math.max(sum(truth.subarray(0, AREA)), sum(truth.subarray(AREA)))
      bins.find(({ most }) => area < most)?.overlap.add(mask, truth)
    }
  }
  return [
    ['mask IoU, after frame alone', after.iou],
    ['mask IoU, visible things alone', visible.iou],
    ...bins.map(({ most, overlap }): Row => [`mask IoU, one change under ${most} px`, overlap.iou]),
  ]
}

/** Masks of changed pairs where a person has given a caption, and where not. */
export function guidedMaskRows(changed: readonly Outcome[]): Row[] {
  const [asked, unasked] = [new Overlap(), new Overlap()]
  for (const each of changed) {
    if (each.guidedMask !== null) asked.add(each.guidedMask, truthOf(each.item))
    unasked.add(unionOf(each.regions), truthOf(each.item))
  }
  return [
    ['mask IoU of changed pairs, given a true caption', asked.iou],
    ['mask IoU of changed pairs, unaided', unasked.iou],
  ]
}

function sum(values: Uint8Array): number {
  return values.reduce((total, value) => total + value, 0)
}
