import type { Random } from '../../random'
import type { Thing } from '../thing'
import { isToward, resolveAttributes, resolveReference } from './reference'
import type { Attributes, Reference, Relation, Stage } from './reference'
import { DIRECTIONS } from './words'

const TRIES = 24

/**
 * What a reference may say beside attributes: nothing, "leftmost" and its like, any one thing, or a relation
 * that it must have.
 */
export type ReferenceForm = 'bare' | 'no-relation' | 'any' | 'relation'

/**
 * A reference that picks out `target` beyond doubt on this stage, drawn from those that people might use; null
 * where there is none. Only things in `anchors` serve as landmarks.
 */
export function referTo(
  stage: Stage,
  target: Thing,
  anchors: ReadonlySet<number>,
  form: ReferenceForm,
  random: Random,
): Reference | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // People say more when a short phrase does not do.
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

/** A true relation of `target` to a thing that its attributes alone pick out; null when none came up. */
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
