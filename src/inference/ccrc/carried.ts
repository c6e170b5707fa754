import { GRID_SIDE, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'

const PIXELS = MASK_SIDE * MASK_SIDE
/** A region with less than this share of its before pixels in the after frame is gone from it. */
const GONE = 0.1

/**
 * Masks [regions, 2, 16384] (logits) in which what is gone covers the place in the after frame that would show it.
 * Nothing is seen there but what stood behind, so the before mask is carried over as the surroundings moved
 * (`moved` [512, 2], in picture halves).
 */
export function carryGone(masks: Float32Array, moved: Float32Array): Float32Array {
  const out = masks.slice()
  for (let start = 0; start < masks.length; start += 2 * PIXELS) {
    const before = masks.subarray(start, start + PIXELS)
    const after = out.subarray(start + PIXELS, start + 2 * PIXELS)
    const was = countSet(before)
    if (was > 0 && countSet(after) < GONE * was) writeCarried(after, before, moved)
  }
  return out
}

function writeCarried(after: Float32Array, before: Float32Array, moved: Float32Array): void {
  const cell = MASK_SIDE / GRID_SIDE
  for (let y = 0; y < MASK_SIDE; y++) {
    for (let x = 0; x < MASK_SIDE; x++) {
      const token = TOKENS + Math.floor(y / cell) * GRID_SIDE + Math.floor(x / cell)
      const column = x + (moved[2 * token] * MASK_SIDE) / 2
      const row = y + (moved[2 * token + 1] * MASK_SIDE) / 2
      const value = valueAt(before, column, row)
      if (value > after[y * MASK_SIDE + x]) after[y * MASK_SIDE + x] = value
    }
  }
}

/** Bilinear; the edge goes on beyond it. */
function valueAt(map: Float32Array, column: number, row: number): number {
  const [left, across] = split(column)
  const [top, down] = split(row)
  const at = (x: number, y: number): number => map[inside(y) * MASK_SIDE + inside(x)]
  const upper = at(left, top) * (1 - across) + at(left + 1, top) * across
  const lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across
  return upper * (1 - down) + lower * down
}

function split(position: number): [whole: number, rest: number] {
  const whole = Math.floor(position)
  return [whole, position - whole]
}

function inside(index: number): number {
  return Math.min(MASK_SIDE - 1, Math.max(0, index))
}

function countSet(mask: Float32Array): number {
  let count = 0
  for (const value of mask) if (value > 0) count++
  return count
}
