import type { Random } from '../random'
import { cosine, sine } from '../numeric'

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
function halfHeight(shape: Shape, size: Size): number {
  return shape === 'cube' ? RADIUS[size] * Math.SQRT1_2 : RADIUS[size]
}

/** Radius of the circle on the ground that holds the object at any turn. */
export function footprint(size: Size): number {
  return RADIUS[size]
}

/** CLEVR's colours, 0..255, which its renderer takes as linear light. */
const COLOR_RGB: Record<Color, readonly [number, number, number]> = {
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

// The scene in flat arrays, for the ray caster: one row per object.

export const CUBE = 0
export const SPHERE = 1

/** Share of a cube's or cylinder's half height that its bevel takes. */
const BEVEL = 0.1
/** The paint reflects this share of CLEVR's nominal colours; fitted to real images. */
const ALBEDO = 0.72

export interface Solids {
  readonly count: number
  /** Thing id per row. */
  readonly ids: Int32Array
  /** Index into SHAPES per row. */
  readonly kind: Uint8Array
  readonly metal: Uint8Array
  /** Centre; z is also the half height. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly half: Float64Array
  readonly bevel: Float64Array
  /** Radius of the bounding sphere. */
  readonly bound: Float64Array
  readonly cos: Float64Array
  readonly sin: Float64Array
  /** Linear albedo, three values per row. */
  readonly albedo: Float64Array
}

export function buildSolids(things: readonly Thing[]): Solids {
  const n = things.length
  const solids: Solids = {
    count: n,
    ids: new Int32Array(n),
    kind: new Uint8Array(n),
    metal: new Uint8Array(n),
    x: new Float64Array(n),
    y: new Float64Array(n),
    half: new Float64Array(n),
    bevel: new Float64Array(n),
    bound: new Float64Array(n),
    cos: new Float64Array(n),
    sin: new Float64Array(n),
    albedo: new Float64Array(3 * n),
  }
  things.forEach((thing, i) => {
    const half = halfHeight(thing.shape, thing.size)
    solids.ids[i] = thing.id
    solids.kind[i] = SHAPES.indexOf(thing.shape)
    solids.metal[i] = thing.material === 'metal' ? 1 : 0
    solids.x[i] = thing.x
    solids.y[i] = thing.y
    solids.half[i] = half
    solids.bevel[i] = half * BEVEL
    solids.bound[i] =
      half * (thing.shape === 'cube' ? 1.7320508075688772 : thing.shape === 'sphere' ? 1 : Math.SQRT2)
    solids.cos[i] = cosine(thing.angleRad)
    solids.sin[i] = sine(thing.angleRad)
    for (let c = 0; c < 3; c++) {
      solids.albedo[3 * i + c] = ((COLOR_RGB[thing.color][c] ?? 0) / 255) * ALBEDO
    }
  })
  return solids
}
