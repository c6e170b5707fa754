// Soft shadows of convex solids in closed form or nearly: the share of a round lamp that a solid hides is
// read from the least angle between the ray to the lamp's middle and the solid, negative where the ray
// goes through it. Along a ray the distance to a convex body is convex, so distance / t has one minimum and
// a golden-section search finds it (compare Quilez, "soft shadows in raymarched SDFs", 2010).

import { CUBE, SPHERE } from './thing'
import type { Solids } from './thing'

const GOLDEN = 0.6180339887498949
const STEPS = 9

/**
 * Share in [0, 1] of a lamp that is seen from a point. Direction is a unit vector, `distance` to the lamp's
 * middle, `radius` the lamp's. `skip` is the row that the point lies on, or -1.
 */
export function lampVisible(
  s: Solids,
  skip: number,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  distance: number,
  radius: number,
): number {
  const spread = radius / distance
  let seen = 1
  for (let i = 0; i < s.count; i++) {
    if (i === skip) {
      continue
    }
    const half = s.half[i]
    const px = s.x[i] - x
    const py = s.y[i] - y
    const pz = half - z
    const along = px * dx + py * dy + pz * dz
    const bound = s.bound[i]
    if (along <= -bound) {
      continue
    }
    const reach = bound + spread * (along + bound)
    const aside2 = px * px + py * py + pz * pz - along * along
    if (aside2 >= reach * reach) {
      continue
    }
    const least = leastRatio(s, i, px, py, pz, dx, dy, dz, along) / spread
    if (least >= 1) {
      continue
    }
    if (least <= -1) {
      return 0
    }
    const u = 0.5 + 0.5 * least
    seen *= u * u * (3 - 2 * u)
  }
  return seen
}

function leastRatio(
  s: Solids,
  i: number,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  along: number,
): number {
  const half = s.half[i]
  if (s.kind[i] === SPHERE) {
    const c2 = px * px + py * py + pz * pz
    if (along <= 0.02) {
      return (Math.sqrt(c2) - half) / 0.02
    }
    const aside = Math.sqrt(Math.max(0, c2 - along * along))
    return (aside - half) / along
  }
  const bound = s.bound[i]
  const cube = s.kind[i] === CUBE
  const c = cube ? s.cos[i] : 1
  const sn = cube ? s.sin[i] : 0
  const lx = -(c * px + sn * py)
  const ly = -(-sn * px + c * py)
  const lz = -pz
  const ex = c * dx + sn * dy
  const ey = -sn * dx + c * dy
  let low = Math.max(0.02, along - bound)
  let high = Math.max(low + 0.02, along + bound)
  let t1 = high - (high - low) * GOLDEN
  let t2 = low + (high - low) * GOLDEN
  let g1 = bodyDistance(cube, half, lx + t1 * ex, ly + t1 * ey, lz + t1 * dz) / t1
  let g2 = bodyDistance(cube, half, lx + t2 * ex, ly + t2 * ey, lz + t2 * dz) / t2
  for (let step = 0; step < STEPS; step++) {
    if (g1 < g2) {
      high = t2
      t2 = t1
      g2 = g1
      t1 = high - (high - low) * GOLDEN
      g1 = bodyDistance(cube, half, lx + t1 * ex, ly + t1 * ey, lz + t1 * dz) / t1
    } else {
      low = t1
      t1 = t2
      g1 = g2
      t2 = low + (high - low) * GOLDEN
      g2 = bodyDistance(cube, half, lx + t2 * ex, ly + t2 * ey, lz + t2 * dz) / t2
    }
  }
  return g1 < g2 ? g1 : g2
}

/** Signed distance to a sharp cube or upright cylinder of half height `half` at the origin. */
function bodyDistance(cube: boolean, half: number, x: number, y: number, z: number): number {
  const mz = Math.abs(z) - half
  if (!cube) {
    const mr = Math.sqrt(x * x + y * y) - half
    if (mr <= 0 || mz <= 0) {
      return mr > mz ? mr : mz
    }
    return Math.sqrt(mr * mr + mz * mz)
  }
  const mx = Math.abs(x) - half
  const my = Math.abs(y) - half
  const most = mx > my ? (mx > mz ? mx : mz) : my > mz ? my : mz
  if (most <= 0) {
    return most
  }
  const ox = mx > 0 ? mx : 0
  const oy = my > 0 ? my : 0
  const oz = mz > 0 ? mz : 0
  return Math.sqrt(ox * ox + oy * oy + oz * oz)
}

/** Contact darkening in [0, 1]: how much of the sky the solids leave open at a point with normal z part `nz`. */
export function skyOpen(s: Solids, skip: number, x: number, y: number, z: number, nz: number): number {
  let open = 1
  for (let i = 0; i < s.count; i++) {
    if (i === skip) {
      continue
    }
    const half = s.half[i]
    const px = x - s.x[i]
    const py = y - s.y[i]
    if (px * px + py * py > 12 * half * half) {
      continue
    }
    const cube = s.kind[i] === CUBE
    const c = cube ? s.cos[i] : 1
    const sn = cube ? s.sin[i] : 0
    const lx = c * px + sn * py
    const ly = -sn * px + c * py
    const lz = z - half
    const d =
      s.kind[i] === SPHERE
        ? Math.sqrt(lx * lx + ly * ly + lz * lz) - half
        : bodyDistance(cube, half, lx, ly, lz)
    const near = half / (half + 2.2 * (d > 0 ? d : 0))
    open *= 1 - 0.65 * near * near * near * (0.4 + 0.6 * (nz > 0 ? nz : 0))
  }
  return open
}
