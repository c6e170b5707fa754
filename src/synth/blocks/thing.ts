import type { Random } from '../random'

// What a Blocks scene is made of. Colours, materials, shapes and the small and large size are CLEVR's
// (facebookresearch/clevr-dataset-gen, image_generation/data/properties.json); medium is our own.

export const SHAPES = ['cube', 'sphere', 'cylinder'] as const
export const COLORS = ['gray', 'red', 'blue', 'green', 'brown', 'purple', 'cyan', 'yellow'] as const
export const MATERIALS = ['rubber', 'metal'] as const
export const SIZES = ['small', 'medium', 'large'] as const

export type Shape = (typeof SHAPES)[number]
export type Color = (typeof COLORS)[number]
export type Material = (typeof MATERIALS)[number]
export type Size = (typeof SIZES)[number]

/** One object on the ground plane. The id is the same in both frames of a pair. */
export interface Thing {
  readonly id: number
  readonly shape: Shape
  readonly color: Color
  readonly material: Material
  readonly size: Size
  /** Position of its centre on the ground, in CLEVR's world units. */
  readonly x: number
  readonly y: number
  /** Turn about the vertical axis. */
  readonly angleRad: number
}

export const RADIUS: Record<Size, number> = { small: 0.35, medium: 0.5, large: 0.7 }

/** Half of the height; a sphere's and a cylinder's radius. CLEVR shrinks cubes by the root of two. */
export function halfHeight(shape: Shape, size: Size): number {
  return shape === 'cube' ? RADIUS[size] * Math.SQRT1_2 : RADIUS[size]
}

/** Radius of the circle on the ground that holds the object at any turn. */
export function footprint(size: Size): number {
  return RADIUS[size]
}

/** CLEVR's colours, 0..255, which its renderer takes as linear light. */
export const COLOR_RGB: Record<Color, readonly [number, number, number]> = {
  gray: [87, 87, 87],
  red: [173, 35, 35],
  blue: [42, 75, 215],
  green: [29, 105, 20],
  brown: [129, 74, 25],
  purple: [129, 38, 192],
  cyan: [41, 208, 208],
  yellow: [255, 238, 51],
}

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
    if (other.id === thing.id) {
      return true
    }
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
      if (!isClear(thing, things)) {
        continue
      }
      things.push(thing)
      break
    }
  }
  return things
}
