import { eachRun } from './grid-runs'
import type { ToImage } from './grid-runs'
import type { Samples } from './raster'

interface Size {
  width: number
  height: number
}

/** Values of pixels, interleaved and row-major. */
export interface Pixels<Data extends Samples['data'] = Samples['data']> extends Size {
  /** Values a pixel, of which the first `colours` are used. */
  channels: number
  colours: number
  data: Data
  /** One byte a pixel: 1 where nothing was measured. Null where there is no such pixel. */
  missing: Uint8Array | null
}

/** What pixels of the grid are written to: bytes are rounded. */
type Target = Uint8Array | Float32Array
type TargetType<T extends Target> = new (length: number) => T

/** A part of an image, pixel by pixel. */
export function cropPixels<T extends Target>(
  image: Pixels,
  { x, y }: { x: number; y: number },
  { width, height }: Size,
  type: TargetType<T>,
): Pixels<T> {
  const { channels, colours } = image
  const data = new type(width * height * colours)
  const missing = image.missing === null ? null : new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * image.width + x
    if (channels === colours) {
      data.set(image.data.subarray(from * channels, (from + width) * channels), row * width * colours)
    } else {
      copyColours(image, from, width, data, row * width)
    }
    missing?.set(image.missing?.subarray(from, from + width) ?? [], row * width)
  }
  return { width, height, channels: colours, colours, data, missing: ifAny(missing) }
}

function copyColours(
  { channels, colours, data }: Pixels,
  from: number,
  count: number,
  into: Target,
  at: number,
): void {
  for (let pixel = 0; pixel < count; pixel += 1) {
    for (let colour = 0; colour < colours; colour += 1) {
      into[(at + pixel) * colours + colour] = data[(from + pixel) * channels + colour]
    }
  }
}

function ifAny(missing: Uint8Array | null): Uint8Array | null {
  return missing?.includes(1) === true ? missing : null
}

/** From so many pixels of the image in one of the grid on, on a side, they are averaged first. */
const COARSE = 2

/**
 * An image on a grid: bilinear between pixels that were measured, and missing where the nearest one was not or the grid
 * leaves the image. Finer pixels than those of the grid are averaged.
 * @param fill of missing pixels
 */
export function bilinearOnto<T extends Target>(
  image: Pixels,
  toImage: ToImage,
  { width, height }: Size,
  type: TargetType<T>,
  fill: number,
): Pixels<T> {
  const factor = Math.floor(pixelsInOne(toImage, { width, height }))
  if (factor >= COARSE) {
    const small = averaged(image, factor, type)
    return bilinearOnto(small, shrunk(toImage, factor), { width, height }, type, fill)
  }
  const { colours } = image
  const data = new type(width * height * colours)
  data.fill(fill)
  const missing = new Uint8Array(width * height).fill(1)
  const sample = image.missing === null ? sampleWhole : sampleMeasured
  eachRun(toImage, { width, height }, (row, column, count, [startX, startY], [stepX, stepY]) => {
    let at = row * width + column
    for (let index = 0; index < count; index += 1, at += 1) {
      const x = startX + index * stepX
      const y = startY + index * stepY
      if (x >= 0 && y >= 0 && x <= image.width && y <= image.height && sample(image, x, y, data, at)) {
        missing[at] = 0
      }
    }
  })
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
function averaged<T extends Target>(image: Pixels, factor: number, type: TargetType<T>): Pixels<T> {
  const { colours } = image
  const [width, height] = [Math.ceil(image.width / factor), Math.ceil(image.height / factor)]
  const data = new type(width * height * colours)
  const missing = new Uint8Array(width * height)
  const half = halfOf(data)
  const sums = new Float64Array(colours)
  for (let y = 0, at = 0; y < height; y += 1) {
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
  eachRun(toImage, { width, height }, (row, column, count, [startX, startY], [stepX, stepY]) => {
    for (let index = 0; index < count; index += 1) {
      const [x, y] = [startX + index * stepX, startY + index * stepY]
      if (x >= 0 && y >= 0 && x <= image.width && y <= image.height) {
        data[row * width + column + index] = image.data[nearestPixel(image.width, image.height, x, y)]
      }
    }
  })
  return data
}

/** Whole numbers are cut, so that half a step more rounds them. */
function halfOf(data: Target): number {
  return data instanceof Uint8Array ? 0.5 : 0
}
