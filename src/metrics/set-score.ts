/** One metric over a set of items. */
export interface SetScore {
  /** Over the whole set. */
  corpus: number
  /** Of each item by itself. */
  perItem: readonly number[]
  /**
   * Over the items with these numbers, repeats allowed: what resampling needs. Weights that come from the whole
   * set (CIDEr's document frequencies) are kept.
   */
  ofSample(items: ArrayLike<number>): number
}

/** A metric whose value over a set is the mean over its items. */
export function meanScore(perItem: readonly number[]): SetScore {
  function ofSample(items: ArrayLike<number>): number {
    let sum = 0
    for (let index = 0; index < items.length; index++) {
      sum += perItem[items[index]]
    }
    return sum / items.length
  }
  return { corpus: ofSample(perItem.map((_, index) => index)), perItem, ofSample }
}
