import { EventLoopTurns } from '../process/event-loop-turns'
import { BAND, eachRun } from './grid-runs'
import type { Run, ToImage } from './grid-runs'
import { halfOf, ifAny } from './pixels'
import type { Pixels, Target, TargetType } from './pixels'
import type { Size } from '../mask/bitmap'

/** From so many pixels of the image in one of the grid on, on a side, they are averaged first. */
const COARSE = 2

/**
 * An image on a grid: bilinear between pixels that were measured, and missing where the nearest one was not or the grid
 * leaves the image. Finer pixels than those of the grid are averaged. Other tasks of this thread run now and then.
 * @param fill of missing pixels
 */
export async function bilinearOnto<T extends Target>(
  image: Pixels,
  toImage: ToImage,
  { width, height }: Size,
  type: TargetType<T>,
  fill: number,
): Promise<Pixels<T>> {
  const factor = Math.floor(pixelsInOne(toImage, { width, height }))
  if (factor >= COARSE) {
    const small = await averaged(image, factor, type)
    return bilinearOnto(small, shrunk(toImage, factor), { width, height }, type, fill)
  }
  const { colours } = image
  const data = new type(width * height * colours)
  data.fill(fill)
  const missing = new Uint8Array(width * height).fill(1)
  const sample = image.missing === null ? sampleWhole : sampleMeasured
  const run: Run = (row, column, count, [startX, startY], [stepX, stepY]) => {
    let at = row * width + column
    for (let index = 0; index < count; index += 1, at += 1) {
      const x = startX + index * stepX
      const y = startY + index * stepY
      if (x >= 0 && y >= 0 && x <= image.width && y <= image.height && sample(image, x, y, data, at)) {
        missing[at] = 0
      }
    }
  }
  const turns = new EventLoopTurns()
  for (let first = 0; first < height; first += BAND) {
    eachRun(toImage, { width, first, end: Math.min(height, first + BAND) }, run)
    await turns.yieldToEventLoop()
  }
  return { width, height, channels: colours, colours, data, missing: ifAny(missing) }
}

/** Of the image, on a side of one of the grid, in the middle of the grid. */
function pixelsInOne(toImage: ToImage, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2]
  const [here, right, below] = [toImage.at(x, y), toImage.at(x + 1, y), toImage.at(x, y + 1)]
  if (here === null || right === null || below === null) {
    return 1
  }
  const across = Math.hypot(right[0] - here[0], right[1] - here[1])
  const down = Math.hypot(below[0] - here[0], below[1] - here[1])
  return Math.max(1, Math.min(across, down))
}

function shrunk({ affine, at }: ToImage, factor: number): ToImage {
  return {
    affine: affine === null ? null : (affine.map((value) => value / factor) as NonNullable<typeof affine>),
    at: (column, row) => {
      const place = at(column, row)
      return place === null ? null : [place[0] / factor, place[1] / factor]
    },
  }
}

/** Means of squares of so many pixels, cut at the right and the bottom; missing ones do not count. */
async function averaged<T extends Target>(
  image: Pixels,
  factor: number,
  type: TargetType<T>,
): Promise<Pixels<T>> {
  const { colours } = image
  const [width, height] = [Math.ceil(image.width / factor), Math.ceil(image.height / factor)]
  const data = new type(width * height * colours)
  const missing = new Uint8Array(width * height)
  const half = halfOf(data)
  const sums = new Float64Array(colours)
  const turns = new EventLoopTurns()
  for (let y = 0, at = 0; y < height; y += 1) {
    await turns.yieldToEventLoop()
    for (let x = 0; x < width; x += 1, at += 1) {
      const count = addSquare(image, x * factor, y * factor, factor, sums.fill(0))
      missing[at] = count === 0 ? 1 : 0
      for (let colour = 0; colour < colours; colour += 1) {
        data[at * colours + colour] = count === 0 ? 0 : sums[colour] / count + half
      }
    }
  }
  return { width, height, channels: colours, colours, data, missing: ifAny(missing) }
}

/** Adds the measured pixels of a square. Returns how many there are. */
function addSquare(
  { width, height, channels, colours, data, missing }: Pixels,
  left: number,
  top: number,
  side: number,
  sums: Float64Array,
): number {
  let count = 0
  for (let y = top; y < Math.min(height, top + side); y += 1) {
    for (let x = left; x < Math.min(width, left + side); x += 1) {
      const pixel = y * width + x
      if (missing === null || missing[pixel] === 0) {
        count += 1
        for (let colour = 0; colour < colours; colour += 1) {
          sums[colour] += data[pixel * channels + colour]
        }
      }
    }
  }
  return count
}

type Sample = (image: Pixels, x: number, y: number, into: Target, pixel: number) => boolean

const sampleWhole: Sample = ({ width, height, channels, colours, data }, x, y, into, pixel) => {
  const u = Math.min(width - 1, Math.max(0, x - 0.5))
  const v = Math.min(height - 1, Math.max(0, y - 0.5))
  const left = Math.min(Math.floor(u), Math.max(0, width - 2))
  const top = Math.min(Math.floor(v), Math.max(0, height - 2))
  const a = u - left
  const b = v - top
  const first = (top * width + left) * channels
  const right = width > 1 ? channels : 0
  const below = height > 1 ? width * channels : 0
  const half = halfOf(into)
  for (let colour = 0; colour < colours; colour += 1) {
    const from = first + colour
    const upper = data[from] * (1 - a) + data[from + right] * a
    const lower = data[from + below] * (1 - a) + data[from + below + right] * a
    into[pixel * colours + colour] = upper * (1 - b) + lower * b + half
  }
  return true
}

/** Pixels without a measure have no weight. */
const sampleMeasured: Sample = (image, x, y, into, pixel) => {
  const { width, height, channels, colours, data, missing } = image
  const nearest = nearestPixel(width, height, x, y)
  if (missing?.[nearest] === 1) {
    return false
  }
  const [u, v] = [Math.min(width - 1, Math.max(0, x - 0.5)), Math.min(height - 1, Math.max(0, y - 0.5))]
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const half = halfOf(into)
  for (let colour = 0; colour < colours; colour += 1) {
    let [sum, weights] = [0, 0]
    for (let row = top; row <= Math.min(height - 1, top + 1); row += 1) {
      for (let column = left; column <= Math.min(width - 1, left + 1); column += 1) {
        const weight = (1 - Math.abs(u - column)) * (1 - Math.abs(v - row))
        const from = row * width + column
        if (weight > 0 && missing?.[from] !== 1) {
          sum += weight * data[from * channels + colour]
          weights += weight
        }
      }
    }
    into[pixel * colours + colour] = sum / weights + half
  }
  return true
}

function nearestPixel(width: number, height: number, x: number, y: number): number {
  return Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))
}

/** One value a pixel on a grid, each that of the nearest pixel; 0 outside of the image. */
export function nearestOnto(
  image: Size & { data: Uint8Array },
  toImage: ToImage,
  { width, height }: Size,
): Uint8Array {
  const data = new Uint8Array(width * height)
  eachRun(
    toImage,
    { width, first: 0, end: height },
    (row, column, count, [startX, startY], [stepX, stepY]) => {
      for (let index = 0; index < count; index += 1) {
        const [x, y] = [startX + index * stepX, startY + index * stepY]
        if (x >= 0 && y >= 0 && x <= image.width && y <= image.height) {
          data[row * width + column + index] = image.data[nearestPixel(image.width, image.height, x, y)]
        }
      }
    },
  )
  return data
}
