import type { PromptPoint } from '../../contract/prompts'
import type { MaskCandidate } from './decoder'
import { logitAt } from './logits'

/** How much agreement with what changed counts beside the model's own word. */
const changeWeight = 0.75

/**
 * The best of several masks. Each must first keep to the points; of those that do alike, the model's own word
 * and the agreement with what changed decide: whoever clicks into a change between two images mostly means
 * the thing that changed, not its part and not what it stands on. All is told on the model's own grid: cost
 * does not grow with the image.
 * @param size of the image that the points are in
 * @param change the changed thing that was clicked on, as shares of the grid's cells; null where nothing changed
 */
export function chooseMask(
  offers: readonly MaskCandidate[],
  points: readonly PromptPoint[],
  size: { width: number; height: number },
  change: Float32Array | null,
): MaskCandidate {
  const rated = offers.map((offer) => ({
    offer,
    kept: points.filter((point) => isKept(offer, size, point)).length,
    worth: offer.quality + (change === null ? 0 : changeWeight * softIou(offer, change)),
  }))
  return rated.reduce((best, next) =>
    next.kept > best.kept || (next.kept === best.kept && next.worth > best.worth) ? next : best,
  ).offer
}

function isKept(
  { logits, side }: MaskCandidate,
  size: { width: number; height: number },
  { x, y, isInside }: PromptPoint,
): boolean {
  const column = Math.min(size.width - 1, Math.max(0, Math.floor(x)))
  const row = Math.min(size.height - 1, Math.max(0, Math.floor(y)))
  return logitAt(logits, side, size, column, row) > 0 === isInside
}

/** IoU of a mask with covered shares of the cells of its grid. */
export function softIou({ logits }: MaskCandidate, shares: Float32Array): number {
  let [both, either] = [0, 0]
  for (let cell = 0; cell < logits.length; cell += 1) {
    both += logits[cell] > 0 ? shares[cell] : 0
    either += logits[cell] > 0 ? 1 : shares[cell]
  }
  return either === 0 ? 1 : both / either
}
