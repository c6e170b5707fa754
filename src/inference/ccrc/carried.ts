import { GRID_SIDE, MASK_SIDE } from '../../systems/blocks/sizes'

const PIXELS = MASK_SIDE * MASK_SIDE
/** A region with less than this share of its before pixels in the after frame is gone from it. */
const GONE = 0.1
/** What stands on the ground meets it so far above the lowest row of its mask, in mask pixels. */
const FOOT = 1.5

/**
 * Masks [regions, 2, 4096] (logits) in which what is gone covers the place in the after frame that would show it.
 * Nothing is seen there but what stood behind, so the before mask is carried over as the ground under it moved
 * (`moved` [512, 2], in picture halves): what stands behind goes another way.
 */
export function carryGone(masks: Float32Array, moved: Float32Array): Float32Array {
  const out = Float32Array.from(masks)
  for (let start = 0; start < masks.length; start += 2 * PIXELS) {
    const before = masks.subarray(start, start + PIXELS)
    const after = out.subarray(start + PIXELS, start + 2 * PIXELS)
    const foot = footOf(before)
    if (foot !== null && countSet(after) < GONE * foot.count) writeCarried(after, before, wayAt(moved, foot))
  }
  return out
}

interface Foot {
  readonly x: number
  readonly y: number
  /** Pixels of the mask. */
  readonly count: number
}

/** Where a mask stands on the ground, in mask pixels; null for an empty one. */
function footOf(mask: Float32Array): Foot | null {
  let [count, columns, lowest] = [0, 0, 0]
  mask.forEach((value, pixel) => {
    if (value <= 0) return
    count++
    columns += pixel % MASK_SIDE
    lowest = Math.floor(pixel / MASK_SIDE)
  })
  return count === 0 ? null : { x: columns / count, y: Math.max(0, lowest - FOOT), count }
}

/** From a place of the before frame to the after frame, in mask pixels. */
function wayAt(moved: Float32Array, { x, y }: Foot): [x: number, y: number] {
  const cell = MASK_SIDE / GRID_SIDE
  const at = (axis: number): number =>
    bilinear(GRID_SIDE, (x + 0.5) / cell - 0.5, (y + 0.5) / cell - 0.5, (token) => moved[2 * token + axis])
  return [(at(0) * MASK_SIDE) / 2, (at(1) * MASK_SIDE) / 2]
}

function writeCarried(after: Float32Array, before: Float32Array, [across, down]: readonly number[]): void {
  for (let y = 0; y < MASK_SIDE; y++) {
    for (let x = 0; x < MASK_SIDE; x++) {
      const value = bilinear(MASK_SIDE, x - across, y - down, (pixel) => before[pixel])
      if (value > after[y * MASK_SIDE + x]) after[y * MASK_SIDE + x] = value
    }
  }
}

/** The value between the cells of a square; its edge goes on beyond it. */
function bilinear(side: number, x: number, y: number, valueOf: (cell: number) => number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const inside = (index: number): number => Math.min(side - 1, Math.max(0, index))
  const row = (at: number): number => {
    const [start, end] = [left, left + 1].map((column) => valueOf(inside(at) * side + inside(column)))
    return start + (end - start) * (x - left)
  }
  const [upper, lower] = [row(top), row(top + 1)]
  return upper + (lower - upper) * (y - top)
}

function countSet(mask: Float32Array): number {
  let count = 0
  for (const value of mask) if (value > 0) count++
  return count
}
