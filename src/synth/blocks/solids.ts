// The scene in flat arrays, for the ray caster: one row per object.

import { cosine, sine } from '../numeric'
import { COLOR_RGB, SHAPES, halfHeight } from './thing'
import type { Thing } from './thing'

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
