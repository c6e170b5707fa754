import { decodeRle } from '../../mask/rle'
import type { Bitmap } from '../../mask/bitmap'
import type { OutlinedThing } from '../../synth/photographs/library'
import { rleOfSegmentation } from '../import/masks'
import type { ListedImage, ListedOutline } from './coco-list'
import { boxOfCover, cropped, shared } from './read-pictures'
import type { ReadPhotograph } from './read-pictures'

/** Pixels of the reduced photograph: less is a speck, whatever it was called. */
const LEAST_AREA = 120
const LEAST_SIDE = 8

/** A listed thing, cut from its photograph. @throws Error that says why it cannot be */
export function outlineThing(
  { name, word, segmentation }: ListedOutline,
  listed: ListedImage,
  photograph: ReadPhotograph,
): OutlinedThing {
  const { width, height, image } = photograph
  if (listed.width !== width || listed.height !== height) {
    throw new Error(
      `is drawn to ${listed.width} x ${listed.height} pixels, and ${listed.fileName} has ${width} x ${height}`,
    )
  }
  const cover = reducedCover(decodeRle(rleOfSegmentation(segmentation, listed)), image.width, image.height)
  const box = boxOfCover(cover, image.width, image.height)
  if (box === null) {
    throw new Error('is empty or outside its image')
  }
  const alpha = cropped(cover, image.width, box)
  if (Math.min(box.width, box.height) < LEAST_SIDE || areaOf(alpha) < LEAST_AREA) {
    throw new Error(`is too small: ${box.width} x ${box.height} pixels in the reduced photograph`)
  }
  return { name: `${listed.fileName}, ${name}`, word, image, box, alpha: shared(alpha) }
}

/** Whole pixels. */
function areaOf(alpha: Uint8Array): number {
  return alpha.reduce((sum, value) => sum + value, 0) / 255
}

/** How much of each pixel of the reduced photograph a mask covers, 0 to 255. */
function reducedCover({ width, height, data }: Bitmap, across: number, down: number): Uint8Array {
  if (across === width && down === height) {
    return data.map((value) => 255 * value)
  }
  const sums = new Float64Array(across * down)
  for (let y = 0; y < height; y++) {
    const row = Math.min(down - 1, Math.floor((y * down) / height)) * across
    for (let x = 0; x < width; x++) {
      sums[row + Math.min(across - 1, Math.floor((x * across) / width))] += data[y * width + x]
    }
  }
  const whole = (width * height) / (across * down)
  return Uint8Array.from(sums, (sum) => Math.min(255, Math.round((255 * sum) / whole)))
}
