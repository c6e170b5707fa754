import { boundsOf, invert, multiply, rotation, scaling, translation, pointsAcross } from '../affine'
import type { Affine } from '../affine'
import { boxBlur, MARGIN } from '../canvas'
import type { Layer } from '../canvas'
import type { OutlinedThing } from '../library'
import type { CastShadow, Placement } from '../planned'
import type { Size } from '../../../mask/bitmap'

/** Outlines hold a rim of what was behind the thing: cover under the one is none, over the other whole. */
const RIM = { none: 0.3, whole: 0.85 }

/** A thing as it lies on the canvas. */
export function thingLayer(thing: OutlinedThing, placement: Placement, canvas: Size): Layer {
  const { side, angleRad, isMirrored, soft, defocus } = placement
  const { box } = thing
  const scale = side / Math.max(box.width, box.height)
  const turned = multiply(rotation(angleRad), scaling(isMirrored ? -scale : scale, scale))
  const onCanvas = multiply(
    translation(placement.x + MARGIN, placement.y + MARGIN),
    multiply(turned, translation(-box.width / 2, -box.height / 2)),
  )
  const pad = Math.ceil(2 * defocus + soft) + 1
  const bounds = boundsOf(onCanvas, box.width, box.height)
  const left = Math.max(-pad, bounds.left - pad)
  const top = Math.max(-pad, bounds.top - pad)
  const width = Math.max(1, Math.min(canvas.width + pad, bounds.right + pad) - left)
  const height = Math.max(1, Math.min(canvas.height + pad, bounds.bottom + pad) - top)
  const drawn = drawThing(thing, multiply(invert(onCanvas), translation(left, top)), width, height)
  const softened = boxBlur(drawn, width, height, 4, soft / 2)
  tightenAndTone(softened, placement)
  const data = defocus > 0 ? boxBlur(softened, width, height, 4, defocus) : softened
  return { left, top, width, height, data }
}

/** Means over what a pixel covers; four numbers a pixel, colours times cover. */
function drawThing(
  { image, box, alpha }: OutlinedThing,
  map: Affine,
  width: number,
  height: number,
): Float32Array {
  const out = new Float32Array(4 * width * height)
  const points = pointsAcross(map)
  const isEnlarged = points === 1
  const weight = 1 / (points * points * 255)
  const [a, b, c, d, e, f] = map
  for (let at = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      for (let j = 0; j < points; j++) {
        for (let i = 0; i < points; i++) {
          const [px, py] = [x + (i + 0.5) / points, y + (j + 0.5) / points]
          const [u, v] = [a * px + b * py + c, d * px + e * py + f]
          if (u < -1 || v < -1 || u > box.width + 1 || v > box.height + 1) {
            continue
          }
          if (isEnlarged) {
            addBlended(image.data, image.width, box, alpha, u - 0.5, v - 0.5, weight, out, at)
          } else {
            addPixel(image.data, image.width, box, alpha, Math.floor(u), Math.floor(v), weight, out, at)
          }
        }
      }
    }
  }
  return out
}

function addBlended(
  pixels: Uint8Array,
  imageWidth: number,
  box: OutlinedThing['box'],
  alpha: Uint8Array,
  x: number,
  y: number,
  weight: number,
  out: Float32Array,
  to: number,
): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - left, y - top]
  addPixel(pixels, imageWidth, box, alpha, left, top, weight * (1 - u) * (1 - v), out, to)
  addPixel(pixels, imageWidth, box, alpha, left + 1, top, weight * u * (1 - v), out, to)
  addPixel(pixels, imageWidth, box, alpha, left, top + 1, weight * (1 - u) * v, out, to)
  addPixel(pixels, imageWidth, box, alpha, left + 1, top + 1, weight * u * v, out, to)
}

function addPixel(
  pixels: Uint8Array,
  imageWidth: number,
  box: OutlinedThing['box'],
  alpha: Uint8Array,
  x: number,
  y: number,
  weight: number,
  out: Float32Array,
  to: number,
): void {
  if (x < 0 || y < 0 || x >= box.width || y >= box.height) {
    return
  }
  const cover = alpha[y * box.width + x] * weight
  if (cover > 0) {
    const from = 3 * ((y + box.y) * imageWidth + x + box.x)
    out[to] += pixels[from] * cover
    out[to + 1] += pixels[from + 1] * cover
    out[to + 2] += pixels[from + 2] * cover
    out[to + 3] += cover
  }
}

function tightenAndTone(data: Float32Array, { tone: { gain, offset } }: Placement): void {
  const span = RIM.whole - RIM.none
  for (let at = 0; at < data.length; at += 4) {
    const cover = data[at + 3]
    if (cover <= RIM.none) {
      data.fill(0, at, at + 4)
      continue
    }
    const tight = Math.min(1, (cover - RIM.none) / span)
    for (let channel = 0; channel < 3; channel++) {
      const level = (data[at + channel] / cover) * gain[channel] + offset
      data[at + channel] = Math.min(255, Math.max(0, level)) * tight
    }
    data[at + 3] = tight
  }
}

/** The shadow that a thing throws from its lowest row: its cover sheared, pressed flat and blurred. */
export function castShadowLayer(thing: Layer, { lean, flat, soft }: CastShadow, canvas: Size): Layer {
  const foot = footOf(thing)
  const reach = (foot - thing.top) * flat
  const pad = Math.ceil(soft * 2) + 1
  const sway = lean * (foot - thing.top)
  const left = Math.max(-pad, Math.floor(thing.left + Math.min(0, sway)) - pad)
  const right = Math.min(canvas.width + pad, Math.ceil(thing.left + thing.width + Math.max(0, sway)) + pad)
  const top = Math.max(-pad, Math.floor(foot + Math.min(0, reach)) - pad)
  const bottom = Math.min(canvas.height + pad, Math.ceil(foot + Math.max(0, reach)) + pad)
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const cover = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const up = (y + 0.5 + top - foot) / flat
    const row = Math.floor(foot - up - thing.top)
    if (up < 0 || row < 0 || row >= thing.height) {
      continue
    }
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x + 0.5 + left - lean * up - thing.left)
      if (column >= 0 && column < thing.width) {
        cover[y * width + x] = thing.data[4 * (row * thing.width + column) + 3]
      }
    }
  }
  const blurred = boxBlur(cover, width, height, 1, soft)
  const data = new Float32Array(4 * width * height)
  for (let at = 0; at < blurred.length; at++) {
    data[4 * at + 3] = blurred[at]
  }
  return { left, top, width, height, data }
}

/** Below the lowest row that the thing covers, pixels of the canvas. */
function footOf({ top, width, height, data }: Layer): number {
  for (let row = height - 1; row > 0; row--) {
    for (let column = 0; column < width; column++) {
      if (data[4 * (row * width + column) + 3] > 0.5) {
        return top + row + 1
      }
    }
  }
  return top + height
}
