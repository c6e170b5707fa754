// One frame of a Blocks scene. First one ray through the middle of each pixel, whose hit decides which
// object the pixel shows (masks are exact in that sense); then pixels on an edge or on metal get four more
// rays for their colour alone.

import { encodeSrgb } from '../numeric'
import { createHit, intersectOne } from './intersect'
import type { Hit } from './intersect'
import { shadeGround, shadeSolid } from './shade'
import type { Solids } from './thing'
import { TAN_HALF_HEIGHT, TAN_HALF_WIDTH } from './view'
import type { View } from './view'

export interface RenderedFrame {
  readonly width: number
  readonly height: number
  /** Display sRGB light, three floats in 0..255 a pixel, before noise and rounding. */
  readonly light: Float32Array
  /** Thing id that the middle of each pixel shows, -1 for the ground. */
  readonly ids: Int16Array
  /** Distance along the unit ray through the middle of each pixel. */
  readonly depth: Float64Array
}

const FAR = 60
const LUT_SIZE = 4096
/** Display value by square root of linear light, which spreads the entries as the eye does. */
const DISPLAY = Float64Array.from({ length: LUT_SIZE + 1 }, (_, i) => 255 * encodeSrgb((i / LUT_SIZE) ** 2))
/** A rotated grid, so that upright and level edges get four grades. */
const GRID = [-0.125, -0.375, 0.375, -0.125, -0.375, 0.125, 0.125, 0.375] as const

function display(linear: number): number {
  const clipped = linear >= 1 ? 1 : linear <= 0 ? 0 : linear
  const at = Math.sqrt(clipped) * LUT_SIZE
  const i = Math.floor(at)
  const low = DISPLAY[i]
  return i >= LUT_SIZE ? low : low + (at - i) * (DISPLAY[i + 1] - low)
}

/** For each solid the box of pixels outside which no ray can meet it: [x0, y0, x1, y1] in pixels. */
export function screenBounds(s: Solids, view: View, width: number, height: number): Float64Array {
  const out = new Float64Array(4 * s.count)
  const { position, right, up, forward } = view.camera
  for (let i = 0; i < s.count; i++) {
    const px = s.x[i] - position.x
    const py = s.y[i] - position.y
    const pz = s.half[i] - position.z
    const z = px * forward.x + py * forward.y + pz * forward.z
    const b = s.bound[i]
    if (z <= b * 1.05) {
      out.set([0, 0, width, height], 4 * i)
      continue
    }
    const x = px * right.x + py * right.y + pz * right.z
    const y = px * up.x + py * up.y + pz * up.z
    out[4 * i] = ((tangent(x, z, b, -1) / TAN_HALF_WIDTH + 1) * width) / 2 - 1
    out[4 * i + 2] = ((tangent(x, z, b, 1) / TAN_HALF_WIDTH + 1) * width) / 2 + 1
    out[4 * i + 1] = ((1 - tangent(y, z, b, 1) / TAN_HALF_HEIGHT) * height) / 2 - 1
    out[4 * i + 3] = ((1 - tangent(y, z, b, -1) / TAN_HALF_HEIGHT) * height) / 2 + 1
  }
  return out
}

/** Slope of the line from the eye that touches a circle of radius b at (x, z) on the given side. */
function tangent(x: number, z: number, b: number, side: number): number {
  const root = Math.sqrt(Math.max(0, x * x + z * z - b * b))
  const den = z * root - side * b * x
  return den <= 1e-6 ? side * 1e6 : (x * root + side * b * z) / den
}

interface Ray {
  readonly hit: Hit
  readonly direction: { x: number; y: number; z: number }
  /** Solids that the rows of pixels at hand may show. */
  readonly rows: number[]
  cast(px: number, py: number): void
}

/** A caster of rays through picture points, which leaves the nearest hit (row -1: the ground) in `hit`. */
function createRay(s: Solids, view: View, bounds: Float64Array, width: number, height: number): Ray {
  const { position: o, right, up, forward } = view.camera
  const hit = createHit()
  const direction = { x: 0, y: 0, z: 0 }
  const rows: number[] = []
  function cast(px: number, py: number): void {
    const u = ((2 * px) / width - 1) * TAN_HALF_WIDTH
    const v = (1 - (2 * py) / height) * TAN_HALF_HEIGHT
    let dx = forward.x + u * right.x + v * up.x
    let dy = forward.y + u * right.y + v * up.y
    let dz = forward.z + u * right.z + v * up.z
    const n = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
    dx *= n
    dy *= n
    dz *= n
    direction.x = dx
    direction.y = dy
    direction.z = dz
    hit.t = dz < -1e-9 ? Math.min(FAR, -o.z / dz) : FAR
    hit.row = -1
    hit.part = 0
    for (const i of rows) {
      if (px < bounds[4 * i] || px > bounds[4 * i + 2]) {
        continue
      }
      intersectOne(s, i, o.x, o.y, o.z, dx, dy, dz, hit)
    }
  }
  return { hit, direction, rows, cast }
}

export function renderFrame(s: Solids, view: View, width: number, height: number): RenderedFrame {
  const bounds = screenBounds(s, view, width, height)
  const count = width * height
  const ids = new Int16Array(count).fill(-1)
  const depth = new Float64Array(count)
  const parts = new Int16Array(count)
  const light = new Float32Array(3 * count)
  const ray = createRay(s, view, bounds, width, height)
  const { hit, rows, direction: d } = ray
  const o = view.camera.position
  const colour = new Float64Array(3)

  function shade(px: number, py: number): void {
    ray.cast(px, py)
    if (hit.row >= 0) {
      shadeSolid(s, view, hit, o, d.x, d.y, d.z, colour)
    } else {
      shadeGround(s, view, o.x + hit.t * d.x, o.y + hit.t * d.y, colour)
    }
  }

  function average(x: number, y: number): void {
    let r = 0
    let g = 0
    let b = 0
    for (let j = 0; j < 8; j += 2) {
      shade(x + 0.5 + GRID[j], y + 0.5 + GRID[j + 1])
      r += display(colour[0])
      g += display(colour[1])
      b += display(colour[2])
    }
    light.set([r / 4, g / 4, b / 4], 3 * (y * width + x))
  }

  for (let y = 0; y < height; y++) {
    selectRows(bounds, s.count, y, rows)
    for (let x = 0; x < width; x++) {
      const k = y * width + x
      shade(x + 0.5, y + 0.5)
      depth[k] = hit.t
      ids[k] = hit.row < 0 ? -1 : s.ids[hit.row]
      parts[k] = hit.row < 0 ? 0 : (hit.row + 1) * 8 + hit.part + (s.metal[hit.row] === 1 ? 1024 : 0)
      for (let c = 0; c < 3; c++) {
        light[3 * k + c] = display(colour[c])
      }
    }
  }
  for (let y = 0; y < height; y++) {
    selectRows(bounds, s.count, y, rows)
    for (let x = 0; x < width && rows.length > 0; x++) {
      if (needsMore(parts, width, height, x, y)) {
        average(x, y)
      }
    }
  }
  return { width, height, light, ids, depth }
}

/** Thing id that the middle of each pixel shows, -1 for the ground: a frame without its light. */
export function renderIds(s: Solids, view: View, width: number, height: number): Int16Array {
  const bounds = screenBounds(s, view, width, height)
  const ids = new Int16Array(width * height).fill(-1)
  const ray = createRay(s, view, bounds, width, height)
  for (let y = 0; y < height; y++) {
    selectRows(bounds, s.count, y, ray.rows)
    if (ray.rows.length === 0) {
      continue
    }
    for (let x = 0; x < width; x++) {
      ray.cast(x + 0.5, y + 0.5)
      if (ray.hit.row >= 0) {
        ids[y * width + x] = s.ids[ray.hit.row]
      }
    }
  }
  return ids
}

function selectRows(bounds: Float64Array, count: number, y: number, rows: number[]): void {
  rows.length = 0
  for (let i = 0; i < count; i++) {
    if (y + 1 >= bounds[4 * i + 1] && y <= bounds[4 * i + 3]) {
      rows.push(i)
    }
  }
}

function needsMore(parts: Int16Array, width: number, height: number, x: number, y: number): boolean {
  const k = y * width + x
  const part = parts[k]
  if (part >= 1024) {
    return true
  }
  return (
    (x > 0 && parts[k - 1] !== part) ||
    (x < width - 1 && parts[k + 1] !== part) ||
    (y > 0 && parts[k - width] !== part) ||
    (y < height - 1 && parts[k + width] !== part)
  )
}
