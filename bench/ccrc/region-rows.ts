import { ATTRIBUTES, ATTRIBUTE_NAMES } from '../../src/models/layers/region-heads'
import { auc } from '../difference-scores'
import { isChanged, truthOf } from './items'
import { Overlap, predictedMask } from './masks'
import type { Outcome } from './outcomes'
import { share } from './rows'
import type { Row } from './rows'

/** Change classification, localisation and object attributes. @param threshold of the probability of a change */
export function regionRows(outcomes: readonly Outcome[], threshold: number): Row[] {
  const changed = outcomes.filter(({ item }) => isChanged(item))
  const unchanged = outcomes.filter(({ item }) => !isChanged(item))
  const single = changed.filter(({ item }) => item.pair.record.categories.length === 1)
  const blocks = single.filter(({ item }) => item.pair.record.world === 'blocks')
  return [
    [
      'changed or not, accuracy',
      share(outcomes, ({ item, encoding }) => encoding.changeProbability >= threshold === isChanged(item)),
    ],
    ['changed or not, AUC', auc(probabilities(changed), probabilities(unchanged))],
    ['region recall at IoU .5', regionRecall(changed)],
    [
      'category right (one region)',
      share(single, ({ item, regions }) => regions[0]?.category === item.pair.record.categories[0]),
    ],
    ['all four attributes right', share(blocks, attributesRight)],
  ]
}

function probabilities(outcomes: readonly Outcome[]): number[] {
  return outcomes.map(({ encoding }) => encoding.changeProbability)
}

function regionRecall(changed: readonly Outcome[]): number {
  let detected = 0
  let all = 0
  for (const { item, regions } of changed) {
    const masks = regions.map(({ mask }) => predictedMask(mask))
    item.pair.record.categories.forEach((_, index) => {
      all++
      const truth = truthOf(item, index + 1)
      const hit = masks.some((mask) => {
        const overlap = new Overlap()
        overlap.add(mask, truth)
        return overlap.iou >= 0.5
      })
      if (hit) {
        detected++
      }
    })
  }
  return detected / Math.max(1, all)
}

/** Shape, colour, material and size of the object as it was, or of one that was added as it is. */
function attributesRight({ item, regions }: Outcome): boolean {
  const [region] = regions
  if (region === undefined) {
    return false
  }
  const { regionObjects, objects } = item.pair.record
  const [{ before, after }] = regionObjects
  const frame = before > 0 ? 0 : 1
  const object = frame === 0 ? objects.before[before - 1] : objects.after[after - 1]
  let at = frame * 20
  return ATTRIBUTE_NAMES.every((name) => {
    const classes: readonly string[] = ATTRIBUTES[name]
    const logits = region.attributes.subarray(at, (at += classes.length + 1))
    const best = logits.indexOf(Math.max(...logits.slice(1)), 1)
    return classes[best - 1] === object[name]
  })
}
