import { createHit, intersect } from './intersect'
import type { Hit } from './intersect'
import { lampVisible, skyOpen } from './shadow'
import type { Solids } from './thing'
import type { View } from './view'

const GROUND_ALBEDO = 0.42
const SKY = 0.04
const reflected = createHit()

/** Adds to `out` the light that leaves a surface point towards the eye, three linear channels. */
interface Surface {
  x: number
  y: number
  z: number
  nx: number
  ny: number
  nz: number
  /** Row in Solids, -1 for the ground. */
  row: number
}

const HERE: Surface = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 1, row: -1 }
const THERE: Surface = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 1, row: -1 }
const bounce = new Float64Array(3)

/** Colour of the ground point (x, y), three linear channels into `out`. */
export function shadeGround(s: Solids, view: View, x: number, y: number, out: Float64Array): void {
  HERE.x = x
  HERE.y = y
  HERE.z = 0
  HERE.nx = 0
  HERE.ny = 0
  HERE.nz = 1
  HERE.row = -1
  diffuse(s, view, HERE, true, out)
  out[0] = out[0] * GROUND_ALBEDO
  out[1] = out[1] * GROUND_ALBEDO
  out[2] = out[2] * GROUND_ALBEDO
}

/** Colour of a hit on a solid; the ray is origin o and unit direction d. */
export function shadeSolid(
  s: Solids,
  view: View,
  hit: Hit,
  o: { readonly x: number; readonly y: number; readonly z: number },
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  HERE.x = o.x + hit.t * dx
  HERE.y = o.y + hit.t * dy
  HERE.z = o.z + hit.t * dz
  HERE.nx = hit.nx
  HERE.ny = hit.ny
  HERE.nz = hit.nz
  HERE.row = hit.row
  const metal = s.metal[hit.row] === 1
  diffuse(s, view, HERE, true, out)
  const cosine = -(dx * hit.nx + dy * hit.ny + dz * hit.nz)
  const rx = dx + 2 * cosine * hit.nx
  const ry = dy + 2 * cosine * hit.ny
  const rz = dz + 2 * cosine * hit.nz
  if (metal) {
    mirror(s, view, rx, ry, rz)
  }
  const gloss = highlight(s, view, rx, ry, rz, metal)
  const most = Math.max(s.albedo[3 * hit.row], s.albedo[3 * hit.row + 1], s.albedo[3 * hit.row + 2])
  for (let c = 0; c < 3; c++) {
    const albedo = s.albedo[3 * hit.row + c]
    // Light that metal mirrors is deeper in colour than paint.
    const tint = albedo * (0.42 + (0.58 * albedo) / most)
    const body = out[c] * albedo
    out[c] = metal ? 0.06 * body + 1.2 * tint * bounce[c] + gloss * (0.15 + 0.85 * tint) : body + gloss
  }
}

/** Light that falls on a surface over pi, lamps with shadows where asked, plus the ambient part. */
function diffuse(s: Solids, view: View, p: Surface, shadows: boolean, out: Float64Array): void {
  const up = 0.5 + 0.5 * p.nz
  const open = view.ambient * skyOpen(s, p.row, p.x, p.y, p.z, p.nz) * (0.55 + 0.45 * up)
  let r = open
  let g = open
  let b = open
  for (const lamp of view.lights) {
    let lx = lamp.position.x - p.x
    let ly = lamp.position.y - p.y
    let lz = lamp.position.z - p.z
    const d2 = lx * lx + ly * ly + lz * lz
    const d = Math.sqrt(d2)
    lx /= d
    ly /= d
    lz /= d
    const facing = lx * p.nx + ly * p.ny + lz * p.nz
    if (facing <= 0) {
      continue
    }
    const ax = lamp.position.x - lamp.aim.x
    const ay = lamp.position.y - lamp.aim.y
    const az = lamp.position.z - lamp.aim.z
    const emit = (lx * ax + ly * ay + lz * az) / Math.sqrt(ax * ax + ay * ay + az * az)
    if (emit <= 0) {
      continue
    }
    let e = (facing * emit) / d2
    if (shadows && e > 1e-4) {
      e *= lampVisible(s, p.row, p.x, p.y, p.z, lx, ly, lz, d, lamp.radius)
    }
    r += e * lamp.power[0]
    g += e * lamp.power[1]
    b += e * lamp.power[2]
  }
  out[0] = r
  out[1] = g
  out[2] = b
}

/** Light that the point `here` mirrors in direction r, into `bounce`: other solids and the ground without shadows. */
function mirror(s: Solids, view: View, rx: number, ry: number, rz: number): void {
  reflected.t = rz < -1e-9 ? -HERE.z / rz : 1e30
  reflected.row = -1
  intersect(s, HERE.row, HERE.x, HERE.y, HERE.z, rx, ry, rz, reflected)
  if (reflected.row < 0 && rz >= -1e-9) {
    bounce.fill(SKY + 0.03 * (1 - rz))
    return
  }
  THERE.row = reflected.row
  THERE.x = HERE.x + reflected.t * rx
  THERE.y = HERE.y + reflected.t * ry
  THERE.z = HERE.z + reflected.t * rz
  THERE.nx = reflected.row < 0 ? 0 : reflected.nx
  THERE.ny = reflected.row < 0 ? 0 : reflected.ny
  THERE.nz = reflected.row < 0 ? 1 : reflected.nz
  diffuse(s, view, THERE, false, bounce)
  for (let c = 0; c < 3; c++) {
    const albedo = reflected.row < 0 ? GROUND_ALBEDO : s.albedo[3 * reflected.row + c]
    bounce[c] = bounce[c] * albedo
  }
}

/** Highlights of the lamps in mirror direction r at `here`: narrow on metal, broad and faint on rubber. */
function highlight(s: Solids, view: View, rx: number, ry: number, rz: number, metal: boolean): number {
  let sum = 0
  for (const lamp of view.lights) {
    const lx = lamp.position.x - HERE.x
    const ly = lamp.position.y - HERE.y
    const lz = lamp.position.z - HERE.z
    const d = Math.sqrt(lx * lx + ly * ly + lz * lz)
    let c = (rx * lx + ry * ly + rz * lz) / d
    if (c <= 0.3) {
      continue
    }
    c *= c
    c *= c
    c *= c
    const strength = lamp.power[0] / (d * d)
    if (metal) {
      const broad = c
      c *= c
      c *= c
      c *= c
      const tight = c * c
      const shine = (1.4 * broad + 20 * tight) * strength
      if (shine > 0.003) {
        sum +=
          shine * lampVisible(s, HERE.row, HERE.x, HERE.y, HERE.z, lx / d, ly / d, lz / d, d, lamp.radius)
      }
    } else {
      sum += 0.07 * c * strength
    }
  }
  return sum
}
