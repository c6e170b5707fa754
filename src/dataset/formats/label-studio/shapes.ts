import { z } from 'zod'
import { fillPolygons } from '../../../mask/fill-polygons'
import { decodeBrush } from '../../../mask/label-studio-rle'
import { encodeRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import type { Size } from '../../../mask/bitmap'
import { rleOfBox } from '../../import/masks'
import { ImportProblem } from '../../import/problems'

/** Masks of the shapes that Label Studio draws. Lengths are percents of the sides of the image. */

type Value = Readonly<Record<string, unknown>>
type Point = readonly [x: number, y: number]

const MASKS = new Map<string, (value: Value, size: Size) => Rle>([
  ['brushlabels', maskOfBrush],
  ['polygonlabels', maskOfPolygon],
  ['rectanglelabels', maskOfRectangle],
  ['ellipselabels', maskOfEllipse],
])

/** Its tags for images; the rest, such as relations and choices, draws nothing. */
const DRAWN = /^(?:(?:brush|bitmask|polygon|vector|rectangle|ellipse|keypoint)(?:labels)?|labels)$/

/** Whether the type draws a shape that has a mask here. */
export function isRead(type: string): boolean {
  return MASKS.has(type)
}

export function isPassedOver(type: string): boolean {
  return DRAWN.test(type) && !isRead(type)
}

/** @throws ImportProblem, RleError */
export function maskOfShape(type: string, value: Value, size: Size): Rle {
  const maskOf = MASKS.get(type)
  if (maskOf === undefined) {
    throw new ImportProblem(`The type ${type} draws no shape.`)
  }
  return maskOf(value, size)
}

function maskOfBrush(value: Value, { width, height }: Size): Rle {
  const bytes = z.array(z.int().min(0).max(255)).safeParse(value['rle'])
  if (!bytes.success) {
    throw new ImportProblem('A brush has no rle.')
  }
  return encodeRle(decodeBrush(bytes.data, width, height))
}

function maskOfPolygon(value: Value, size: Size): Rle {
  const points = z.array(z.tuple([z.number(), z.number()])).safeParse(value['points'])
  if (!points.success) {
    throw new ImportProblem('A polygon has no points.')
  }
  return filled(
    points.data.map(([x, y]) => [inPixels(x, size.width), inPixels(y, size.height)]),
    size,
  )
}

/** Degrees, clockwise. */
const rotation = z.number().nullish()
const rectangleSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  rotation,
})

function maskOfRectangle(value: Value, size: Size): Rle {
  const parsed = rectangleSchema.safeParse(value)
  if (!parsed.success) {
    throw new ImportProblem('A rectangle has no x, y, width and height.')
  }
  const [left, width] = [parsed.data.x, parsed.data.width].map((percent) => inPixels(percent, size.width))
  const [top, height] = [parsed.data.y, parsed.data.height].map((percent) => inPixels(percent, size.height))
  const degrees = parsed.data.rotation ?? 0
  if (degrees % 360 === 0) {
    return rleOfBox([left, top, width, height], size, 'a rectangle')
  }
  const corners: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  return filled(turned(corners, [left, top], degrees), size)
}

const ellipseSchema = z.object({
  /** Of the middle. */
  x: z.number(),
  y: z.number(),
  radiusX: z.number().min(0),
  radiusY: z.number().min(0),
  rotation,
})

const [FEWEST_CORNERS, MOST_CORNERS] = [32, 4096]

function maskOfEllipse(value: Value, size: Size): Rle {
  const parsed = ellipseSchema.safeParse(value)
  if (!parsed.success) {
    throw new ImportProblem('An ellipse has no x, y, radiusX and radiusY.')
  }
  const { x, y, radiusX, radiusY, rotation: degrees } = parsed.data
  const [across, down] = [inPixels(radiusX, size.width), inPixels(radiusY, size.height)]
  // its sides are less than a tenth of a pixel off
  const wanted = Math.ceil(8 * Math.sqrt(Math.max(across, down)))
  const count = Math.min(MOST_CORNERS, Math.max(FEWEST_CORNERS, wanted))
  const corners = Array.from({ length: count }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / count
    return [across * Math.cos(angle), down * Math.sin(angle)]
  })
  return filled(turned(corners, [inPixels(x, size.width), inPixels(y, size.height)], degrees ?? 0), size)
}

function inPixels(percent: number, side: number): number {
  return (percent / 100) * side
}

/** Points around the origin, turned clockwise as they are seen, around a middle. */
function turned(points: readonly Point[], [middleX, middleY]: Point, degrees: number): Point[] {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return points.map(([x, y]) => [middleX + x * cos - y * sin, middleY + x * sin + y * cos])
}

function filled(points: readonly Point[], { width, height }: Size): Rle {
  return fillPolygons([points.flat()], width, height)
}
