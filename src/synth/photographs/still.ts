import type { Bitmap } from '../../mask/bitmap'
import type { StillThing } from '../../names/still-things'
import { boundsOf, invert, multiply, translation } from './affine'
import { baseMap } from './base'
import { MARGIN } from './canvas'
import type { Photograph } from './library'
import type { ComposePlan } from './plan'

/** Of a thing's box, in the picture and unchanged. */
const LEAST_SEEN = 0.7
const MOST_CHANGED = 0.12
/** Of the picture's shorter side: what is smaller tells nobody where. */
const LEAST_SIDE = 0.07
/** Of the picture. */
const MOST_SHARE = 0.5

/** The photograph's own named things that the picture shows and that did not change. */
export function stillThings(plan: ComposePlan, photograph: Photograph, changed: Bitmap): StillThing[] {
  const { width, height } = plan
  const toFrame = multiply(translation(-MARGIN, -MARGIN), invert(baseMap(plan, photograph)))
  return photograph.seen.flatMap(({ word, box }) => {
    const placed = multiply(toFrame, translation(box.x, box.y))
    const all = boundsOf(placed, box.width, box.height)
    const [left, top] = [Math.max(0, all.left), Math.max(0, all.top)]
    const [across, down] = [Math.min(width, all.right) - left, Math.min(height, all.bottom) - top]
    const whole = (all.right - all.left) * (all.bottom - all.top)
    const isSeen =
      Math.min(across, down) >= LEAST_SIDE * Math.min(width, height) &&
      across * down >= LEAST_SEEN * whole &&
      across * down <= MOST_SHARE * width * height
    if (!isSeen || shareOf(changed, left, top, across, down) > MOST_CHANGED) {
      return []
    }
    return [{ name: word, score: 1, box: { x: left, y: top, width: across, height: down } }]
  })
}

function shareOf(mask: Bitmap, left: number, top: number, width: number, height: number): number {
  let count = 0
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      count += mask.data[y * mask.width + x]
    }
  }
  return count / (width * height)
}
