// References to objects: their words, and the object that they resolve to. A reference is resolved among all things of
// one frame, seen or not, by the ground plane and that frame's camera, as CLEVR judges left, right, front and
// behind.

import type { Color, Material, Size, Thing } from '../thing'
import type { Camera } from '../view'
import type { Direction, Noun } from './words'

export interface Attributes {
  readonly size: Size | null
  readonly color: Color | null
  readonly material: Material | null
  readonly noun: Noun
}

export interface Reference extends Attributes {
  /** "the leftmost red cube": the first in that direction of all that the attributes fit. */
  readonly extreme: Direction | null
  /** "left of the big cube". */
  readonly relation: Relation | null
}

export interface Relation {
  readonly direction: Direction
  readonly anchor: Attributes
}

/** One frame's things and the camera's directions on the ground. */
export interface Stage {
  readonly things: readonly Thing[]
  readonly rightX: number
  readonly rightY: number
  readonly awayX: number
  readonly awayY: number
}

export type TruthValue = 'yes' | 'no' | 'unclear'

/** A relation needs this much distance in its direction, and more of it than sideways. */
const CLEAR = 0.5
const EXTREME_CLEAR = 0.4

export function buildStage(things: readonly Thing[], camera: Camera): Stage {
  const n = Math.sqrt(camera.forward.x * camera.forward.x + camera.forward.y * camera.forward.y)
  return {
    things,
    rightX: camera.right.x,
    rightY: camera.right.y,
    awayX: camera.forward.x / n,
    awayY: camera.forward.y / n,
  }
}

/** How far along a direction `thing` lies from `from`. */
export function reach(
  stage: Stage,
  direction: Direction,
  thing: { readonly x: number; readonly y: number },
  from: { readonly x: number; readonly y: number },
): number {
  const dx = thing.x - from.x
  const dy = thing.y - from.y
  switch (direction) {
    case 'right':
      return dx * stage.rightX + dy * stage.rightY
    case 'left':
      return -(dx * stage.rightX + dy * stage.rightY)
    case 'behind':
      return dx * stage.awayX + dy * stage.awayY
    case 'front':
      return -(dx * stage.awayX + dy * stage.awayY)
  }
}

/** Whether `thing` is, say, left of `anchor`: unclear between the plain cases. */
export function isToward(stage: Stage, direction: Direction, thing: Thing, anchor: Thing): TruthValue {
  const along = reach(stage, direction, thing, anchor)
  if (along <= 0) {
    return 'no'
  }
  const across = Math.abs(
    reach(stage, direction === 'left' || direction === 'right' ? 'front' : 'left', thing, anchor),
  )
  return along >= CLEAR && along >= across ? 'yes' : 'unclear'
}

export function fits(attributes: Attributes, thing: Thing): boolean {
  return (
    (attributes.noun === 'any' || attributes.noun === thing.shape) &&
    (attributes.color === null || attributes.color === thing.color) &&
    (attributes.material === null || attributes.material === thing.material) &&
    (attributes.size === null || attributes.size === thing.size)
  )
}

/** The one thing that the attributes fit, or null. */
export function resolveAttributes(stage: Stage, attributes: Attributes): Thing | null {
  const found = stage.things.filter((thing) => fits(attributes, thing))
  return found.length === 1 ? found[0] : null
}

/** The one thing that the reference picks out beyond doubt, or null where there is none or another might be meant. */
export function resolveReference(stage: Stage, reference: Reference): Thing | null {
  let found = stage.things.filter((thing) => fits(reference, thing))
  if (reference.relation !== null) {
    const { direction } = reference.relation
    const anchor = resolveAttributes(stage, reference.relation.anchor)
    if (anchor === null) {
      return null
    }
    const others = found.filter((thing) => thing.id !== anchor.id)
    const verdicts = others.map((thing) => isToward(stage, direction, thing, anchor))
    if (verdicts.includes('unclear')) {
      return null
    }
    found = others.filter((_, i) => verdicts[i] === 'yes')
  }
  if (reference.extreme !== null) {
    return first(stage, reference.extreme, found)
  }
  return found.length === 1 ? found[0] : null
}

/** The first of at least two in a direction, by a clear distance. */
function first(stage: Stage, direction: Direction, things: readonly Thing[]): Thing | null {
  if (things.length < 2) {
    return null
  }
  const origin = { x: 0, y: 0 }
  const sorted = things
    .map((thing) => ({ thing, at: reach(stage, direction, thing, origin) }))
    .sort((a, b) => b.at - a.at)
  return sorted[0].at - sorted[1].at >= EXTREME_CLEAR ? sorted[0].thing : null
}
