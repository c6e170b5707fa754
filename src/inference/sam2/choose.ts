import type { PromptPoint } from '../../contract/prompts'
import type { Bitmap } from '../../mask/bitmap'
import { maskIou } from '../../mask/iou'

/** One mask of the decoder, at the image's resolution. */
export interface Offer {
  mask: Bitmap
  /** What the model takes its IoU with the truth to be. */
  quality: number
}

/** How much agreement with what changed counts beside the model's own word. */
const changeWeight = 0.75

/**
 * The best of several masks. Each must first keep to the points; of those that do alike, the model's own word
 * and the agreement with what changed decide: whoever clicks into a change between two images mostly means
 * the thing that changed, not its part and not what it stands on.
 * @param change the changed thing that was clicked on, of the masks' size; null where nothing changed there
 */
export function chooseMask<T extends Offer>(
  offers: readonly T[],
  points: readonly PromptPoint[],
  change: Bitmap | null,
): T {
  const rated = offers.map((offer) => ({
    offer,
    kept: points.filter((point) => isKept(offer.mask, point)).length,
    worth: offer.quality + (change === null ? 0 : changeWeight * maskIou(offer.mask, change)),
  }))
  return rated.reduce((best, next) =>
    next.kept > best.kept || (next.kept === best.kept && next.worth > best.worth) ? next : best,
  ).offer
}

function isKept({ width, height, data }: Bitmap, { x, y, isInside }: PromptPoint): boolean {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)))
  return (data[row * width + column] !== 0) === isInside
}
