import type { Rect } from '../mask/bitmap'
import type { Colour } from './colour'

/** A thing that a detector found in one image. */
export interface Detection {
  /** One of `COCO_NAMES`. */
  readonly name: string
  /** 0 to 1. */
  readonly score: number
  /** Pixels of the image, with fractions, inside of it. */
  readonly box: Rect
}

export interface FrameDetections {
  readonly width: number
  readonly height: number
  readonly detections: readonly Detection[]
  /** Mean colour in the middle of a box; absent where the pixels are not at hand. */
  readonly colourOf?: (box: Rect) => Colour
}
