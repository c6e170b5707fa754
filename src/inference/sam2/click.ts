import type { Prompts } from '../../contract/prompts'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { boundingBox } from '../../mask/geometry'
import { maskIou } from '../../mask/iou'
import { decodeRle, encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { chooseMask } from './choose'
import type { Offer } from './choose'
import type { DecoderPrompts, Sam2Decoder } from './decoder'
import type { Embedding } from './embedding'
import { logitsToMask, maskToLogits } from './logits'

export interface Clicked {
  mask: Rle
  /** What the model takes its IoU with the truth to be, 0 to 1. */
  quality: number
}

export interface ClickOptions {
  /** Of the image; tells apart the images whose answers are remembered. */
  key: string
  width: number
  height: number
  prompts: Prompts
  /** Masks of what changed in this frame. */
  changes: readonly Rle[]
}

const remembered = 64

/**
 * A first click whose masks all agree less than the first with the change that it lies in is asked again, with
 * the change's box; the answer counts where it agrees at least as much as the second.
 */
const poorAgreement = 0.4
const goodAgreement = 0.8

interface Offered extends Offer {
  logits: Float32Array
  bounds: Rect
}

/**
 * Masks from prompts. An answer is remembered for the prompts it was given to, so that the next point
 * corrects the mask that the person sees.
 */
export class Clicks {
  private readonly answers = new Map<string, Float32Array>()

  /** @throws Error in ONNX Runtime's words */
  async answer(decoder: Sam2Decoder, embedding: Embedding, options: ClickOptions): Promise<Clicked> {
    const { key, width, height, prompts, changes } = options
    const { points, box } = prompts
    const change = changeAt(changes, prompts, width, height)
    const given = prompts.mask === null ? null : maskToLogits(decodeRle(prompts.mask), decoder.maskSide)
    const mask = this.answers.get(nameOf(key, { ...prompts, points: points.slice(0, -1) })) ?? given
    const offersOf = async (asked: DecoderPrompts): Promise<Offered[]> =>
      (await decoder.decode(embedding, { width, height }, asked)).map(({ logits, side, quality }) => ({
        logits,
        quality,
        ...logitsToMask(logits, side, width, height),
      }))
    let best = chooseMask(await offersOf({ points, box, mask }), points, change)
    const isFirst = points.length === 1 && box === null && mask === null
    if (isFirst && change !== null && maskIou(best.mask, change) < poorAgreement) {
      const boxed = await offersOf({ points, box: boundsOf(change), mask: null })
      const fitting = chooseMask(boxed, points, change)
      best = maskIou(fitting.mask, change) >= goodAgreement ? fitting : best
    }
    this.remember(nameOf(key, prompts), best.logits)
    const quality = Math.min(1, Math.max(0, best.quality))
    return { mask: encodeRle(best.mask, best.bounds), quality }
  }

  private remember(name: string, logits: Float32Array): void {
    this.answers.delete(name)
    this.answers.set(name, logits)
    if (this.answers.size > remembered) {
      const [oldest] = this.answers.keys()
      this.answers.delete(oldest)
    }
  }
}

function nameOf(key: string, { points, box, mask }: Prompts): string {
  return JSON.stringify([key, points, box, mask?.counts ?? null])
}

function boundsOf(change: Bitmap): Rect {
  const [x, y, width, height] = boundingBox(encodeRle(change))
  return { x, y, width, height }
}

/** The change that holds the first point on what is meant; null where none does. */
function changeAt(
  changes: readonly Rle[],
  { points }: Prompts,
  width: number,
  height: number,
): Bitmap | null {
  const first = points.find(({ isInside }) => isInside)
  if (first === undefined) {
    return null
  }
  const [x, y] = [Math.floor(first.x), Math.floor(first.y)]
  for (const { size, counts } of changes) {
    if (size[0] === height && size[1] === width) {
      const bitmap = decodeRle({ size, counts })
      if (bitmap.data[y * width + x] === 1) {
        return bitmap
      }
    }
  }
  return null
}
