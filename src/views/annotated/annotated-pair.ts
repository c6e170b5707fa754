import type { Homography } from '../../domain/pair'
import { IDENTITY, invert, project } from '../../domain/homography'
import type { Rect, Size } from '../../mask/bitmap'
import { rectOf } from '../../mask/measures'
import { boxAround, wholeOf } from '../../mask/rect'
import { decodePlaced } from '../../mask/placed-mask'
import type { PlacedMask } from '../../mask/placed-mask'
import { rleArea } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { encodeJpeg } from '../../images/raster'
import type { Raster } from '../../images/raster'
import { cropPixels } from '../../images/pixels'
import { shrink } from '../../images/transform'
import { drawMarks } from './outline'
import type { Colour, Shape } from './outline'
import { clamp } from '../../basics/numbers'

interface RegionMaskPair {
  mask: Rle
  beforeMask: Rle | null
}

const QUALITY = 90

/** Okabe and Ito's set, brightest first. */
const COLOURS: readonly Colour[] = [
  [240, 228, 66],
  [86, 180, 233],
  [230, 159, 0],
  [204, 121, 167],
  [0, 158, 115],
  [213, 94, 0],
  [0, 114, 178],
]

interface AnnotatedPair {
  /** JPEG bytes, without any metadata of their source. */
  before: Buffer
  after: Buffer
  /** Whether the pictures show only what lies around the marks. */
  isCutOut: boolean
}

/**
 * Both frames with their regions outlined and numbered from 1, each where it lies in that frame; at most `side`
 * pixels long. A region without a mask in a frame is outlined there where the other frame has it, carried over
 * by the alignment (before -> after).
 */
export async function annotatePair(
  { before, after }: { before: Raster; after: Raster },
  regions: readonly RegionMaskPair[],
  alignment: Homography | null,
  side: number,
): Promise<AnnotatedPair> {
  const toAfter = alignment ?? IDENTITY
  const toBefore = invert(toAfter) ?? IDENTITY
  const boxes = regions.map(({ mask, beforeMask }) =>
    beforeMask === null ? rectOf(mask) : withMask(mask, projectedBox(rectOf(beforeMask), toAfter, after)),
  )
  const shown = windowAround(boxes, after, side)
  const isCutOut = shown.width < after.width || shown.height < after.height
  const shownBefore = isCutOut ? projectedBox(shown, toBefore, before) : wholeOf(before)
  const inAfter = regions.map(({ mask, beforeMask }) =>
    rleArea(mask) > 0 || beforeMask === null
      ? { mask, toMask: IDENTITY, fromMask: IDENTITY }
      : { mask: beforeMask, toMask: toBefore, fromMask: toAfter },
  )
  const inBefore = regions.map(({ mask, beforeMask }) =>
    beforeMask === null || rleArea(beforeMask) === 0
      ? { mask, toMask: toAfter, fromMask: toBefore }
      : { mask: beforeMask, toMask: IDENTITY, fromMask: IDENTITY },
  )
  return {
    before: await drawFrame(before, shownBefore, inBefore, side),
    after: await drawFrame(after, shown, inAfter, side),
    isCutOut,
  }
}

/** A mask, and the homographies from the shown frame to the mask's frame and back. */
interface FrameMask {
  mask: Rle
  toMask: Homography
  fromMask: Homography
}

async function drawFrame(
  frame: Raster,
  shown: Rect,
  marks: readonly FrameMask[],
  side: number,
): Promise<Buffer> {
  const isWhole = shown.width === frame.width && shown.height === frame.height
  const small = await shrink(isWhole ? frame : cropRaster(frame, shown), side)
  const picture = { ...small, data: small.data.slice() }
  drawMarks(
    picture,
    marks.map((mark, index) => ({
      shape: shapeIn(picture, shown, mark),
      number: index + 1,
      colour: COLOURS[index % COLOURS.length],
    })),
  )
  return encodeJpeg(picture, QUALITY)
}

/** The mask as it lies in a picture that shows `shown` of the frame; small objects are not lost. */
function shapeIn(picture: Raster, shown: Rect, { mask, toMask, fromMask }: FrameMask): Shape {
  const placed = decodePlaced(mask)
  const { width, height } = picture
  const [stepX, stepY] = [shown.width / width, shown.height / height]
  const samples = Math.min(4, Math.max(1, Math.ceil(Math.max(stepX, stepY))))
  const inFrame = projectedBox(placed, fromMask, {
    width: shown.x + shown.width,
    height: shown.y + shown.height,
  })
  const [firstX, lastX] = between(inFrame.x - shown.x, inFrame.width, stepX, width)
  const [firstY, lastY] = between(inFrame.y - shown.y, inFrame.height, stepY, height)
  const [across, down] = [Math.max(0, lastX - firstX), Math.max(0, lastY - firstY)]
  const shape = { x: firstX, y: firstY, width: across, height: down, data: new Uint8Array(across * down) }
  const isCovered = (column: number, row: number): boolean => {
    for (let sample = 0; sample < samples * samples; sample += 1) {
      const x = shown.x + (column + ((sample % samples) + 0.5) / samples) * stepX
      const y = shown.y + (row + (Math.floor(sample / samples) + 0.5) / samples) * stepY
      if (isSet(placed, project(toMask, { x, y }))) {
        return true
      }
    }
    return false
  }
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      shape.data[row * across + column] = isCovered(firstX + column, firstY + row) ? 1 : 0
    }
  }
  return shape
}

/** First pixel and the one behind the last that a stretch of the frame reaches. */
function between(start: number, length: number, step: number, pixels: number): [number, number] {
  const first = Math.max(0, Math.floor(start / step) - 1)
  return [first, Math.min(pixels, Math.ceil((start + length) / step) + 1)]
}

function isSet(mask: PlacedMask, { x, y }: { x: number; y: number }): boolean {
  const [column, row] = [Math.floor(x) - mask.x, Math.floor(y) - mask.y]
  const isInside = column >= 0 && row >= 0 && column < mask.width && row < mask.height
  return isInside && mask.data[row * mask.width + column] !== 0
}

/** The box around a mask, if it has pixels, and another box. */
function withMask(mask: Rle, other: Rect): Rect {
  return rleArea(mask) === 0 ? other : boxAround([rectOf(mask), other])
}

/** Surroundings on each side of what is marked, as a share of its longer side. */
const MARGIN = 0.5
/** A cut-out that would show more than this of the whole is not worth losing the rest for. */
const NEARLY_ALL = 0.7

/**
 * The shown part of an image of `width` x `height` such that boxes stay visible once its long side is `side`: the
 * whole, or a window around them where they are far smaller. Never less than `side` pixels of the image.
 */
export function windowAround(boxes: readonly Rect[], { width, height }: Size, side: number): Rect {
  const whole = wholeOf({ width, height })
  const all = boxAround(boxes)
  if (all === null || Math.max(width, height) <= side) {
    return whole
  }
  const room = MARGIN * Math.max(all.width, all.height)
  const [across, left] = span(all.x - room, all.width + 2 * room, side, width)
  const [down, top] = span(all.y - room, all.height + 2 * room, side, height)
  return across * down > NEARLY_ALL * width * height
    ? whole
    : { x: left, y: top, width: across, height: down }
}

/** Length and start in whole pixels, at least `least` and inside `whole`. */
function span(start: number, length: number, least: number, whole: number): [number, number] {
  const size = Math.min(whole, Math.max(least, Math.ceil(length)))
  const centred = Math.round(start + length / 2 - size / 2)
  return [size, Math.min(whole - size, Math.max(0, centred))]
}

/** The box around what a box becomes, in whole pixels inside `size`; the whole where nothing is left. */
function projectedBox(box: Rect, homography: Homography, { width, height }: Size): Rect {
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
    ? wholeOf({ width, height })
    : { x: left, y: top, width: right - left, height: bottom - top }
}

function cropRaster({ width, height, data }: Raster, part: Rect): Raster {
  const pixels = { width, height, channels: 3, colours: 3, data, missing: null }
  return { width: part.width, height: part.height, data: cropPixels(pixels, part, part, Uint8Array).data }
}
