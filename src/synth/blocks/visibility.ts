import { createHit, intersectOne } from './intersect'
import { screenBounds } from './render'
import { buildSolids } from './thing'
import type { Thing } from './thing'
import { TAN_HALF_HEIGHT, TAN_HALF_WIDTH } from './view'
import type { View } from './view'
import type { Change } from './change'

const WIDTH = 72
const HEIGHT = 48

export interface Visibility {
  /** Pixels of a 480 x 320 picture that show the thing. */
  readonly pixels: number
  /** Share of its outline that no other thing and no picture edge hides. */
  readonly share: number
}

/** How much of each thing a view shows, by id, estimated on a raster of 72 x 48 cells times `fineness` each way. */
export function measureVisibility(
  things: readonly Thing[],
  view: View,
  fineness: number,
): Map<number, Visibility> {
  const width = WIDTH * fineness
  const height = HEIGHT * fineness
  // One cell in pixels of a 480 x 320 picture.
  const cell = (480 / width) * (320 / height)
  const solids = buildSolids(things)
  const bounds = screenBounds(solids, view, width, height)
  const own = new Int32Array(solids.count)
  const seen = new Int32Array(solids.count)
  const nearest = new Float64Array(width * height).fill(1e30)
  const front = new Int16Array(width * height).fill(-1)
  const hit = createHit()
  const { position: o, right, up, forward } = view.camera
  for (let i = 0; i < solids.count; i++) {
    // Outside the picture the outline still counts as its own, so that cut objects have a small share.
    const x0 = Math.max(-width, Math.floor(bounds[4 * i]))
    const y0 = Math.max(-height, Math.floor(bounds[4 * i + 1]))
    const x1 = Math.min(2 * width, Math.ceil(bounds[4 * i + 2]))
    const y1 = Math.min(2 * height, Math.ceil(bounds[4 * i + 3]))
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const u = ((2 * x + 1) / width - 1) * TAN_HALF_WIDTH
        const v = (1 - (2 * y + 1) / height) * TAN_HALF_HEIGHT
        const dx = forward.x + u * right.x + v * up.x
        const dy = forward.y + u * right.y + v * up.y
        const dz = forward.z + u * right.z + v * up.z
        const n = Math.sqrt(dx * dx + dy * dy + dz * dz)
        hit.t = 1e30
        if (!intersectOne(solids, i, o.x, o.y, o.z, dx / n, dy / n, dz / n, hit)) {
          continue
        }
        own[i] = own[i] + 1
        if (x < 0 || y < 0 || x >= width || y >= height) {
          continue
        }
        const k = y * width + x
        if (hit.t < nearest[k]) {
          nearest[k] = hit.t
          front[k] = i
        }
      }
    }
  }
  for (const i of front) {
    if (i >= 0) {
      seen[i] = seen[i] + 1
    }
  }
  const out = new Map<number, Visibility>()
  things.forEach((thing, i) => {
    const all = own[i]
    out.set(thing.id, { pixels: seen[i] * cell, share: all === 0 ? 0 : seen[i] / all })
  })
  return out
}

const LEAST_CHANGED_SHARE = 0.45

/** A finer raster where things may be small. */
export function finenessFor(leastPixels: number): number {
  return leastPixels < 100 ? 3 : 1
}

/** Ids of the things that both frames show well; null where a change, or too much else, is hidden. */
export function findVisible(
  changes: readonly Change[],
  after: readonly Thing[],
  afterView: View,
  seenBefore: ReadonlyMap<number, Visibility>,
  leastPixels: number,
): Set<number> | null {
  const fineness = finenessFor(leastPixels)
  const seenAfter = measureVisibility(after, afterView, fineness)
  const isPlain = (seen: Visibility | undefined): boolean =>
    seen !== undefined && seen.share >= LEAST_CHANGED_SHARE && seen.pixels >= leastPixels
  for (const { before: was, after: is } of changes.flatMap((change) => change.things)) {
    if (was !== null && (seenBefore.get(was.id)?.share ?? 0) < LEAST_CHANGED_SHARE) {
      return null
    }
    if (is !== null && !isPlain(seenAfter.get(is.id))) {
      return null
    }
    // The place that a thing left must be seen, or nobody could tell that it is gone.
    const ghost = was !== null && is === null ? was : null
    if (ghost !== null && !isPlain(measureVisibility([...after, ghost], afterView, fineness).get(ghost.id))) {
      return null
    }
  }
  const well = after.filter((thing) => (seenAfter.get(thing.id)?.pixels ?? 0) >= leastPixels)
  if (well.length < after.length - 2) {
    return null
  }
  return new Set(well.map((thing) => thing.id).filter((id) => seenBefore.has(id)))
}
