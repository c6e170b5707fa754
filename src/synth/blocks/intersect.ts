// Rays against spheres, and against cubes and cylinders with rounded edges. A ray first meets the sharp
// hull; where that is near an edge it walks on by the distance to the rounded body.

import { CUBE, SPHERE } from './thing'
import type { Solids } from './thing'

/** Where a ray met a solid. One record is reused for all rays of a frame. */
export interface Hit {
  t: number
  /** Row in Solids, or -1. */
  row: number
  /** Outward unit normal in world axes. */
  nx: number
  ny: number
  nz: number
  /** Which part of the surface: 1..6 flat faces, 7 a bevel; edges between parts are anti-aliased. */
  part: number
}

export function createHit(): Hit {
  return { t: 1e30, row: -1, nx: 0, ny: 0, nz: 1, part: 0 }
}

/** The nearest hit of all solids but `skip`, nearer than `hit.t`; true when there was one. */
export function intersect(
  s: Solids,
  skip: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  hit: Hit,
): boolean {
  let found = false
  for (let i = 0; i < s.count; i++) {
    if (i === skip) {
      continue
    }
    if (intersectOne(s, i, ox, oy, oz, dx, dy, dz, hit)) {
      found = true
    }
  }
  return found
}

/** One solid; writes `hit` when it is nearer than what is there. */
export function intersectOne(
  s: Solids,
  i: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  hit: Hit,
): boolean {
  const half = s.half[i]
  const px = ox - s.x[i]
  const py = oy - s.y[i]
  const pz = oz - half
  const b = px * dx + py * dy + pz * dz
  const bound = s.bound[i]
  const disc = b * b - (px * px + py * py + pz * pz - bound * bound)
  if (disc <= 0 || b > bound) {
    return false
  }
  if (s.kind[i] === SPHERE) {
    const t = -b - Math.sqrt(disc)
    if (t < 1e-6 || t >= hit.t) {
      return false
    }
    hit.t = t
    hit.row = i
    hit.nx = (px + t * dx) / half
    hit.ny = (py + t * dy) / half
    hit.nz = (pz + t * dz) / half
    hit.part = 1
    return true
  }
  if (-b - Math.sqrt(disc) >= hit.t) {
    return false
  }
  return s.kind[i] === CUBE
    ? intersectCube(s, i, px, py, pz, dx, dy, dz, hit)
    : intersectCylinder(s, i, px, py, pz, dx, dy, dz, hit)
}

// oxlint-disable-next-line max-lines-per-function -- arithmetic without calls, the inner loop of the renderer
function intersectCube(
  s: Solids,
  i: number,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  hit: Hit,
): boolean {
  const half = s.half[i]
  const c = s.cos[i]
  const sn = s.sin[i]
  const lx = c * px + sn * py
  const ly = -sn * px + c * py
  const ex = c * dx + sn * dy
  const ey = -sn * dx + c * dy
  const ix = 1 / (ex === 0 ? 1e-18 : ex)
  const iy = 1 / (ey === 0 ? 1e-18 : ey)
  const iz = 1 / (dz === 0 ? 1e-18 : dz)
  const tx = -lx * ix - half * Math.abs(ix)
  const ty = -ly * iy - half * Math.abs(iy)
  const tz = -pz * iz - half * Math.abs(iz)
  const near = Math.max(tx, ty, tz)
  const far = Math.min(
    -lx * ix + half * Math.abs(ix),
    -ly * iy + half * Math.abs(iy),
    -pz * iz + half * Math.abs(iz),
  )
  if (near > far || near < 1e-6 || near >= hit.t) {
    return false
  }
  const bevel = s.bevel[i]
  const inner = half - bevel
  let t = near
  let qx = lx + t * ex
  let qy = ly + t * ey
  let qz = pz + t * dz
  let ax = Math.abs(qx)
  let ay = Math.abs(qy)
  let az = Math.abs(qz)
  let nx = 0
  let ny = 0
  let nz = 0
  let part = 7
  if ((ax > inner ? 1 : 0) + (ay > inner ? 1 : 0) + (az > inner ? 1 : 0) < 2) {
    if (tx >= ty && tx >= tz) {
      nx = ex > 0 ? -1 : 1
    } else if (ty >= tz) {
      ny = ey > 0 ? -1 : 1
    } else {
      nz = dz > 0 ? -1 : 1
    }
    part = nx !== 0 ? 2 + nx : ny !== 0 ? 3 + ny : 5
  } else {
    for (let step = 0; ; step++) {
      const mx = ax > inner ? ax - inner : 0
      const my = ay > inner ? ay - inner : 0
      const mz = az > inner ? az - inner : 0
      const length = Math.sqrt(mx * mx + my * my + mz * mz)
      const distance = length - bevel
      if (distance < 1e-5) {
        nx = qx < 0 ? -mx / length : mx / length
        ny = qy < 0 ? -my / length : my / length
        nz = qz < 0 ? -mz / length : mz / length
        break
      }
      t += distance
      if (t > far || step === 32) {
        return false
      }
      qx = lx + t * ex
      qy = ly + t * ey
      qz = pz + t * dz
      ax = Math.abs(qx)
      ay = Math.abs(qy)
      az = Math.abs(qz)
    }
    if (t >= hit.t) {
      return false
    }
  }
  hit.t = t
  hit.row = i
  hit.nx = c * nx - sn * ny
  hit.ny = sn * nx + c * ny
  hit.nz = nz
  hit.part = part
  return true
}

// oxlint-disable-next-line max-lines-per-function -- arithmetic without calls, the inner loop of the renderer
function intersectCylinder(
  s: Solids,
  i: number,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  hit: Hit,
): boolean {
  const half = s.half[i]
  const iz = 1 / (dz === 0 ? 1e-18 : dz)
  const zNear = -pz * iz - half * Math.abs(iz)
  const zFar = -pz * iz + half * Math.abs(iz)
  const a = dx * dx + dy * dy
  const b = px * dx + py * dy
  const disc = b * b - a * (px * px + py * py - half * half)
  if (disc <= 0 || a < 1e-12) {
    return false
  }
  const root = Math.sqrt(disc)
  const rNear = (-b - root) / a
  const near = Math.max(zNear, rNear)
  const far = Math.min(zFar, (-b + root) / a)
  if (near > far || near < 1e-6 || near >= hit.t) {
    return false
  }
  const bevel = s.bevel[i]
  const inner = half - bevel
  let t = near
  let part = 7
  for (let step = 0; ; step++) {
    const qx = px + t * dx
    const qy = py + t * dy
    const qz = pz + t * dz
    const radial = Math.sqrt(qx * qx + qy * qy)
    const az = Math.abs(qz)
    const mr = radial > inner ? radial - inner : 0
    const mz = az > inner ? az - inner : 0
    if (step === 0 && (mr === 0 || mz === 0)) {
      part = zNear > rNear ? 1 : 2
    }
    const length = Math.sqrt(mr * mr + mz * mz)
    const distance = length - bevel
    if (part < 7 || distance < 1e-5) {
      const nr = part === 1 ? 0 : part === 2 ? 1 : mr / length
      const nz = part === 1 ? 1 : part === 2 ? 0 : mz / length
      hit.nx = nr === 0 ? 0 : (qx / radial) * nr
      hit.ny = nr === 0 ? 0 : (qy / radial) * nr
      hit.nz = qz < 0 ? -nz : nz
      break
    }
    t += distance
    if (t > far || step === 32) {
      return false
    }
  }
  if (t >= hit.t) {
    return false
  }
  hit.t = t
  hit.row = i
  hit.part = part
  return true
}
