import { truthOf } from './items'
import { AREA, Overlap, predictedMask, unionOf } from './masks'
import type { Outcome } from './outcomes'
import type { Row } from './rows'

/** How well masks fit, by which mask, frame, size and kind of the change. */
export function maskRows(outcomes: readonly Outcome[]): Row[] {
  return [...byMask(outcomes), ...byPart(outcomes), ...byKind(outcomes)]
}

function byMask(outcomes: readonly Outcome[]): Row[] {
  const masks: [string, (each: Outcome) => Uint8Array][] = [
    ['mask IoU, regions refined', (each) => unionOf(each.regions)],
    ['mask IoU, regions before refinement', (each) => unionOf(each.plain)],
    ['mask IoU, first look', (each) => predictedMask(each.encoding.changed)],
  ]
  return masks.map(([label, maskOf]) => {
    const overlap = new Overlap()
    for (const each of outcomes) {
      overlap.add(maskOf(each), truthOf(each.item))
    }
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

function byKind(outcomes: readonly Outcome[]): Row[] {
  const kinds = new Map<string, Overlap>()
  for (const { item, regions } of outcomes) {
    const kind = item.pair.record.changeType
    if (kind === 'none') {
      continue
    }
    const overlap = kinds.get(kind) ?? new Overlap()
    overlap.add(unionOf(regions), truthOf(item))
    kinds.set(kind, overlap)
  }
  return [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { iou }]): Row => [`mask IoU, ${kind}`, iou])
}

/** Masks of changed pairs where a user has given a caption, and where not. */
export function guidedMaskRows(changed: readonly Outcome[]): Row[] {
  const [grounded, unasked] = [new Overlap(), new Overlap()]
  for (const each of changed) {
    if (each.guidedMask !== null) {
      grounded.add(each.guidedMask, truthOf(each.item))
    }
    unasked.add(unionOf(each.regions), truthOf(each.item))
  }
  return [
    ['mask IoU of changed pairs, given a true caption', grounded.iou],
    ['mask IoU of changed pairs, unaided', unasked.iou],
  ]
}

function sum(values: Uint8Array): number {
  return values.reduce((total, value) => total + value, 0)
}
