import type { SetOrder } from './set-order'

/** File name of pair `index` without its ending, padded so that names sort as numbers do. */
export function pairKey(order: SetOrder, index: number): string {
  const digits = Math.max(3, String(order.count - 1).length)
  return `blocks_${String(index).padStart(digits, '0')}`
}
