import type { BoxedPair } from '../evaluation-sets'
import { touchesBox } from '../evaluation-sets'
import { decodeRle } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'

/** Values of a truth mask for pixels that are unknown. */
const UNKNOWN = new Set([85, 128, 170])

/** Scores of one proposer on a set, summed pair by pair. */
export class SetScore {
  private readonly groups = new Map<string, { both: number; either: number }>()
  private marked = 0
  private pixels = 0
  private boxes = 0
  private touched = 0
  private wrong = 0
  private pairs = 0

  /** @param truth 255 changed, 0 not */
  addMask(group: string, mask: Uint8Array, truth: Uint8Array): void {
    const counts = this.groups.get(group) ?? { both: 0, either: 0 }
    this.groups.set(group, counts)
    mask.forEach((value, at) => {
      if (!UNKNOWN.has(truth[at])) {
        counts.both += value === 1 && truth[at] === 255 ? 1 : 0
        counts.either += value === 1 || truth[at] === 255 ? 1 : 0
      }
    })
  }

  /** Adds a pair in which nothing changed. */
  addStill(mask: Uint8Array): void {
    this.marked += mask.reduce((sum, value) => sum + value, 0)
    this.pixels += mask.length
  }

  addBoxes(masks: readonly Rle[], width: number, { boxes }: BoxedPair): void {
    const touches = masks.map((mask) => boxes.map((box) => touchesBox(decodeRle(mask).data, width, box)))
    this.boxes += boxes.length
    this.touched += boxes.filter((_, at) => touches.some((row) => row[at])).length
    this.wrong += touches.filter((row) => !row.includes(true)).length
    this.pairs += 1
  }

  /**
   * As the table shows it: the IoU of all pixels of a group, as the mean over groups; or boxes touched and false
   * regions per pair.
   */
  toString(): string {
    if (this.pairs > 0) {
      return `${((100 * this.touched) / this.boxes).toFixed(1)} %, ${(this.wrong / this.pairs).toFixed(2)}`
    }
    if (this.pixels > 0) {
      return `${((100 * this.marked) / this.pixels).toFixed(3)} %`
    }
    const ious = [...this.groups.values()].map(({ both, either }) => (either === 0 ? 1 : both / either))
    return (ious.reduce((sum, iou) => sum + iou, 0) / ious.length).toFixed(3)
  }
}
