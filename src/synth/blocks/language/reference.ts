import type { Color, Material, Size, Thing } from '../thing'
import type { Camera } from '../view'
import type { Direction, Noun } from './words'
import { DIRECTIONS } from './words'
import type { Random } from '../../random'

// References to objects: their words, and the object that they resolve to. A reference is resolved among all things
// of one frame, visible or not, by the ground plane and that frame's camera, like CLEVR's left, right, front and
// behind.

export interface Attributes {
  readonly size: Size | null
  readonly color: Color | null
  readonly material: Material | null
  readonly noun: Noun
}

export interface Reference extends Attributes {
  /** "the leftmost red cube": the first in that direction of all things with the attributes. */
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

type TruthValue = 'yes' | 'no' | 'unclear'

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
function reach(
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

/** Whether `thing` is, say, left of `anchor`: unclear between the clear cases. */
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

function fits(attributes: Attributes, thing: Thing): boolean {
  return (
    (attributes.noun === 'any' || attributes.noun === thing.shape) &&
    (attributes.color === null || attributes.color === thing.color) &&
    (attributes.material === null || attributes.material === thing.material) &&
    (attributes.size === null || attributes.size === thing.size)
  )
}

/** The one thing with these attributes, or null. */
export function resolveAttributes(stage: Stage, attributes: Attributes): Thing | null {
  const found = stage.things.filter((thing) => fits(attributes, thing))
  return found.length === 1 ? found[0] : null
}

/** The one thing that the reference identifies, or null if there is none or it is ambiguous. */
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

const TRIES = 24

/**
 * Parts of a reference beside attributes: none, an extreme such as "leftmost", any one part, or a required relation.
 */
export type ReferenceForm = 'bare' | 'no-relation' | 'any' | 'relation'

/**
 * A reference that identifies `target` on this stage, drawn from those that people might use; null if there is none.
 * Only things in `anchors` serve as landmarks.
 */
export function referTo(
  stage: Stage,
  target: Thing,
  anchors: ReadonlySet<number>,
  form: ReferenceForm,
  random: Random,
): Reference | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // People use more words if a short phrase is not enough.
    const attributes = drawAttributes(target, attempt / TRIES, random)
    const reference = dress(stage, target, attributes, anchors, form, random)
    if (reference !== null && resolveReference(stage, reference)?.id === target.id) {
      return reference
    }
  }
  return null
}

function dress(
  stage: Stage,
  target: Thing,
  attributes: Attributes,
  anchors: ReadonlySet<number>,
  form: ReferenceForm,
  random: Random,
): Reference | null {
  const plain: Reference = { ...attributes, extreme: null, relation: null }
  const alone = resolveAttributes(stage, attributes) !== null
  if (form === 'bare' || (alone && form !== 'relation' && random.chance(0.8))) {
    return plain
  }
  if (form === 'no-relation' || (form === 'any' && random.chance(alone ? 0.1 : 0.3))) {
    return { ...plain, extreme: random.pick(DIRECTIONS) }
  }
  const relation = drawRelation(stage, target, anchors, random)
  return relation === null ? null : { ...plain, relation }
}

/** A true relation of `target` to a thing that its attributes alone identify; null if none was drawn. */
export function drawRelation(
  stage: Stage,
  target: Thing,
  anchors: ReadonlySet<number>,
  random: Random,
): Relation | null {
  for (const anchor of random.shuffle(stage.things)) {
    if (anchor.id === target.id || !anchors.has(anchor.id)) {
      continue
    }
    const direction = DIRECTIONS.find((each) => isToward(stage, each, target, anchor) === 'yes')
    if (direction === undefined) {
      continue
    }
    for (const eagerness of [0, 0.5, 1]) {
      const attributes = drawAttributes(anchor, eagerness, random)
      if (resolveAttributes(stage, attributes)?.id === anchor.id) {
        return { direction, anchor: attributes }
      }
    }
  }
  return null
}

function drawAttributes(thing: Thing, eagerness: number, random: Random): Attributes {
  return {
    size: random.chance(0.35 + 0.55 * eagerness) ? thing.size : null,
    color: random.chance(0.85 + 0.15 * eagerness) ? thing.color : null,
    material: random.chance(0.3 + 0.6 * eagerness) ? thing.material : null,
    noun: random.chance(0.08 * (1 - eagerness)) ? 'any' : thing.shape,
  }
}
