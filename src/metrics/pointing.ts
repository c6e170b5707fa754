/**
 * Pointing: does what the model looks at, or its mask, lie on the true box? The game is that of Zhang et al.
 * 2016 as RobustChangeCaptioning plays it (evaluate_pointing.py): a hit when the largest value is in the box.
 */

/** Pixels, origin top left: [x, y, width, height]. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** Whether the largest of `scores` (row-major) lies in the box; the first of equals decides. */
export function pointsAt(scores: ArrayLike<number>, width: number, box: Box): boolean {
  let best = 0
  for (let pixel = 1; pixel < scores.length; pixel++) {
    if (scores[pixel] > scores[best]) {
      best = pixel
    }
  }
  return isInside(best, width, box)
}

export interface MaskOnBox {
  /** Whether any masked pixel is in the box. */
  hit: boolean
  /** Share of the mask that is in the box; NaN for an empty mask. */
  precision: number
  /** Share of the box that the mask covers. */
  coverage: number
}

/** `mask` is row-major; every value but 0 is masked. */
export function maskOnBox(mask: ArrayLike<number>, width: number, box: Box): MaskOnBox {
  let masked = 0
  let inside = 0
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] !== 0) {
      masked++
      inside += isInside(pixel, width, box) ? 1 : 0
    }
  }
  return { hit: inside > 0, precision: inside / masked, coverage: inside / (box[2] * box[3]) }
}

function isInside(pixel: number, width: number, [left, top, boxWidth, boxHeight]: Box): boolean {
  const x = pixel % width
  const y = (pixel - x) / width
  return x >= left && x < left + boxWidth && y >= top && y < top + boxHeight
}
