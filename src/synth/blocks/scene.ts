import type { Random } from '../random'
import { COLORS, MATERIALS, SHAPES, SIZES, footprint, type Size, type Thing } from './thing'

/** Half of the side of the square on which things stand, in world units, as in CLEVR. */
const HALF_FIELD = 3
/** Least free ground between two things. */
const GAP = 0.25

export function sizesOf(count: 2 | 3): readonly Size[] {
  return count === 2 ? ['small', 'large'] : SIZES
}

/** True when `thing` stands clear of all others but itself. */
export function isClear(thing: Thing, others: readonly Thing[]): boolean {
  return others.every((other) => {
    if (other.id === thing.id) return true
    const dx = thing.x - other.x
    const dy = thing.y - other.y
    const least = footprint(thing.size) + footprint(other.size) + GAP
    return dx * dx + dy * dy >= least * least
  })
}

export function sampleThing(id: number, sizes: readonly Size[], random: Random): Thing {
  return {
    id,
    shape: random.pick(SHAPES),
    color: random.pick(COLORS),
    material: random.pick(MATERIALS),
    size: random.pick(sizes),
    ...samplePlace(random),
    angleRad: random.range(0, 6.283185307179586),
  }
}

export function samplePlace(random: Random): { readonly x: number; readonly y: number } {
  return { x: random.range(-HALF_FIELD, HALF_FIELD), y: random.range(-HALF_FIELD, HALF_FIELD) }
}

/** `count` things that stand clear of each other, or fewer where the field is too full for more. */
export function sampleThings(count: number, sizes: readonly Size[], random: Random): Thing[] {
  const things: Thing[] = []
  for (let id = 0; id < count; id++) {
    for (let attempt = 0; attempt < 40; attempt++) {
      const thing = sampleThing(id, sizes, random)
      if (!isClear(thing, things)) continue
      things.push(thing)
      break
    }
  }
  return things
}
