import { multiply, rotation, scaling, translation, boundsOf, invert, drawImage } from './affine'
import type { Affine } from './affine'
import { MARGIN } from './canvas'
import type { Canvas } from './canvas'
import type { Photograph } from './library'
import { reduceLevels } from './nuisances/finish'
import type { ComposePlan } from './plan'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { areaOf, sharedArea } from '../../mask/rect'
import type { StillThing } from '../../names/still-things'
import type { FrameSize } from './shapes'

/** The scene of both frames before any change. */
export function drawBase(plan: ComposePlan, photograph: Photograph): Canvas {
  const [width, height] = [plan.width + 2 * MARGIN, plan.height + 2 * MARGIN]
  const data = drawImage(photograph.image, baseMap(plan, photograph), width, height)
  const canvas = { width, height, data }
  if (plan.base.fewLevels !== null) {
    reduceLevels(canvas, plan.base.fewLevels)
  }
  return canvas
}

/** From pixels of the canvas to pixels of the photograph. */
function baseMap({ base, width, height }: ComposePlan, { image }: Photograph): Affine {
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN]
  const isOnSide = base.quarterTurns % 2 === 1
  const [seenAcross, seenDown] = isOnSide ? [down, across] : [across, down]
  const scale = base.crop * Math.min(image.width / seenAcross, image.height / seenDown)
  const middleX = (scale * seenAcross) / 2 + base.x * (image.width - scale * seenAcross)
  const middleY = (scale * seenDown) / 2 + base.y * (image.height - scale * seenDown)
  const turned = multiply(
    rotation((base.quarterTurns * Math.PI) / 2),
    scaling(base.isMirrored ? -scale : scale, scale),
  )
  return multiply(translation(middleX, middleY), multiply(turned, translation(-across / 2, -down / 2)))
}

/** Shares of a thing's box: in the picture, and changed. */
const LEAST_SEEN = 0.7
const MOST_CHANGED = 0.2
/** Share of the picture's shorter side: smaller things are no landmarks. */
const LEAST_SIDE = 0.07
/** Share of the picture. */
const MOST_SHARE = 0.5

/** Share of a thing's box: a thing that is covered more by a thing that was laid in later counts as hidden. */
const MOST_COVERED = 0.3

/** A thing in both frames, and its box in pixels of the frame, which may reach out of it. */
export interface LaidThing {
  readonly word: string | null
  readonly box: Rect
}

/**
 * Named things in the picture that did not change: the photograph's own, and the inserted ones.
 * @param laid in their order, the topmost last
 */
export function stillThings(
  plan: ComposePlan,
  photograph: Photograph,
  laid: readonly LaidThing[],
  changed: Bitmap,
): StillThing[] {
  const toFrame = multiply(translation(-MARGIN, -MARGIN), invert(baseMap(plan, photograph)))
  const own = photograph.seen.flatMap(({ word, box }) => {
    const { left, top, right, bottom } = boundsOf(
      multiply(toFrame, translation(box.x, box.y)),
      box.width,
      box.height,
    )
    const placed = { x: left, y: top, width: right - left, height: bottom - top }
    return isFree(placed, laid) ? [{ word, box: placed }] : []
  })
  const seenLaid = laid.filter(({ box }, at) => isFree(box, laid.slice(at + 1)))
  return [...own, ...seenLaid].flatMap(({ word, box }) => {
    const seen = word === null ? null : seenBox(box, plan, changed)
    return word === null || seen === null ? [] : [{ name: word, score: 1, box: seen }]
  })
}

/** Whether things that were laid in later leave enough of it. */
function isFree(box: Rect, later: readonly LaidThing[]): boolean {
  return later.every((each) => sharedArea(each.box, box) <= MOST_COVERED * areaOf(box))
}

/** The part of a box in the frame; null if it is hardly visible, fills the frame, or is changed. */
function seenBox(box: Rect, { width, height }: FrameSize, changed: Bitmap): Rect | null {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)]
  const across = Math.min(width, box.x + box.width) - left
  const down = Math.min(height, box.y + box.height) - top
  const isSeen =
    Math.min(across, down) >= LEAST_SIDE * Math.min(width, height) &&
    across * down >= LEAST_SEEN * areaOf(box) &&
    across * down <= MOST_SHARE * width * height
  const seen = { x: left, y: top, width: across, height: down }
  return isSeen && shareOf(changed, seen) <= MOST_CHANGED ? seen : null
}

function shareOf(mask: Bitmap, { x, y, width, height }: Rect): number {
  let count = 0
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      count += mask.data[row * mask.width + column]
    }
  }
  return count / (width * height)
}
