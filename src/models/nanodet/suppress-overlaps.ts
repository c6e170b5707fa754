import { boxIou } from '../../mask/boxes'
import type { Detection } from '../../names/detection'

/** Boxes that overlap more than this are of one thing (nanodet, `multiclass_nms`). */
const SAME_BOX = 0.6

/** The best detection of each thing, best first: within each name, then among all, as one thing gets several names. */
export function suppressOverlaps(detections: readonly Detection[]): Detection[] {
  const names = [...new Set(detections.map(({ name }) => name))]
  const byName = names.flatMap((wanted) => bestOf(detections.filter(({ name }) => name === wanted)))
  return bestOf(byName)
}

/** Greedy, by score. */
function bestOf(detections: readonly Detection[]): Detection[] {
  const best: Detection[] = []
  for (const detection of detections.toSorted((a, b) => b.score - a.score)) {
    if (best.every(({ box }) => boxIou(box, detection.box) <= SAME_BOX)) {
      best.push(detection)
    }
  }
  return best
}
