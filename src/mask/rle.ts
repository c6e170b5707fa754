import { z } from 'zod'
import type { Bitmap, Rect } from './bitmap'
import { flipsOf } from './flips'

/**
 * COCO run-length encoding. Runs alternate 0 and 1, the first counts zeros, and go down the columns
 * (Fortran order) of the whole image. `counts` is COCO's compressed text: each run as 5-bit groups, low
 * first, offset by 48; from the third run on, the difference to the run two before.
 * Source: cocodataset/cocoapi, common/maskApi.c, rleToString and rleFrString.
 */
export interface Rle {
  /** `[height, width]`, COCO's order. */
  size: [number, number]
  counts: string
}

/** As many as the longest run may be: 23,170 x 23,170 pixels. Larger images are refused when they are opened. */
export const MAX_MASK_PIXELS = 2 ** 29 - 1

export const rleSchema: z.ZodType<Rle> = z
  .object({
    size: z.tuple([z.int().min(1), z.int().min(1)]),
    counts: z.string().regex(/^[0-o]*$/),
  })
  .refine(({ size }) => size[0] * size[1] <= MAX_MASK_PIXELS, 'the mask has too many pixels')

export class RleError extends Error {
  override name = 'RleError'
}

/** Groups of 5 bits a run: 30 bits hold any run of `MAX_MASK_PIXELS` and its sign. */
const MAX_GROUPS = 6
/** Of the text that is being written: kept, as making room takes longer than to write a small mask. */
let codes = new Uint8Array(4096)

/** Of every engine, but in no types without Node's or the DOM's. Faster than `String.fromCharCode` of many. */
declare class TextDecoder {
  decode(bytes: Uint8Array): string
}
const ascii = new TextDecoder()

/** @throws RleError where the text ends inside a run, or a run is negative or too long */
export function decodeCounts(counts: string): Int32Array {
  const runs = new Int32Array(counts.length)
  let length = 0
  let value = 0
  let shift = 0
  for (let position = 0; position < counts.length; position += 1) {
    const group = counts.charCodeAt(position) - 48
    value |= (group & 31) << shift
    shift += 5
    if ((group & 32) !== 0) {
      if (shift === 5 * MAX_GROUPS) {
        throw new RleError('the mask has a run that is too long')
      }
      continue
    }
    if ((group & 16) !== 0) {
      value |= -1 << shift
    }
    if (length > 2) {
      value += runs[length - 2]
    }
    if (value < 0) {
      throw new RleError('the mask has a negative run')
    }
    runs[length] = value
    length += 1
    value = 0
    shift = 0
  }
  if (shift > 0) {
    throw new RleError('the mask ends in the middle of a run')
  }
  return runs.subarray(0, length)
}

export function encodeCounts(runs: ArrayLike<number>): string {
  if (codes.length < MAX_GROUPS * runs.length) {
    codes = new Uint8Array(2 * MAX_GROUPS * runs.length)
  }
  let length = 0
  for (let index = 0; index < runs.length; index += 1) {
    let value = index > 2 ? runs[index] - runs[index - 2] : runs[index]
    for (let more = true; more;) {
      const group = value & 31
      value >>= 5
      more = (group & 16) !== 0 ? value !== -1 : value !== 0
      codes[length] = (more ? group | 32 : group) + 48
      length += 1
    }
  }
  return ascii.decode(codes.subarray(0, length))
}

/** @throws RleError where the runs do not add up to the size. */
export function decodeRle(rle: Rle): Bitmap {
  const [height, width] = rle.size
  const data = new Uint8Array(width * height)
  paintRle(rle, data, 1)
  return { width, height, data }
}

/**
 * Writes `value` over the pixels of the mask, and leaves all others as they are. The cost grows with the
 * count of set pixels.
 * @param data row-major, as many bytes as the mask has pixels
 * @throws RleError where the runs do not add up to the size
 */
export function paintRle({ size: [height, width], counts }: Rle, data: Uint8Array, value: number): void {
  let index = 0 // in column order
  let isSet = false
  for (const run of decodeCounts(counts)) {
    const end = index + run
    if (end > data.length) {
      throw wrongSum(height, width)
    }
    if (isSet) {
      fillColumns(data, width, height, index, end, value)
    }
    index = end
    isSet = !isSet
  }
  if (index !== data.length) {
    throw wrongSum(height, width)
  }
}

function wrongSum(height: number, width: number): RleError {
  return new RleError(`the runs of the mask do not add up to ${width} x ${height} pixels`)
}

function fillColumns(
  data: Uint8Array,
  width: number,
  height: number,
  start: number,
  end: number,
  value: number,
): void {
  let x = Math.floor(start / height)
  let y = start - x * height
  for (let left = end - start; left > 0;) {
    const rows = Math.min(left, height - y)
    const last = (y + rows) * width
    for (let at = y * width + x; at < last; at += width) {
      data[at] = value
    }
    left -= rows
    y = 0
    x += 1
  }
}

/**
 * Any non-zero byte counts as set.
 * @param within where set pixels can be; outside nothing is read. Cost grows with this rectangle.
 */
export function encodeRle(bitmap: Bitmap, within?: Rect): Rle {
  const { width, height } = bitmap
  const runs = flipsOf(bitmap, within ?? { x: 0, y: 0, width, height })
  let last = 0
  for (let at = 0; at < runs.length; at += 1) {
    const index = runs[at]
    runs[at] = index - last
    last = index
  }
  return { size: [height, width], counts: encodeCounts(runs) }
}

export function emptyRle(width: number, height: number): Rle {
  return { size: [height, width], counts: encodeCounts([width * height]) }
}

/** Set pixels. */
export function rleArea(rle: Rle): number {
  const runs = decodeCounts(rle.counts)
  let area = 0
  for (let index = 1; index < runs.length; index += 2) {
    area += runs[index]
  }
  return area
}

/** Runs only, no pixels: the cost grows with the number of runs of both masks. */
function combineRle(a: Rle, b: Rle, rule: (a: number, b: number) => number): Rle {
  if (a.size[0] !== b.size[0] || a.size[1] !== b.size[1]) {
    throw new RleError(
      `masks of ${a.size[1]} x ${a.size[0]} and ${b.size[1]} x ${b.size[0]} pixels do not combine`,
    )
  }
  const total = a.size[0] * a.size[1]
  const [edgesA, edgesB] = [edgesOf(a), edgesOf(b)]
  const runs = new Int32Array(edgesA.length + edgesB.length + 1)
  let length = 0
  let [indexA, indexB] = [0, 0]
  let start = 0
  let value = 0
  for (let at = 0; at < total;) {
    // each edge at or before `at` has flipped its side's value; several can share an index (empty runs)
    while (indexA < edgesA.length && edgesA[indexA] <= at) {
      indexA += 1
    }
    while (indexB < edgesB.length && edgesB[indexB] <= at) {
      indexB += 1
    }
    const next = rule(indexA & 1, indexB & 1)
    if (next !== value) {
      runs[length] = at - start
      length += 1
      start = at
      value = next
    }
    const nextA = indexA < edgesA.length ? edgesA[indexA] : total
    const nextB = indexB < edgesB.length ? edgesB[indexB] : total
    at = nextA < nextB ? nextA : nextB
  }
  runs[length] = total - start
  return { size: [a.size[0], a.size[1]], counts: encodeCounts(runs.subarray(0, length + 1)) }
}

export function xorRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x ^ y)
}

export function unionRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x | y)
}

export function intersectRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x & y)
}

export function subtractRle(a: Rle, b: Rle): Rle {
  return combineRle(a, b, (x, y) => x & (1 - y))
}

/** Column-order indices at which the mask flips, without the end. */
function edgesOf(rle: Rle): Int32Array {
  const edges = decodeCounts(rle.counts)
  let index = 0
  for (let position = 0; position < edges.length; position += 1) {
    index += edges[position]
    edges[position] = index
  }
  if (index !== rle.size[0] * rle.size[1]) {
    throw wrongSum(...rle.size)
  }
  return edges.subarray(0, -1)
}
