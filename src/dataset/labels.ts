import { basename } from 'node:path'
import { layMask } from '../frames/lay'
import type { Overlay } from '../georeference/overlay'
import { ImageError } from '../images/file'
import { swapsSides, upright } from '../images/transform'
import type { Bitmap, Rect } from '../mask/bitmap'
import { componentExtents, labelComponents } from '../mask/components'
import type { Components } from '../mask/components'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { classesOf, readLabelValues } from './label-classes'
import { message } from '../messages/message'

/** A region read from a mask file, not yet part of a document. */
export interface LabelRegion {
  category: string
  /** In the after frame. */
  mask: Rle
}

/** Up to so many parts of one mask are regions of their own; more are one region a category. */
const MAX_PARTS = 50

/**
 * An existing mask as regions. One value is `change`; 0 and 255 with the grey values that mean "unknown"
 * between them are what 255 says; LEVIR-MCI values are `road` and `building`; small numbers are `class n`.
 * @param size of the after image, upright, in pixels
 * @param overlay where the frames are laid over each other: the mask has the size of the after frame, and comes onto the
 * common grid
 * @throws ImageError, `size-mismatch` where the mask has another size than the image
 */
export async function readLabel(
  path: string,
  size: { width: number; height: number },
  overlay: Overlay | null = null,
): Promise<LabelRegion[]> {
  const { width, height } = overlay?.frames.after ?? size
  const label = await readLabelValues(path)
  const isTurned = swapsSides(label.orientation)
  const [labelWidth, labelHeight] = isTurned ? [label.height, label.width] : [label.width, label.height]
  if (labelWidth !== width || labelHeight !== height) {
    const sizes = { maskWidth: labelWidth, maskHeight: labelHeight, width, height }
    const text = message('problems.maskSize', { name: basename(path), ...sizes })
    throw new ImageError('size-mismatch', path, text)
  }
  const isLevir = /(^|\/)images\/(train|val|test)\/label\/[^/]+$/i.test(path.replaceAll('\\', '/'))
  const masks = classesOf(label, isLevir).map(({ category, holds }) => {
    const data = Uint8Array.from(label.data, (value) => (holds(value) ? 1 : 0))
    const stored = { width: label.width, height: label.height, data }
    const bitmap = upright(stored, label.orientation, 1)
    return {
      category,
      bitmap: overlay === null ? bitmap : layMask(bitmap, overlay.frames.after, overlay.grid),
    }
  })
  return regionsOfClasses(masks)
}

/** Each connected part of each class; where there are many parts, each class. */
export function regionsOfClasses(masks: readonly { category: string; bitmap: Bitmap }[]): LabelRegion[] {
  const parts = masks.map(({ category, bitmap }) => ({
    category,
    bitmap,
    components: labelComponents(bitmap, 8),
  }))
  const count = parts.reduce((sum, { components }) => sum + components.count, 0)
  return parts.flatMap(({ category, bitmap, components }) => {
    if (components.count === 0) {
      return []
    }
    const rles = count <= MAX_PARTS ? componentRles(components) : [encodeRle(bitmap)]
    return rles.map((mask) => ({ category, mask }))
  })
}

function componentRles(components: Components): Rle[] {
  const { width, height, labels } = components
  const scratch = { width, height, data: new Uint8Array(width * height) }
  return componentExtents(components).map(({ label, bounds }) => {
    eachPixel(bounds, width, (index) => {
      scratch.data[index] = labels[index] === label ? 1 : 0
    })
    const rle = encodeRle(scratch, bounds)
    eachPixel(bounds, width, (index) => {
      scratch.data[index] = 0
    })
    return rle
  })
}

function eachPixel(rect: Rect, width: number, visit: (index: number) => void): void {
  for (let y = rect.y; y < rect.y + rect.height; y += 1) {
    for (let x = rect.x; x < rect.x + rect.width; x += 1) {
      visit(y * width + x)
    }
  }
}
