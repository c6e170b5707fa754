// Place in the scene of each pixel of a frame. The scene is the canvas without its margin.

import { invert, mapX, mapY, multiply, rotation, scaling, translation } from '../affine'
import type { Affine } from '../affine'
import { MARGIN } from '../canvas'
import type { Canvas } from '../canvas'
import { coverageOf } from '../changes/coverage'
import type { Mark } from '../changes/apply'
import type { FrameName, Alignment, PlannedNuisances, Waving } from '../planned'
import { smoothField } from '../../random'
import type { FrameSize } from '../shapes'

/** Two floats (x, y) a pixel of the frame, pixels of the scene, middles at .5. Null for the identity. */
export type SceneMap = Float32Array | null

export function sceneMapOf(nuisances: PlannedNuisances, frame: FrameName, size: FrameSize): SceneMap {
  const { alignment, waving } = nuisances
  const isMoved = frame === 'after' && alignment.pixels > 0
  const isWaving = waving !== null && waving.frame === frame
  if (!isMoved && !isWaving) {
    return null
  }
  const { width, height } = size
  const map = new Float32Array(2 * width * height)
  const affine = isMoved ? affineOf(alignment, size) : translation(0, 0)
  for (let at = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 2) {
      map[at] = mapX(affine, x + 0.5, y + 0.5)
      map[at + 1] = mapY(affine, x + 0.5, y + 0.5)
    }
  }
  if (isMoved && alignment.warp !== null) {
    const { pixels, cell, seed } = alignment.warp
    addField(map, size, pixels, cell, seed, null)
  }
  if (isWaving) {
    addField(map, size, waving.pixels, waving.cell, waving.seed, partOf(waving, size))
  }
  return map
}

/** Row-major 3 x 3 from the before to the after frame, pixels with middles at .5; null if there is none. */
export function homographyOf({ alignment, waving }: PlannedNuisances, size: FrameSize): number[] | null {
  if (waving !== null || alignment.warp !== null) {
    return null
  }
  return [...invert(affineOf(alignment, size)), 0, 0, 1]
}

/** From pixels of the after frame to the scene. */
function affineOf({ shiftX, shiftY, angleRad, scale }: Alignment, { width, height }: FrameSize): Affine {
  const turned = multiply(rotation(angleRad), scaling(scale, scale))
  return multiply(
    translation(width / 2 + shiftX, height / 2 + shiftY),
    multiply(turned, translation(-width / 2, -height / 2)),
  )
}

function addField(
  map: Float32Array,
  { width, height }: FrameSize,
  pixels: number,
  cell: number,
  seed: number,
  part: Float32Array | null,
): void {
  const across = smoothField(seed, cell, width, height)
  const down = smoothField(seed + 1, cell, width, height)
  for (let pixel = 0; pixel < across.length; pixel++) {
    const much = part === null ? pixels : pixels * part[pixel]
    map[2 * pixel] += much * across[pixel]
    map[2 * pixel + 1] += much * down[pixel]
  }
}

/** Strength of the waving at each pixel of the frame, 0 to 1. */
function partOf({ part }: Waving, { width, height }: FrameSize): Float32Array | null {
  if (part === null) {
    return null
  }
  const canvas = { width: width + 2 * MARGIN, height: height + 2 * MARGIN }
  const layer = coverageOf(part, 8, canvas)
  const out = new Float32Array(width * height)
  for (let row = 0; row < layer.height; row++) {
    const y = row + layer.top - MARGIN
    for (let column = 0; column < layer.width; column++) {
      const x = column + layer.left - MARGIN
      if (x >= 0 && y >= 0 && x < width && y < height) {
        out[y * width + x] = layer.data[4 * (row * layer.width + column) + 3]
      }
    }
  }
  return out
}

/** Pixels of a frame, sampled from the canvas: three floats each. */
export function look(canvas: Canvas, map: SceneMap, { width, height }: FrameSize): Float32Array {
  const out = new Float32Array(3 * width * height)
  if (map === null) {
    for (let y = 0; y < height; y++) {
      const from = 3 * ((y + MARGIN) * canvas.width + MARGIN)
      out.set(canvas.data.subarray(from, from + 3 * width), 3 * y * width)
    }
    return out
  }
  const across = new Float64Array(4)
  const down = new Float64Array(4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = Math.min(canvas.width - 3, Math.max(1, map[2 * pixel] + MARGIN - 0.5))
    const y = Math.min(canvas.height - 3, Math.max(1, map[2 * pixel + 1] + MARGIN - 0.5))
    const [left, top] = [Math.floor(x), Math.floor(y)]
    weigh(x - left, across)
    weigh(y - top, down)
    addCubic(canvas, left - 1, top - 1, across, down, out, 3 * pixel)
  }
  return out
}

/** Weights of Catmull and Rom: sharp where a mean would blur, so that no frame can be identified by its sharpness. */
function weigh(t: number, weights: Float64Array): void {
  const t2 = t * t
  const t3 = t2 * t
  weights[0] = 0.5 * (2 * t2 - t3 - t)
  weights[1] = 0.5 * (3 * t3 - 5 * t2 + 2)
  weights[2] = 0.5 * (4 * t2 - 3 * t3 + t)
  weights[3] = 0.5 * (t3 - t2)
}

function addCubic(
  { width, data }: Canvas,
  left: number,
  top: number,
  across: Float64Array,
  down: Float64Array,
  out: Float32Array,
  to: number,
): void {
  let [red, green, blue] = [0, 0, 0]
  for (let j = 0; j < 4; j++) {
    let from = 3 * ((top + j) * width + left)
    for (let i = 0; i < 4; i++, from += 3) {
      const weight = down[j] * across[i]
      red += weight * data[from]
      green += weight * data[from + 1]
      blue += weight * data[from + 2]
    }
  }
  out[to] = red
  out[to + 1] = green
  out[to + 2] = blue
}

/** The marked pixels in a frame: those whose middle maps to one. */
export function lookAtMark(mark: Mark, map: SceneMap, { width, height }: FrameSize): Uint8Array {
  const columns = width + 2 * MARGIN
  const rows = height + 2 * MARGIN
  const out = new Uint8Array(width * height)
  for (let pixel = 0; pixel < out.length; pixel++) {
    const x = map === null ? pixel % width : Math.floor(map[2 * pixel])
    const y = map === null ? Math.floor(pixel / width) : Math.floor(map[2 * pixel + 1])
    const column = Math.min(columns - 1, Math.max(0, x + MARGIN))
    const row = Math.min(rows - 1, Math.max(0, y + MARGIN))
    out[pixel] = mark[row * columns + column]
  }
  return out
}
