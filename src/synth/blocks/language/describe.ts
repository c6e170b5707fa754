// Captions of a Blocks pair: random templates over random references, each true and never ambiguous.

import type { SyntheticCaption } from '../../pair'
import type { Random } from '../../random'
import type { Change } from '../change'
import { SIZES } from '../thing'
import type { Thing } from '../thing'
import { addDefinite, addIndefinite, addRelation, chooseWord, createPhraseBuilder } from './phrase'
import { COLOR_WORDS, DIRECTIONS, MATERIAL_WORDS, SIZE_WORDS, WAY_WORDS } from './words'
import type { PhraseBuilder } from './phrase'
import type { Direction } from './words'
import { drawRelation, referTo, isToward } from './reference'
import type { ReferenceForm, Reference, Relation, Stage } from './reference'
import { GREW_WORDS, LARGER_WORDS, TEMPLATES, mentionsCameraMove } from './templates'

/** Content that captions may use. */
export interface Story {
  readonly before: Stage
  readonly after: Stage
  readonly changes: readonly Change[]
  readonly cameraMoved: boolean
  /** Things that are visible enough in both frames to serve as landmarks. */
  readonly visible: ReadonlySet<number>
}

export const MIN_CAPTIONS = 5
export const MAX_CAPTIONS = 9
/** Decoders of change captioners are seldom longer; LEVIR-CC's reader stops at 41. */
const MAX_WORDS = 30
const TRIES = 60

/** Five to nine captions that differ in their words; null if that many were not found. */
export function describe(story: Story, random: Random): SyntheticCaption[] | null {
  const wanted = random.integer(MIN_CAPTIONS, MAX_CAPTIONS)
  const found = new Map<string, SyntheticCaption>()
  for (let attempt = 0; attempt < TRIES && found.size < wanted; attempt++) {
    const caption = story.changes.length === 0 ? describeNothing(story, random) : describeAll(story, random)
    if (caption !== null && isShort(caption)) {
      found.set(caption.text, caption)
    }
  }
  return found.size < MIN_CAPTIONS ? null : [...found.values()]
}

function isShort({ text }: SyntheticCaption): boolean {
  return text.split(' ').length <= MAX_WORDS
}

function describeNothing(story: Story, random: Random): SyntheticCaption {
  const templates = TEMPLATES.none.filter((template) => story.cameraMoved || !mentionsCameraMove(template))
  const out = createPhraseBuilder()
  fill(out, random.pick(templates), (slot) => out.add(slot))
  return out.finish()
}

function describeAll(story: Story, random: Random): SyntheticCaption | null {
  const out = createPhraseBuilder()
  const touched = new Set(
    story.changes.flatMap(({ things }) => things.map(({ before, after }) => (before ?? after)?.id)),
  )
  const anchors = new Set([...story.visible].filter((id) => !touched.has(id)))
  const firstRegions = countRegions(story.changes)
  const order = random.shuffle(story.changes.map((_, i) => i))
  for (const [place, i] of order.entries()) {
    if (place > 0) {
      out.add(place === order.length - 1 ? 'and' : ',')
    }
    if (!describeChange(out, story, story.changes[i], firstRegions[i], anchors, random)) {
      return null
    }
  }
  return out.finish()
}

/** Index of the first region of each change; a change has one region for each of its things. */
function countRegions(changes: readonly Change[]): number[] {
  let next = 0
  return changes.map((change) => {
    next += change.things.length
    return next - change.things.length
  })
}

/** Values for the slots of one template. */
interface Filling {
  readonly subject: Reference
  readonly other: Reference | null
  readonly destination: Relation | null
  readonly direction: Direction | null
}

function describeChange(
  out: PhraseBuilder,
  story: Story,
  change: Change,
  region: number,
  anchors: ReadonlySet<number>,
  random: Random,
): boolean {
  const template = random.pick(TEMPLATES[change.type])
  const filling = drawFilling(template, story, change, anchors, random)
  if (filling === null) {
    return false
  }
  const { before, after } = change.things[0]
  const grew =
    before !== null && after !== null && SIZES.indexOf(after.size) > SIZES.indexOf(before.size) ? 'yes' : 'no'
  fill(out, template, (slot) => {
    switch (slot) {
      case 'S':
      case 'P':
        return addDefinite(out, filling.subject, region, random)
      case 'T':
        return filling.other === null ? undefined : addDefinite(out, filling.other, region + 1, random)
      case 'N':
        return addIndefinite(out, filling.subject, region, random)
      case 'R':
        return filling.subject.relation === null
          ? undefined
          : addRelation(out, filling.subject.relation, false, random)
      case 'D':
        return filling.destination === null ? undefined : addRelation(out, filling.destination, false, random)
      case 'WAY':
        return filling.direction === null
          ? undefined
          : out.add(chooseWord(WAY_WORDS[filling.direction], random))
      case 'GREW':
        return out.add(random.pick(GREW_WORDS[grew]))
      case 'LARGER':
        return out.add(random.pick(LARGER_WORDS[grew]))
      case 'FROM':
        return before === null ? undefined : out.add(chooseWord(COLOR_WORDS[before.color], random))
      case 'COLOR':
        return after === null ? undefined : out.add(chooseWord(COLOR_WORDS[after.color], random))
      case 'MATERIAL':
        return after === null ? undefined : out.add(chooseWord(MATERIAL_WORDS[after.material], random))
      case 'SIZE':
        return after === null ? undefined : out.add(chooseWord(SIZE_WORDS[after.size], random))
      default:
        return out.add(slot)
    }
  })
  return true
}

/** Calls `say` with the parts of a template and adds the verb span. */
function fill(out: PhraseBuilder, template: string, say: (part: string) => void): void {
  const [head, verb, tail] = template
    .split(/[<>]/)
    .map((text) => text.split(' ').filter((part) => part !== ''))
  head.forEach(say)
  out.span('verb', [], () => verb?.forEach(say))
  tail?.forEach(say)
}

function drawFilling(
  template: string,
  story: Story,
  change: Change,
  anchors: ReadonlySet<number>,
  random: Random,
): Filling | null {
  const slots = new Set(template.split(' '))
  const stage = change.type === 'add' ? story.after : story.before
  const { before, after } = change.things[0]
  const target = change.type === 'add' ? after : before
  if (target === null) {
    return null
  }
  const subject = referTo(stage, target, anchors, referenceForm(slots), random)
  if (subject === null) {
    return null
  }
  const second = slots.has('T') ? (change.things[1]?.before ?? null) : null
  const other = second === null ? null : referTo(stage, second, anchors, 'any', random)
  if (slots.has('T') && other === null) {
    return null
  }
  const destination =
    slots.has('D') && after !== null ? drawDestination(story, target, after, anchors, random) : null
  if (slots.has('D') && destination === null) {
    return null
  }
  const direction = slots.has('WAY') && after !== null ? moveDirection(story, target, after) : null
  if (slots.has('WAY') && direction === null) {
    return null
  }
  return { subject, other, destination, direction }
}

/** "someone moved the cube behind the ball" could mean the destination: there the reference has no relation. */
function referenceForm(slots: ReadonlySet<string>): ReferenceForm {
  if (slots.has('R')) {
    return 'relation'
  }
  if (slots.has('N')) {
    return 'bare'
  }
  return slots.has('P') ? 'no-relation' : 'any'
}

/** A relation of the moved thing that is true now and was not before. */
function drawDestination(
  story: Story,
  was: Thing,
  is: Thing,
  anchors: ReadonlySet<number>,
  random: Random,
): Relation | null {
  const relation = drawRelation(story.after, is, anchors, random)
  if (relation === null) {
    return null
  }
  const anchor = story.before.things.find((thing) => {
    const { size, color, material, noun } = relation.anchor
    return (
      anchors.has(thing.id) &&
      (size ?? thing.size) === thing.size &&
      (color ?? thing.color) === thing.color &&
      (material ?? thing.material) === thing.material &&
      (noun === 'any' || noun === thing.shape)
    )
  })
  return anchor !== undefined && isToward(story.before, relation.direction, was, anchor) === 'no'
    ? relation
    : null
}

/** The direction of a move, clear in both frames' views; null if it is not. */
function moveDirection(story: Story, was: Thing, is: Thing): Direction | null {
  return (
    DIRECTIONS.find(
      (direction) =>
        isToward(story.before, direction, is, was) === 'yes' &&
        isToward(story.after, direction, is, was) === 'yes',
    ) ?? null
  )
}
