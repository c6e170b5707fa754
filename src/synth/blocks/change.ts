import type { Random } from '../random'
import { isClear, samplePlace, sampleThing, COLORS, MATERIALS, footprint } from './thing'
import type { Size, Thing } from './thing'

export const CHANGE_TYPES = ['color', 'material', 'size', 'add', 'drop', 'move', 'rotate', 'swap'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** One thing that differs between the frames; a swap is one change of two things. */
export interface Change {
  readonly type: ChangeType
  /** Each thing as it was and as it is; null where it was not there. */
  readonly things: readonly { readonly before: Thing | null; readonly after: Thing | null }[]
}

const TRIES = 30
const LEAST_MOVE = 0.8
const FARTHEST_MOVE = 3.5

/** Tries to make one change of a type to things that no earlier change touched; null when none fits. */
export function sampleChange(
  type: ChangeType,
  scene: readonly Thing[],
  touched: ReadonlySet<number>,
  nextId: number,
  sizes: readonly Size[],
  random: Random,
): Change | null {
  if (type === 'add') {
    return sampleAddition(scene, nextId, sizes, random)
  }
  const free = scene.filter((thing) => !touched.has(thing.id))
  if (free.length === 0) {
    return null
  }
  if (type === 'swap') {
    return sampleSwap(scene, free, random)
  }
  const candidates = type === 'rotate' ? free.filter((thing) => thing.shape === 'cube') : free
  if (candidates.length === 0) {
    return null
  }
  const before = random.pick(candidates)
  const after = alter(type, before, scene, sizes, random)
  return type !== 'drop' && after === null ? null : { type, things: [{ before, after }] }
}

function sampleAddition(
  scene: readonly Thing[],
  id: number,
  sizes: readonly Size[],
  random: Random,
): Change | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const after = sampleThing(id, sizes, random)
    if (isClear(after, scene)) {
      return { type: 'add', things: [{ before: null, after }] }
    }
  }
  return null
}

function sampleSwap(scene: readonly Thing[], free: readonly Thing[], random: Random): Change | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const a = random.pick(free)
    const b = random.pick(free)
    const alike = a.shape === b.shape && a.color === b.color && a.material === b.material && a.size === b.size
    if (a.id === b.id || alike) {
      continue
    }
    const movedA = { ...a, x: b.x, y: b.y }
    const movedB = { ...b, x: a.x, y: a.y }
    const others = scene.filter((thing) => thing.id !== a.id && thing.id !== b.id)
    if (!isClear(movedA, [...others, movedB]) || !isClear(movedB, others)) {
      continue
    }
    return {
      type: 'swap',
      things: [
        { before: a, after: movedA },
        { before: b, after: movedB },
      ],
    }
  }
  return null
}

function alter(
  type: Exclude<ChangeType, 'add' | 'swap'>,
  thing: Thing,
  scene: readonly Thing[],
  sizes: readonly Size[],
  random: Random,
): Thing | null {
  switch (type) {
    case 'color':
      return { ...thing, color: random.pick(COLORS.filter((color) => color !== thing.color)) }
    case 'material':
      return { ...thing, material: MATERIALS[1 - MATERIALS.indexOf(thing.material)] ?? thing.material }
    case 'drop':
      return null
    case 'rotate':
      // A cube looks the same after a quarter turn: 25 to 45 degrees differ most.
      return { ...thing, angleRad: thing.angleRad + random.range(0.44, 0.78) * (random.chance(0.5) ? 1 : -1) }
    case 'size': {
      const resized = { ...thing, size: random.pick(sizes.filter((size) => size !== thing.size)) }
      return isClear(resized, scene) ? resized : null
    }
    case 'move':
      return movePlace(thing, scene, random)
  }
}

function movePlace(thing: Thing, scene: readonly Thing[], random: Random): Thing | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const moved = { ...thing, ...samplePlace(random) }
    const d2 = (moved.x - thing.x) ** 2 + (moved.y - thing.y) ** 2
    const least = Math.max(LEAST_MOVE, footprint(thing.size))
    if (d2 >= least * least && d2 <= FARTHEST_MOVE * FARTHEST_MOVE && isClear(moved, scene)) {
      return moved
    }
  }
  return null
}

/** The second frame's things: the first's with the changes applied. */
export function applyChanges(scene: readonly Thing[], changes: readonly Change[]): Thing[] {
  const altered = new Map<number, Thing | null>()
  const added: Thing[] = []
  for (const { before, after } of changes.flatMap((change) => change.things)) {
    if (before !== null) {
      altered.set(before.id, after)
    } else if (after !== null) {
      added.push(after)
    }
  }
  const kept = scene.flatMap((thing) => {
    const now = altered.get(thing.id)
    return now === undefined ? [thing] : now === null ? [] : [now]
  })
  return [...kept, ...added]
}
