import type { Bitmap, Rect, Size } from '../../mask/bitmap'
import { sharedArea } from '../../mask/rect'
import { dilate } from '../../mask/morphology'
import { boundsOfSet } from '../../mask/bitmap'
import type { Raster } from '../../images/raster'
import { clamp } from '../../basics/numbers'

/** Digits of 3 x 5 points, row by row from the top, `1` set. */
const DIGITS = [
  '111101101101111',
  '010110010010111',
  '111001111100111',
  '111001111001111',
  '101101111001001',
  '111100111001111',
  '111100111101111',
  '111001001001001',
  '111101111101111',
  '111101111001111',
]
/** Pixels of a point: digits that a vision model can read, and that hide little of a small picture. */
function dotSize({ width, height }: Size): number {
  return Math.min(4, Math.max(2, Math.round(Math.max(width, height) / 256)))
}

/** Pixels of the plate that a number stands on, in a picture. */
function numberSize(picture: Size, number: number): Size {
  const dot = dotSize(picture)
  return { width: dot * (String(number).length * 4 + 1), height: dot * 7 }
}

/** A number on a plate whose top-left corner is at `x`, `y`; what lies outside the picture is left out. */
function drawNumber(
  picture: Raster,
  number: number,
  { x, y }: { x: number; y: number },
  plate: readonly [number, number, number],
): void {
  const dot = dotSize(picture)
  const { width, height } = numberSize(picture, number)
  fill(picture, { x, y, width, height }, plate)
  const ink: readonly [number, number, number] = isBright(plate) ? [0, 0, 0] : [255, 255, 255]
  const written = String(number)
  for (let index = 0; index < written.length; index += 1) {
    const left = x + dot + index * 4 * dot
    const points = DIGITS[Number(written[index])]
    for (let at = 0; at < points.length; at += 1) {
      if (points[at] === '1') {
        const corner = { x: left + (at % 3) * dot, y: y + dot + Math.floor(at / 3) * dot }
        fill(picture, { ...corner, width: dot, height: dot }, ink)
      }
    }
  }
}

function isBright([red, green, blue]: readonly [number, number, number]): boolean {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 128
}

function fill(
  { width, height, data }: Raster,
  box: { x: number; y: number; width: number; height: number },
  colour: readonly [number, number, number],
): void {
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y += 1) {
    for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.width); x += 1) {
      data.set(colour, (y * width + x) * 3)
    }
  }
}

export type Colour = readonly [red: number, green: number, blue: number]

/** Pixels between a region and its outline, so that no pixel of the region is covered. */
const GAP = 2
const THICKNESS = 2
const HALO = 1
const REACH = GAP + THICKNESS + HALO

/** A rectangle of an image, and which of its pixels are set: row-major, `width * height`. */
export interface Shape extends Rect {
  data: Uint8Array
}

/** The pixels that are set in an image, and their marks. */
export interface Mark {
  shape: Shape
  number: number
  colour: Colour
}

/** Draws a line around what each mark has set, and a number beside it, into the picture. */
export function drawMarks(picture: Raster, marks: readonly Mark[]): void {
  const boxes = marks.flatMap((mark) => {
    const box = extent(mark.shape)
    return box === null ? [] : [{ ...mark, box }]
  })
  boxes.forEach(({ shape, colour, box }) => drawLine(picture, shape, colour, box))
  const occupied = boxes.map(({ box }) => box)
  // numbers last, as a line through one makes another of it
  for (const { number, colour, box } of boxes) {
    const plate = emptiestPosition(box, numberSize(picture, number), picture, occupied)
    occupied.push(plate)
    drawNumber(picture, number, plate, colour)
  }
}

/** A dark rim keeps the line visible on any ground. */
function drawLine(picture: Raster, shape: Shape, colour: Colour, box: Rect): void {
  const within = grown(box, REACH + 1, picture)
  const part = partOf(shape, box, within)
  const [inner, middle, outer] = [dilate(part, GAP), dilate(part, GAP + THICKNESS), dilate(part, REACH)]
  for (let at = 0; at < part.data.length; at += 1) {
    if (outer.data[at] !== 0 && inner.data[at] === 0) {
      const [x, y] = [within.x + (at % within.width), within.y + Math.floor(at / within.width)]
      picture.data.set(middle.data[at] === 0 ? DARK : colour, (y * picture.width + x) * 3)
    }
  }
}

/** The position beside a box that hides least of the occupied rectangles; above it where several are equal. */
function emptiestPosition(
  box: Rect,
  { width, height }: Size,
  picture: Size,
  occupied: readonly Rect[],
): Rect {
  const [left, right] = [box.x - REACH, box.x + box.width + REACH - width]
  const [above, below] = [box.y - REACH - height, box.y + box.height + REACH]
  const places: readonly (readonly [number, number])[] = [
    [left, above],
    [right, above],
    [left, below],
    [right, below],
    [box.x - REACH - width, box.y],
    [box.x + box.width + REACH, box.y],
  ]
  const plates = places.map(([x, y]) => ({
    x: clamp(x, picture.width - width),
    y: clamp(y, picture.height - height),
    width,
    height,
  }))
  const hidden = plates.map((plate) => occupied.reduce((sum, other) => sum + sharedArea(plate, other), 0))
  return plates[hidden.indexOf(Math.min(...hidden))]
}

const DARK: Colour = [16, 16, 16]

/** Null where nothing is set. */
function extent(shape: Shape): Rect | null {
  const bounds = boundsOfSet(shape)
  return bounds === null ? null : { ...bounds, x: shape.x + bounds.x, y: shape.y + bounds.y }
}

function grown({ x, y, width, height }: Rect, by: number, picture: Size): Rect {
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)]
  const right = Math.min(picture.width, x + width + by)
  const bottom = Math.min(picture.height, y + height + by)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** What is set in a box of a shape, with the room of `within` around it. */
function partOf(shape: Shape, box: Rect, within: Rect): Bitmap {
  const part = new Uint8Array(within.width * within.height)
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.y - shape.y + row) * shape.width + box.x - shape.x
    const to = (box.y - within.y + row) * within.width + box.x - within.x
    part.set(shape.data.subarray(from, from + box.width), to)
  }
  return { width: within.width, height: within.height, data: part }
}
