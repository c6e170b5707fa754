import type { RenderedFrame } from './render'
import { RADIUS } from './thing'
import type { Thing } from './thing'
import { TAN_HALF_HEIGHT, TAN_HALF_WIDTH } from './view'
import type { View } from './view'
import { cosine, sine } from '../numeric'

/**
 * Where each pixel of one frame is in the other: two floats (x, y) a pixel, in pixels of the other frame with
 * pixel middles at .5; NaN where the surface point has no counterpart there (gone, hidden, out of the picture).
 */
export function correspond(
  from: RenderedFrame,
  fromThings: readonly Thing[],
  fromView: View,
  to: RenderedFrame,
  toThings: readonly Thing[],
  toView: View,
): Float32Array {
  const { width, height } = from
  const out = new Float32Array(2 * width * height).fill(Number.NaN)
  const motion = bodyMotions(fromThings, toThings)
  const { position: o, right, up, forward } = fromView.camera
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = y * width + x
      const id = from.ids[k]
      const move = motion.get(id)
      if (move === undefined) {
        continue
      }
      const u = ((2 * x + 1) / width - 1) * TAN_HALF_WIDTH
      const v = (1 - (2 * y + 1) / height) * TAN_HALF_HEIGHT
      const dx = forward.x + u * right.x + v * up.x
      const dy = forward.y + u * right.y + v * up.y
      const dz = forward.z + u * right.z + v * up.z
      const t = from.depth[k] / Math.sqrt(dx * dx + dy * dy + dz * dz)
      const wx = o.x + t * dx - move.x0
      const wy = o.y + t * dy - move.y0
      const px = move.x1 + move.scale * (move.cos * wx - move.sin * wy)
      const py = move.y1 + move.scale * (move.sin * wx + move.cos * wy)
      project(px, py, move.scale * (o.z + t * dz), id, to, toView, out, k)
    }
  }
  return out
}

interface Motion {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly cos: number
  readonly sin: number
  readonly scale: number
}

/** How each thing's body, and the ground (-1), goes from one scene to the other. */
function bodyMotions(fromThings: readonly Thing[], toThings: readonly Thing[]): Map<number, Motion> {
  const still: Motion = { x0: 0, y0: 0, x1: 0, y1: 0, cos: 1, sin: 0, scale: 1 }
  const out = new Map([[-1, still]])
  for (const a of fromThings) {
    const b = toThings.find((thing) => thing.id === a.id)
    if (b === undefined) {
      continue
    }
    const turn = b.angleRad - a.angleRad
    out.set(a.id, {
      x0: a.x,
      y0: a.y,
      x1: b.x,
      y1: b.y,
      cos: turn === 0 ? 1 : cosine(turn),
      sin: turn === 0 ? 0 : sine(turn),
      scale: RADIUS[b.size] / RADIUS[a.size],
    })
  }
  return out
}

/** Share of the distance by which the other frame's surface may lie nearer and still be the same point. */
const DEPTH_SLACK = 0.02

function project(
  px: number,
  py: number,
  pz: number,
  id: number,
  to: RenderedFrame,
  view: View,
  out: Float32Array,
  k: number,
): void {
  const { position: o, right, up, forward } = view.camera
  const rx = px - o.x
  const ry = py - o.y
  const rz = pz - o.z
  const z = rx * forward.x + ry * forward.y + rz * forward.z
  if (z <= 0) {
    return
  }
  const u = (rx * right.x + ry * right.y + rz * right.z) / z / TAN_HALF_WIDTH
  const v = (rx * up.x + ry * up.y + rz * up.z) / z / TAN_HALF_HEIGHT
  const x = ((u + 1) * to.width) / 2
  const y = ((1 - v) * to.height) / 2
  if (!(x >= 0 && y >= 0 && x < to.width && y < to.height)) {
    return
  }
  const at = Math.floor(y) * to.width + Math.floor(x)
  if (to.ids[at] !== id) {
    return
  }
  const distance = Math.sqrt(rx * rx + ry * ry + rz * rz)
  if (id >= 0 && distance > to.depth[at] * (1 + DEPTH_SLACK)) {
    return
  }
  out[2 * k] = x
  out[2 * k + 1] = y
}
