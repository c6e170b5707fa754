import type { Prompts } from '../../contract/prompts'
import type { Bitmap } from '../../mask/bitmap'
import { decodeRle, encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { chooseMask } from './choose'
import type { Sam2Decoder } from './decoder'
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
    const candidates = await decoder.decode(embedding, { width, height }, { points, box, mask })
    const offers = candidates.map(({ logits, side, quality }) => ({
      logits,
      quality,
      ...logitsToMask(logits, side, width, height),
    }))
    const best = chooseMask(offers, points, change)
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
