import { z } from 'zod'
import { fillPolygons } from '../../mask/fill-polygons'
import { decodeRle, encodeCounts, encodeRle, MAX_MASK_PIXELS, rleSchema } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { readLabel } from '../labels'
import type { ImportedRegion } from './item'
import type { Size } from '../../mask/bitmap'
import { ImportProblem } from './problems'
import type { SourceFile } from './source'

/** Masks of all kinds as run lengths that fill their image. */

/** Each connected part of a mask file is a region. @throws ImageError, `size-mismatch` included */
export async function regionsOfLabel(label: SourceFile | null, size: Size): Promise<ImportedRegion[]> {
  const labelRegions = label === null ? [] : await readLabel(label.absolute, size)
  return labelRegions.map(({ category, mask }) => plainRegion(category, mask))
}

export function plainRegion(category: string, mask: Rle, beforeMask: Rle | null = null): ImportedRegion {
  return { category, mask, beforeMask, score: null, origin: 'imported' }
}

/** The same mask as its only encoding. @throws ImportProblem where it has another size, RleError */
export function fittedRle(rle: Rle, size: Size, what = 'a mask'): Rle {
  checkSize(rle.size, size, what)
  return encodeRle(decodeRle(rle))
}

function checkSize([height, width]: readonly [number, number], size: Size, what: string): void {
  if (height !== size.height || width !== size.width) {
    throw new ImportProblem(
      `${what} has ${width} x ${height} pixels, the image ${size.width} x ${size.height}.`,
    )
  }
}

const numbersSchema = z.object({
  size: z.tuple([z.int().min(1), z.int().min(1)]),
  counts: z.array(z.int().min(0).max(MAX_MASK_PIXELS)),
})
const polygonsSchema = z.array(z.array(z.number()))

/**
 * COCO's `segmentation`: run lengths as text or as numbers, or polygons.
 * @throws ImportProblem where it is none of them or has another size, RleError
 */
export function rleOfSegmentation(segmentation: unknown, size: Size, what = 'segmentation'): Rle {
  const compressed = rleSchema.safeParse(segmentation)
  if (compressed.success) {
    return fittedRle(compressed.data, size, what)
  }
  const numbers = numbersSchema.safeParse(segmentation)
  if (numbers.success) {
    checkSize(numbers.data.size, size, what)
    return fittedRle({ size: numbers.data.size, counts: encodeCounts(numbers.data.counts) }, size, what)
  }
  const polygons = polygonsSchema.safeParse(segmentation)
  if (polygons.success) {
    return fillPolygons(polygons.data, size.width, size.height)
  }
  throw new ImportProblem(
    `${what} is neither run lengths nor polygons: ${JSON.stringify(segmentation)?.slice(0, 60)}.`,
  )
}

/**
 * The mask of a region of COCO: its segmentation, or its box where it has none. Detectors write an empty list beside a
 * box; an empty region has a box without an area.
 * @throws ImportProblem, RleError
 */
export function rleOfRegion(segmentation: unknown, box: readonly number[] | undefined, size: Size): Rle {
  const isMissing = segmentation === undefined || segmentation === null
  if (isMissing && box === undefined) {
    throw new ImportProblem('An annotation has neither segmentation nor bbox.')
  }
  const isEmpty = Array.isArray(segmentation) && segmentation.length === 0
  return box !== undefined && (isMissing || (isEmpty && box[2] !== 0 && box[3] !== 0))
    ? rleOfBox(box, size, 'bbox')
    : rleOfSegmentation(segmentation, size)
}

/**
 * What lies in the image, as edges of pixels.
 * @param box `[x, y, width, height]` in pixels
 * @throws ImportProblem where nothing of it lies in the image
 */
export function rleOfBox(box: readonly number[], size: Size, what = 'a box'): Rle {
  const [x, y, width, height] = box
  const [columns, rows] = [clipped(x, width, size.width), clipped(y, height, size.height)]
  if (columns === null || rows === null) {
    throw new ImportProblem(
      `${what} [${box.join(', ')}] does not lie in the image of ${size.width} x ${size.height} pixels.`,
    )
  }
  const data = new Uint8Array(size.width * size.height)
  for (let row = rows.start; row < rows.end; row += 1) {
    data.fill(1, row * size.width + columns.start, row * size.width + columns.end)
  }
  return encodeRle({ ...size, data })
}

/** A length of zero is none, and lies in the image. Null for what lies outside. */
function clipped(from: number, length: number, side: number): { start: number; end: number } | null {
  const [first, last] = [Math.round(from), Math.round(from + length)]
  const [start, end] = [first, last].map((edge) => Math.min(side, Math.max(0, edge)))
  const isOutside = first > side || last < 0 || (start === end && first !== last)
  return length < 0 || isOutside ? null : { start, end }
}
