import { labelComponents } from '../../../mask/components'
import { MASK_SIDE } from '../../layers/sizes'
import type { DetectedRegion } from '../../../views/located-region'
import { sigmoid } from '../../../basics/numbers'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Mask pixels that an object has at least, both frames together. */
const MIN_PIXELS = 24
/** The largest count. */
const MAX_REGIONS = 12
/** Logit that stands for "certainly not". */
const ABSENT_LOGIT = -8
/** The families predict that something changed, without the kind of change. */
const CATEGORY = 'change'

/**
 * The connected regions of a changed map (logits [2, 128, 128], before and after): what hangs together in a frame, and what lies in
 * the same place in both. Largest first.
 */
export function connectedRegions(changed: Float32Array): DetectedRegion[] {
  const [before, after] = [0, 1].map((frame) =>
    labelledParts(changed.subarray(frame * PIXELS, (frame + 1) * PIXELS)),
  )
  const groups = joinAcross(before, after)
  const sizes = new Map<number, number>()
  for (const labels of groups) {
    for (const group of labels) {
      if (group > 0) {
        sizes.set(group, (sizes.get(group) ?? 0) + 1)
      }
    }
  }
  return [...sizes]
    .filter(([, size]) => size >= MIN_PIXELS)
    .sort(([a, n], [b, m]) => m - n || a - b)
    .slice(0, MAX_REGIONS)
    .map(([group]) => regionOf(group, groups, changed))
}

/** Labels [16384] of one frame, 0 where nothing changed. */
function labelledParts(logits: Float32Array): Int32Array {
  const data = Uint8Array.from(logits, (value) => (value > 0 ? 1 : 0))
  return labelComponents({ width: MASK_SIDE, height: MASK_SIDE, data }, 8).labels
}

/**
 * One number for all parts that lie over each other, in both frames. Not the least one, as of `DisjointSets`: the
 * number decides which of two groups of one size is first.
 */
function joinAcross(before: Int32Array, after: Int32Array): readonly Int32Array[] {
  const offset = before.reduce((most, label) => Math.max(most, label), 0)
  const count = offset + after.reduce((most, label) => Math.max(most, label), 0)
  const parents = Int32Array.from({ length: count + 1 }, (_, at) => at)
  const root = (at: number): number => (parents[at] === at ? at : root(parents[at]))
  before.forEach((label, pixel) => {
    if (label > 0 && after[pixel] > 0) {
      parents[root(offset + after[pixel])] = root(label)
    }
  })
  return [
    before.map((label) => (label === 0 ? 0 : root(label))),
    after.map((label) => (label === 0 ? 0 : root(offset + label))),
  ]
}

/** The map with all other objects taken out of it, so that its own border stays where it was. */
function regionOf(group: number, groups: readonly Int32Array[], changed: Float32Array): DetectedRegion {
  const mask = Float32Array.from(changed)
  let [sum, count] = [0, 0]
  groups.forEach((labels, frame) => {
    labels.forEach((label, pixel) => {
      const at = frame * PIXELS + pixel
      if (label === group) {
        sum += sigmoid(changed[at])
        count++
      } else if (label > 0) {
        mask[at] = ABSENT_LOGIT
      }
    })
  })
  return { category: CATEGORY, score: sum / count, mask }
}
