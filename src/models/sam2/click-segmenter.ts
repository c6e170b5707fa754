import type { PromptPoint, Prompts } from '../../contract/pairs'
import { rectOf } from '../../mask/measures'
import type { Rle } from '../../mask/rle'
import type { Size } from '../../mask/bitmap'
import { coverageOf, includesPixel, maskToLogits, logitAt } from './logits'
import type { DecoderPrompts, MaskCandidate, Sam2Decoder, Embedding } from './encoder-decoder'
import { logitsToRle } from './logits-to-rle'

/** How much agreement with what changed counts beside the model's own word. */
const CHANGE_WEIGHT = 0.75

/**
 * The best of several masks. Each must first satisfy the points; of those that satisfy as many, the model's own
 * score and the agreement with the change decide: a click into a change between two images mostly selects the
 * changed object, not its part and not its ground. Computed on the model's own grid, so that the cost does not grow
 * with the image.
 * @param size of the image that the points are in
 * @param change the changed object that was clicked on, as shares of the grid's cells; null where nothing changed
 */
export function chooseMask(
  offers: readonly MaskCandidate[],
  points: readonly PromptPoint[],
  size: Size,
  change: Float32Array | null,
): MaskCandidate {
  const rated = offers.map((offer) => ({
    offer,
    satisfied: points.filter((point) => satisfiesPoint(offer, size, point)).length,
    worth: offer.quality + (change === null ? 0 : CHANGE_WEIGHT * softIou(offer, change)),
  }))
  return rated.reduce((best, next) =>
    next.satisfied > best.satisfied || (next.satisfied === best.satisfied && next.worth > best.worth)
      ? next
      : best,
  ).offer
}

function satisfiesPoint(
  { logits, side }: MaskCandidate,
  size: Size,
  { x, y, isInside }: PromptPoint,
): boolean {
  const column = Math.min(size.width - 1, Math.max(0, Math.floor(x)))
  const row = Math.min(size.height - 1, Math.max(0, Math.floor(y)))
  return logitAt(logits, side, size, column, row) > 0 === isInside
}

/** IoU of a mask with covered shares of the cells of its grid. */
function softIou({ logits }: MaskCandidate, shares: Float32Array): number {
  let [both, either] = [0, 0]
  for (let cell = 0; cell < logits.length; cell += 1) {
    both += logits[cell] > 0 ? shares[cell] : 0
    either += logits[cell] > 0 ? 1 : shares[cell]
  }
  return either === 0 ? 1 : both / either
}

export interface SegmentedMask {
  mask: Rle
  /** The model's estimate of its IoU with the truth, 0 to 1. */
  quality: number
}

export interface ClickOptions {
  /** Of the image; identifies the images whose answers are cached. */
  key: string
  width: number
  height: number
  prompts: Prompts
  /** Masks of what changed in this frame. */
  changes: readonly Rle[]
}

const MAX_CACHED_ANSWERS = 64

/**
 * Where all masks of a first click agree less than the first threshold with the change that it lies in, the decoder
 * runs again with the change's box; its mask counts where it agrees at least as much as the second threshold.
 */
const POOR_IOU = 0.4
const GOOD_IOU = 0.8

/**
 * Masks from prompts. Its logits are cached by their prompts, so that the next point corrects the mask on the
 * screen.
 */
export class ClickSegmenter {
  private readonly logitsByPrompts = new Map<string, Float32Array>()

  /** @throws Error in ONNX Runtime's words */
  async segment(decoder: Sam2Decoder, embedding: Embedding, options: ClickOptions): Promise<SegmentedMask> {
    const { key, width, height, prompts, changes } = options
    const { points, box } = prompts
    const { maskSide } = decoder
    const change = changeAt(changes, points, width, height)
    const changed = change === null ? null : coverageOf(change, maskSide)
    const bestMask = async (decoderPrompts: DecoderPrompts): Promise<MaskCandidate> =>
      chooseMask(
        await decoder.decode(embedding, { width, height }, decoderPrompts),
        points,
        { width, height },
        changed,
      )
    const maskLogits = prompts.mask === null ? null : maskToLogits(prompts.mask, maskSide)
    const mask =
      this.logitsByPrompts.get(nameOf(key, { ...prompts, points: points.slice(0, -1) })) ?? maskLogits
    let best = await bestMask({ points, box, mask })
    const isFirst = points.length === 1 && box === null && mask === null
    if (isFirst && change !== null && changed !== null && softIou(best, changed) < POOR_IOU) {
      const fitting = await bestMask({ points, box: rectOf(change), mask: null })
      best = softIou(fitting, changed) >= GOOD_IOU ? fitting : best
    }
    this.cacheLogits(nameOf(key, prompts), best.logits)
    const quality = Math.min(1, Math.max(0, best.quality))
    return { mask: logitsToRle(best.logits, best.side, width, height), quality }
  }

  private cacheLogits(name: string, logits: Float32Array): void {
    this.logitsByPrompts.delete(name)
    this.logitsByPrompts.set(name, logits)
    if (this.logitsByPrompts.size > MAX_CACHED_ANSWERS) {
      const [oldest] = this.logitsByPrompts.keys()
      this.logitsByPrompts.delete(oldest)
    }
  }
}

function nameOf(key: string, { points, box, mask }: Prompts): string {
  return JSON.stringify([key, points, box, mask?.counts ?? null])
}

/** The change that holds the first point on what is meant; null where none does. */
function changeAt(
  changes: readonly Rle[],
  points: readonly PromptPoint[],
  width: number,
  height: number,
): Rle | null {
  const first = points.find(({ isInside }) => isInside)
  if (first === undefined) {
    return null
  }
  const [x, y] = [Math.floor(first.x), Math.floor(first.y)]
  return (
    changes.find(
      (change) => change.size[0] === height && change.size[1] === width && includesPixel(change, x, y),
    ) ?? null
  )
}
