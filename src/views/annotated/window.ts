import type { Homography } from '../../domain/pair'
import { project } from '../../domain/homography'
import type { Rect } from '../../mask/bitmap'
import type { Raster } from '../../images/raster'
import { clamp } from '../../domain/numbers'

/** Surroundings on each side of what is marked, as a share of its longer side. */
const MARGIN = 0.5
/** A cut-out that would show more than this of the whole is not worth losing the rest for. */
const NEARLY_ALL = 0.7

/**
 * The shown part of an image of `width` x `height` such that boxes stay visible once its long side is `side`: the
 * whole, or a window around them where they are far smaller. Never less than `side` pixels of the image.
 */
export function windowAround(
  boxes: readonly Rect[],
  { width, height }: { width: number; height: number },
  side: number,
): Rect {
  const whole = { x: 0, y: 0, width, height }
  if (boxes.length === 0 || Math.max(width, height) <= side) {
    return whole
  }
  const all = around(boxes)
  const room = MARGIN * Math.max(all.width, all.height)
  const [across, left] = span(all.x - room, all.width + 2 * room, side, width)
  const [down, top] = span(all.y - room, all.height + 2 * room, side, height)
  return across * down > NEARLY_ALL * width * height
    ? whole
    : { x: left, y: top, width: across, height: down }
}

function around(boxes: readonly Rect[]): Rect {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Length and start in whole pixels, at least `least` and inside `whole`. */
function span(start: number, length: number, least: number, whole: number): [number, number] {
  const size = Math.min(whole, Math.max(least, Math.ceil(length)))
  const centred = Math.round(start + length / 2 - size / 2)
  return [size, Math.min(whole - size, Math.max(0, centred))]
}

/** The box around what a box becomes, in whole pixels inside `size`; the whole where nothing is left. */
export function projectedBox(
  box: Rect,
  homography: Homography,
  { width, height }: { width: number; height: number },
): Rect {
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ].map(([x, y]) => project(homography, { x, y }))
  const left = clamp(Math.floor(Math.min(...corners.map(({ x }) => x))), width)
  const top = clamp(Math.floor(Math.min(...corners.map(({ y }) => y))), height)
  const right = clamp(Math.ceil(Math.max(...corners.map(({ x }) => x))), width)
  const bottom = clamp(Math.ceil(Math.max(...corners.map(({ y }) => y))), height)
  return right - left < 1 || bottom - top < 1
    ? { x: 0, y: 0, width, height }
    : { x: left, y: top, width: right - left, height: bottom - top }
}

export function cropRaster({ width, data }: Raster, { x, y, width: across, height: down }: Rect): Raster {
  const pixels = new Uint8Array(across * down * 3)
  for (let row = 0; row < down; row += 1) {
    const from = ((y + row) * width + x) * 3
    pixels.set(data.subarray(from, from + across * 3), row * across * 3)
  }
  return { width: across, height: down, data: pixels }
}
