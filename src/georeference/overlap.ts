import { applyAffine } from '../domain/affine'
import type { Frame } from '../domain/document'
import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { converterOf } from './ground'
import { areaOf, boundsOf, clippedTo, inSteps, mapped, outlineIn } from './outline'
import type { Polygon } from './outline'
import { pixelMapBetween } from './pixel-map'
import type { PixelMap, Point } from './pixel-map'
import type { ImageGeoreference } from './read'

/** Both frames of a pair, each with a georeference. */
export type FramePair = Readonly<Record<Frame, ImageGeoreference>>

/** Where both frames show the ground. */
export interface Overlap {
  /** In pixels of the after frame. */
  polygon: Polygon
  /** A point in it. */
  middle: Point
}

/** Pixels of either frame that the overlap has at least on a side, but for rounding. */
const LEAST = 0.99

export function overlapOf(frames: FramePair, toAfter: PixelMap): Overlap | { reason: Message } {
  const toBefore = pixelMapBetween(frames.after, frames.before)
  const polygon = commonPart(frames, toAfter, toBefore)
  if (polygon === null) {
    return { reason: whyNotConvertible(frames) }
  }
  if (!(areaOf(polygon) > 0)) {
    const isThere = isAtMeridian(frames) || overlapsATurnOn(frames)
    return { reason: isThere ? message('overlay.antimeridian') : message('overlay.none') }
  }
  const inBefore = mapped(polygon, toBefore)
  if (inBefore === null || !isWithin(polygon, frames.after) || !isWithin(inBefore, frames.before)) {
    return { reason: whyNotConvertible(frames) }
  }
  return isWide(polygon) && isWide(inBefore)
    ? { polygon, middle: middleOf(polygon) }
    : { reason: message('overlay.lessThanPixel') }
}

function whyNotConvertible(frames: FramePair): Message {
  return isAtMeridian(frames) ? message('overlay.antimeridian') : message('overlay.notConvertible')
}

/** Of the size of an image, beside two pixels: sides that a projection bends are followed in steps. */
const ROOM = 0.05

/** False where a projection leads a turn further on, or elsewhere. */
function isWithin(polygon: Polygon, { width, height }: ImageGeoreference): boolean {
  const { left, top, right, bottom } = boundsOf(polygon)
  const [across, down] = [2 + ROOM * width, 2 + ROOM * height]
  return left >= -across && top >= -down && right <= width + across && bottom <= height + down
}

/** Null where neither frame as a whole can be brought into the system of the other one. */
function commonPart({ before, after }: FramePair, toAfter: PixelMap, toBefore: PixelMap): Polygon | null {
  const one = outlineIn(before, toAfter)
  if (one !== null) {
    return clippedTo(one, after)
  }
  // of a map of the world only the part that the other frame shows can be projected
  const other = outlineIn(after, toBefore)
  return other === null ? null : mapped(inSteps(clippedTo(other, before)), toAfter)
}

function isWide(polygon: Polygon): boolean {
  const { left, top, right, bottom } = boundsOf(polygon)
  return right - left >= LEAST && bottom - top >= LEAST
}

function middleOf(polygon: Polygon): Point {
  const sum = polygon.reduce<Point>(([x, y], [nextX, nextY]) => [x + nextX, y + nextY], [0, 0])
  return [sum[0] / polygon.length, sum[1] / polygon.length]
}

const HALF_TURN = 180

/** Whether the edge of either frame crosses the 180th meridian, or goes around a pole. */
function isAtMeridian({ before, after }: FramePair): boolean {
  return [before, after].some(({ crs, transform, width, height }) => {
    if (crs === null) {
      return false
    }
    const converter = converterOf(crs)
    const longitudes = outlineIn({ width, height }, everyPixel)?.map(
      ([column, row]) => converter.toPlace(...applyAffine(transform, column, row))?.longitude ?? 0,
    )
    return (longitudes ?? []).some(
      (longitude, index, all) =>
        Math.abs(longitude) > HALF_TURN || Math.abs(longitude - all[(index + 1) % all.length]) > HALF_TURN,
    )
  })
}

/** Not affine, so that an outline has points between its corners. */
const everyPixel: PixelMap = { affine: null, at: (column, row) => [column, row] }

/** Longitudes of one place may be 180 and -180. */
function overlapsATurnOn({ before, after }: FramePair): boolean {
  if (after.crs?.isGeographic !== true) {
    return false
  }
  const turn = (2 * Math.PI) / after.crs.unitFactor
  const [t0, ...others] = after.transform
  return [turn, -turn].some((shift) => {
    const turned = { ...after, transform: [t0 + shift, ...others] as typeof after.transform }
    const part = commonPart(
      { before, after: turned },
      pixelMapBetween(before, turned),
      pixelMapBetween(turned, before),
    )
    return part !== null && areaOf(part) > 0
  })
}
