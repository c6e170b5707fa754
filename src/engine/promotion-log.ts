import type { PromotionEntry, Promotions } from '../contract/models'

type Id = string | null

/** The models one on top of the other, as promotions put them there and rolling back took them away. */
function stackOf(base: Id, history: readonly PromotionEntry[]): Id[] {
  const stack = [base]
  for (const { kind, id } of history) {
    if (kind === 'roll-back') {
      const place = stack.lastIndexOf(id)
      stack.length = place === -1 ? 1 : place + 1
    } else if (stack.at(-1) !== id) {
      stack.push(id)
    }
  }
  return stack
}

/**
 * @param base what was there before the first promotion
 * @param isUsable what is not is passed over on the way back
 */
export function readPromotions(
  base: Id,
  history: readonly PromotionEntry[],
  isUsable: (id: string) => boolean,
): Promotions {
  const stack = stackOf(base, history)
  const before = stack.slice(0, -1).findLast((id) => id === null || isUsable(id))
  const present = stack.at(-1) ?? null
  return {
    present,
    before: before === undefined || before === present ? null : { id: before },
    history: [...history],
  }
}
